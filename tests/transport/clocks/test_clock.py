"""Tests of charging a seat for the time of its choices, and of measuring the delay of the arena itself."""

import asyncio
import time
from itertools import pairwise
from typing import Any

import pytest

from arena.match import Match
from arena.protocol.codecs import CODECS
from arena.transport.clocks.clock import BEAT_NS, NS_PER_MS, TOLERANCE_NS, Clock, Heartbeat
from arena.transport.clocks.latencies import bucket_of
from arena.transport.matches.flight import Playing
from arena.transport.streams.player import Player
from tests.transport.hosting import GAME, assignment, player_of

BANK_MS = 1_000
INCREMENT_MS = 50
CLOCK = Clock(bank_ms=BANK_MS, increment_ms=INCREMENT_MS, startup_ms=1)
THREE = ("first", "second", "third")


def playing_of(number: int, players: list[Player | None]) -> Playing:
    table = assignment(number, THREE)
    return Playing(number, Match(table.spec, GAME), players, CODECS["verraeter"], [CLOCK] * 3, table)


def charge(playing: Playing, seat: int, spent_ns: int) -> bool:
    """Charges the player in the seat for one choice; returns whether the seat had enough time left for it."""
    turn = playing._turns[seat]
    assert turn is not None
    return turn.charge(spent_ns)


def test_a_charge_is_taken_from_the_bank_of_the_seat_and_the_increment_added() -> None:
    playing = playing_of(0, [None, player_of("bot", 1), None])
    assert charge(playing, 1, 300 * NS_PER_MS)
    assert charge(playing, 1, 100 * NS_PER_MS)
    left = BANK_MS - 300 + INCREMENT_MS - 100 + INCREMENT_MS
    assert [clock.bank_ns for clock in playing.clocks] == [BANK_MS * NS_PER_MS, left * NS_PER_MS, BANK_MS * NS_PER_MS]
    assert playing.thinking_us() == (0, 400_000, 0)
    assert playing.slowest_us() == (0, 300_000, 0)


def test_a_charge_is_counted_among_the_choices_of_the_bot_in_that_seat() -> None:
    first, second = player_of("first", 1), player_of("second", 1)
    playing = playing_of(0, [first, second, None])
    for seat, spent_us in ((0, 5), (0, 5), (0, 300_000), (1, 7)):
        charge(playing, seat, spent_us * 1_000 + 999)
    assert {at: count for at, count in enumerate(first.clock.latencies) if count} == {5: 2, bucket_of(300_000): 1}
    assert {at: count for at, count in enumerate(second.clock.latencies) if count} == {7: 1}


def test_a_charge_may_take_the_whole_bank_and_no_more() -> None:
    playing = playing_of(0, [player_of("bot", 1), None, None])
    assert charge(playing, 0, BANK_MS * NS_PER_MS)
    assert not charge(playing, 0, INCREMENT_MS * NS_PER_MS + 1)
    assert playing.clocks[0].bank_ns == INCREMENT_MS * NS_PER_MS


# The arena's own lateness.


def beating(monkeypatch: pytest.MonkeyPatch) -> tuple[Heartbeat, list[int]]:
    """Stops the clock `time.monotonic_ns`; returns a heartbeat and a list of one number, the time at which the clock
    stands, in nanoseconds.
    """
    clock = [10**9]
    monkeypatch.setattr(time, "monotonic_ns", lambda: clock[0])
    return Heartbeat(lambda: None), clock


def test_a_loop_within_its_tolerance_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    heartbeat, [now] = beating(monkeypatch)
    assert heartbeat.late_ns(now) == 0
    assert heartbeat.late_ns(now + BEAT_NS + TOLERANCE_NS) == 0


def test_a_beat_that_is_overdue_counts_before_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    heartbeat, [now] = beating(monkeypatch)
    assert heartbeat.late_ns(now + BEAT_NS + 70 * NS_PER_MS) == 70 * NS_PER_MS


def stalled(stall_s: float) -> tuple[int, list[int]]:
    """Blocks an event loop for `stall_s` seconds; returns the delay that its heartbeat reports and the times of the
    beats, all in nanoseconds.
    """
    beats: list[int] = []

    async def live() -> int:
        heartbeat = Heartbeat(lambda: beats.append(time.monotonic_ns()))
        task = heartbeat.start()
        await asyncio.sleep(0.1)
        before = heartbeat.late_ns(time.monotonic_ns())
        time.sleep(stall_s)  # noqa: ASYNC251  # this is the stall
        during = heartbeat.late_ns(time.monotonic_ns()) - before
        await asyncio.sleep(0.1)
        assert heartbeat.late_ns(time.monotonic_ns()) - before >= during
        heartbeat.stop()
        await asyncio.wait((task,))
        assert task.cancelled()
        return during

    return asyncio.run(live()), beats


def test_a_loop_that_is_really_stopped_says_for_how_long() -> None:
    late_ns, beats = stalled(0.3)
    assert 0.3e9 - BEAT_NS - TOLERANCE_NS <= late_ns <= 0.3e9 + 1e9
    assert max(later - sooner for sooner, later in pairwise(beats)) >= 0.3e9 - BEAT_NS


def test_a_heartbeat_passes_on_what_its_listener_died_of() -> None:
    def listen() -> None:
        raise KeyError("listener")

    async def live() -> Any:  # never returns
        return await Heartbeat(listen).start()

    with pytest.raises(KeyError, match="listener"):
        asyncio.run(live())


def test_a_heartbeat_that_never_began_can_be_stopped() -> None:
    Heartbeat(lambda: None).stop()
