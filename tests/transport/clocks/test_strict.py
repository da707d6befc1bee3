"""Tests of strict timing: a host has at most one open turn at a time, even if it may run many matches in parallel."""

import pytest

from arena.transport import Clock, Finished, Host
from tests.transport.hosting import GAME, assignment, miniature, run

NAMES = tuple(f"bot-{number}" for number in range(6))
TABLES = [NAMES[:3], NAMES[3:]] * 3


@pytest.mark.parametrize("timing", ["strict", "shared"])
def test_one_turn_is_open_at_a_time_where_the_clock_is_strict(timing: str) -> None:
    """A host that may run 6 matches at a time runs only one of them under strict timing, with at most one open turn.
    Under shared timing, it runs several matches and has several open turns.
    """
    clock = Clock(bank_ms=20_000, increment_ms=0, startup_ms=20_000, timing=timing)
    finished: list[Finished] = []
    most_turns = most_matches = 0

    async def live() -> None:
        nonlocal most_turns, most_matches
        host = Host(GAME, [miniature("behaves", name) for name in NAMES], clock, 6, lambda _: count())

        def count() -> None:
            nonlocal most_turns, most_matches
            players = [slot.player for slot in host._crew.slots.values() if slot.player]
            most_turns = max(most_turns, sum(len(player.open_turns) + len(player._turns_waiting) for player in players))
            most_matches = max(most_matches, len(host._matches.running))

        async with host:
            await host.play((assignment(number, names) for number, names in enumerate(TABLES)), finished.append)

    run(live())
    assert len(finished) == len(TABLES)
    assert (most_matches == 1) == (timing == "strict")
    assert (most_turns <= 1) == (timing == "strict")
