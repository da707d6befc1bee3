"""Tests of bots with several processes: which matches each process plays, when the processes are started, and that the
bot is withdrawn for the failures of all its processes together.
"""

import asyncio
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match import FaultKind
from arena.transport import Assignment, Clock, Finished, Host
from arena.transport.crew.bot import BotSession
from arena.transport.crew.conduct import Streak
from arena.transport.crew.slot import Slot
from tests.transport.hosting import CALM, GAME, assignment, miniature, processes, run

NAMES = ("ann", "ben", "cid")
BEHAVING = [miniature("behaves", name) for name in NAMES]
STRICT = Clock(bank_ms=20_000, increment_ms=0, startup_ms=20_000, timing="strict")


def matches(*numbers: int, names: tuple[str, ...] = NAMES) -> list[Assignment]:
    """Returns one match between the bots `names` for each process number in `numbers`: each bot plays the match with
    its process of that number.
    """
    return [replace(assignment(place, names), process=number) for place, number in enumerate(numbers)]


@pytest.mark.usefixtures("nothing_left")
def test_no_more_processes_are_started_than_matches_want(home: Path) -> None:
    finished: list[Finished] = []

    async def live() -> None:
        async with Host(GAME, BEHAVING, CALM, 4, processes=5) as host:
            await host.play(matches(0, 2, 0, 2), finished.append)

    run(live())
    assert len(finished) == 4
    assert [one.record.faults for one in finished if one.record.faults] == []
    assert len(list(processes(home))) == 2 * len(NAMES)


def test_where_timing_is_strict_no_process_is_started_while_another_bot_thinks(home: Path) -> None:
    began: list[int] = []

    async def live() -> None:
        begun: set[bytes] = set()

        def on_progress(match: object) -> None:
            spec = match.spec  # type: ignore[attr-defined]
            if spec.id not in begun:
                begun.add(spec.id)
            began.append(len(list(processes(home))) - len(NAMES) * len(begun))

        async with Host(GAME, BEHAVING, STRICT, 1, on_progress, processes=3) as host:
            await host.play(matches(0, 2), lambda _: None)

    run(live())
    assert set(began) == {0}
    assert len(list(processes(home))) == 2 * len(NAMES)


@pytest.mark.usefixtures("nothing_left")
def test_a_bot_is_withdrawn_with_all_its_processes() -> None:
    """A bot is withdrawn after three failures in a row, and all its processes are ended."""
    names, finished = ("stalls", "ann", "ben"), list[Finished]()

    async def live() -> dict[str, str]:
        async with Host(GAME, [miniature("stalls"), *BEHAVING[:2]], CALM, 3, processes=3) as host:
            playing = asyncio.create_task(host.play(matches(0, 1, 2, 0, 0, 1, names=names), finished.append))
            slots = host._crew.slots
            for place in range(3):
                await _until(lambda: all(map(_owes, slots.values())))
                session = slots["stalls"].session
                assert isinstance(session, BotSession)
                os.kill(session.process.own_number(), signal.SIGKILL)
                await _until(lambda place=place: len(finished) > place)  # type: ignore[misc]
            await playing
            return host.withdrawn()

    withdrawn = run(live())
    assert withdrawn == {
        "stalls": "withdrawn after 3 failures in a row, the last: the process was ended by signal SIGKILL"
    }
    faults = [fault for one in finished for fault in one.record.faults]
    assert [fault.kind for fault in faults].count(FaultKind.DISCONNECT) == 3
    assert {fault.detail for fault in faults if fault.kind is FaultKind.STARTUP} == {withdrawn["stalls"]}
    assert len(faults) == len(finished) == 6


def _owes(slot: Slot) -> bool:
    """Returns False if the slot (one process of a bot) belongs to the bot `stalls` and has no open turn. Returns True
    for all other slots.
    """
    return slot.member.name != "stalls" or bool(slot.player and slot.player.open_turns)


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110  # nobody sets an event
        await asyncio.sleep(0.01)


def test_what_fails_side_by_side_has_failed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    streak = Streak()
    for now, began, count in ((100, 5, 1), (101, 6, 1), (102, 99, 1), (150, 100, 2), (160, 120, 2), (170, 151, 3)):
        monkeypatch.setattr("time.monotonic_ns", lambda now=now: now)
        streak.add(began)
        assert streak.count == count


def test_what_processes_used_is_the_bots() -> None:
    async def live() -> dict[str, int]:
        async with Host(GAME, BEHAVING, CALM, 4, processes=2) as host:
            await host.play(matches(0, 1), lambda _: None)
            used = await host.take_usage()
        return {name: sum(usage.latencies.values()) for name, usage in used.items()}

    together = run(live())

    async def alone() -> dict[str, int]:
        async with Host(GAME, BEHAVING, CALM, 4) as host:
            await host.play(matches(0, 0), lambda _: None)
            used = await host.take_usage()
        return {name: sum(usage.latencies.values()) for name, usage in used.items()}

    assert together == run(alone())
    assert set(together) == {*NAMES}
