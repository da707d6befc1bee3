"""Tests of time limits for a bot that the machine has delayed; the tests set the clock by hand."""

import time

import pytest

from arena.asking.harness.patience import NS_PER_S, Patience, Untried

START_NS = 100 * NS_PER_S


class Machine:
    """A simulated machine: a test sets its clock, the delays of the bot and of the arena, and the processor time that
    the bot has used.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_s, self.waited_s, self.late_s, self.used_s = 0.0, 0.0, 0.0, 0.0
        monkeypatch.setattr(time, "monotonic_ns", lambda: START_NS + int(self.now_s * NS_PER_S))

    def patience(self, limit_s: float) -> Patience:
        return Patience(
            limit_s,
            lambda: {1: int(self.waited_s * NS_PER_S)},
            lambda _: int(self.late_s * NS_PER_S),
            lambda: int(self.used_s * NS_PER_S),
        )


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def test_a_bot_on_an_idle_machine_is_waited_for_as_long_as_the_limit_says(machine: Machine) -> None:
    machine.waited_s = machine.late_s = 60.0  # from before the wait, so it does not count
    patience = machine.patience(10.0)
    assert patience.more_s() == 10.0
    machine.now_s = 10.0
    assert patience.more_s() == 0.0
    patience.demand_calm("")


def test_what_the_bot_and_the_arena_had_to_wait_is_granted_once_more(machine: Machine) -> None:
    patience = machine.patience(10.0)
    machine.now_s, machine.waited_s, machine.late_s = 10.0, 3.0, 2.0
    assert patience.more_s() == 5.0
    patience.demand_calm("")


def test_a_machine_that_kept_a_bot_waiting_all_the_time_says_nothing_of_it(machine: Machine) -> None:
    patience = machine.patience(10.0)
    machine.now_s, machine.waited_s = 50.0, 1_000.0
    assert patience.more_s() == 0.0
    with pytest.raises(Untried, match="this machine was too busy: no hello"):
        patience.demand_calm("no hello")


def test_a_bot_that_has_computed_for_as_long_as_the_limit_had_its_time(machine: Machine) -> None:
    machine.used_s = 60.0  # from before the wait, so it does not count
    patience = machine.patience(10.0)
    machine.now_s, machine.waited_s, machine.used_s = 50.0, 1_000.0, 69.0
    with pytest.raises(Untried):
        patience.demand_calm("")
    machine.used_s = 70.0
    patience.demand_calm("")
