"""Tests of the time that a player is charged: when this time starts, to which of the player's open turns it belongs,
and how the time by which the arena itself was late is subtracted. The tests set the time themselves.
"""

import time

import pytest

from arena.transport.clocks.clock import NS_PER_MS, Clock
from arena.transport.clocks.player_clock import SILENT_BANKS
from arena.transport.clocks.seat_clock import SeatClock
from arena.transport.streams.player import OpenTurn
from tests.transport.hosting import Lateness, player_of

BANK_NS = 1_000 * NS_PER_MS
LIMIT_NS = BANK_NS + NS_PER_MS
"""The time in nanoseconds after which a turn has run out, if the seat has used none of its bank (its thinking time for
the match) before.
"""
SILENT_NS = SILENT_BANKS * BANK_NS
CLOCK = Clock(bank_ms=1_000, increment_ms=50, startup_ms=1)


class Times:
    """A player that has received two turns, and a clock that the test advances."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._now_ns = 10**12
        self._heartbeat = Lateness()
        monkeypatch.setattr(time, "monotonic_ns", lambda: self._now_ns)
        self.player = player_of("bot", 2, CLOCK, self._heartbeat)
        self.seats = [SeatClock(CLOCK), SeatClock(CLOCK)]
        for turn_id, seat in enumerate(self.seats):
            self.player.ask(turn_id, OpenTurn(turn_id, 0, seat), b"turn")
        self.player.take_messages()

    def goes_by(self, elapsed_ns: int, late_ns: int = 0) -> None:
        """Advances the time by `elapsed_ns`; the arena was late for the last `late_ns` of this time."""
        self._now_ns += elapsed_ns
        self._heartbeat.total_ns += late_ns

    def overdue(self) -> int | None:
        """Returns the number of the match with a turn that has run out; None if there is none."""
        turn = self.player.overdue_turn()
        return turn.match if turn else None


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    return Times(monkeypatch)


def test_a_choice_is_charged_the_time_since_its_batch_was_sent_or_the_one_before_came(times: Times) -> None:
    times.goes_by(700)
    assert times.player.clock.hear() == 700
    times.goes_by(40)
    assert times.player.clock.hear() == 40
    for turn_id in range(2):
        times.player.close(turn_id)
    times.goes_by(5_000)
    times.player.ask(2, OpenTurn(2, 0, SeatClock(CLOCK)), b"turn")
    times.player.take_messages()
    times.goes_by(3)
    assert times.player.clock.hear() == 3


def test_a_bot_that_owes_an_answer_gets_no_time_by_what_it_is_sent(times: Times) -> None:
    times.goes_by(700)
    times.player.say(b"more")
    assert times.player.take_messages() == [b"more"]
    times.goes_by(40)
    assert times.player.clock.hear() == 740


def test_choices_that_come_together_share_the_time(times: Times) -> None:
    times.goes_by(701)
    assert times.player.clock.hear(2) == 350


def test_what_the_arena_was_late_is_not_charged(times: Times) -> None:
    times.goes_by(700, late_ns=300)
    assert times.player.clock.hear() == 400
    times.goes_by(700)
    assert times.player.clock.hear() == 700


def test_nobody_is_charged_less_than_nothing(times: Times) -> None:
    times.goes_by(30, late_ns=50)
    assert times.player.clock.hear() == 0


def test_a_turn_is_overdue_when_its_bank_is_used_up_and_not_before(times: Times) -> None:
    times.goes_by(LIMIT_NS)
    assert times.overdue() is None
    times.goes_by(1, late_ns=1)
    assert times.overdue() is None
    times.goes_by(1)
    assert times.overdue() == 0


def test_only_the_turn_first_in_line_can_be_overdue(times: Times) -> None:
    times.goes_by(BANK_NS)
    times.seats[1].bank_ns = 0
    assert times.overdue() is None
    times.seats[0].bank_ns = 0
    assert times.overdue() == 0


def test_nothing_is_overdue_for_a_bot_that_owes_nothing(times: Times) -> None:
    for turn_id in range(2):
        times.player.close(turn_id)
    times.goes_by(10**18)
    assert times.overdue() is None


def test_while_a_bot_is_silent_after_a_turn_ran_out_no_other_turn_does_and_none_is_charged(times: Times) -> None:
    times.goes_by(LIMIT_NS + 1)
    assert times.player.expire("first") == LIMIT_NS + 1
    times.goes_by(10**18)
    assert times.overdue() is None
    assert times.player.close(0) is None  # the answer comes too late, which is no fault
    assert times.player.clock.hear() == 0
    times.goes_by(LIMIT_NS)
    assert times.overdue() is None
    times.goes_by(1)
    assert times.overdue() == 1


def test_since_when_a_bot_owes_is_since_it_was_asked_or_spoke_whatever_turn_runs_out(times: Times) -> None:
    asked_ns = times.player.clock.owes_from_ns
    times.goes_by(LIMIT_NS + 1)
    times.player.expire("first")
    assert times.player.clock.owes_from_ns == asked_ns
    times.player.clock.hear()
    assert times.player.clock.owes_from_ns == asked_ns + LIMIT_NS + 1


def test_a_bot_that_does_not_read_its_stream_owes_an_answer_since_the_turns_that_wait_count_as_open(
    times: Times,
) -> None:
    for turn_id in range(2):
        times.player.close(turn_id)
    times.player.clock.hear(2)
    heard_ns = times.player.clock.owes_from_ns
    times.player.writing = True
    times.player.ask(2, OpenTurn(2, 0, SeatClock(CLOCK)), b"turn")
    times.goes_by(5_000)
    assert times.player.owe_what_waits()
    assert times.player.clock.owes_from_ns == heard_ns + 5_000


def test_a_silent_bot_is_hung_when_it_owes_an_answer_for_two_banks_and_not_before(times: Times) -> None:
    times.goes_by(SILENT_NS + 1)
    assert not times.player.hung()
    times.player.expire("first")
    times.goes_by(SILENT_NS)
    assert not times.player.hung()
    times.goes_by(1, late_ns=1)
    assert not times.player.hung()
    times.goes_by(1)
    assert times.player.hung()
    times.player.expire("second")
    times.goes_by(SILENT_NS + 1)
    assert not times.player.hung()  # the bot owes only answers for which nobody waits any more


def test_a_turn_that_is_taken_back_is_charged_if_it_was_first_in_line(times: Times) -> None:
    times.goes_by(700)
    times.player.withdraw(1)
    assert [seat.thinking_ns for seat in times.seats] == [0, 0]
    times.player.withdraw(0)
    assert [seat.thinking_ns for seat in times.seats] == [700, 0]
    assert times.player.clock.hear() == 0


def test_a_turn_that_is_taken_back_from_a_silent_bot_is_not_charged_and_leaves_it_silent(times: Times) -> None:
    times.player.ask(2, OpenTurn(2, 0, SeatClock(CLOCK)), b"")
    times.player.take_messages()
    times.player.expire("first")
    times.goes_by(SILENT_NS)
    times.player.withdraw(1)
    assert times.seats[1].thinking_ns == 0
    times.goes_by(1)
    assert times.player.hung()
