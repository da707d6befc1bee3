"""Tests of the thinking times that a host stores if its clock has `keep_times`: one time for each action of a match."""

from dataclasses import replace

from arena.match import replay
from tests.transport.hosting import CALM, GAME, miniature, play

KEEPING = replace(CALM, keep_times=True)
THREE = ("first", "second", "third")


def test_without_being_asked_a_host_keeps_no_times() -> None:
    (finished,) = play([miniature("behaves", name) for name in THREE], [THREE]).finished
    assert finished.choices_us == ()


def test_each_action_has_its_time_and_together_they_are_the_thinking_time() -> None:
    launches = [miniature("behaves", name) for name in THREE]
    for finished in play(launches, [THREE] * 8, KEEPING, in_flight=8).finished:
        actions = len(finished.record.actions)
        assert len(finished.choices_us) == actions
        assert max(finished.choices_us) == max(finished.slowest_us)
        assert 0 <= sum(finished.thinking_us) - sum(finished.choices_us) <= actions  # each is rounded down


def test_the_action_that_replaces_a_failed_choice_has_its_time_and_later_ones_of_the_stand_in_none() -> None:
    names = ("illegal_action", "second", "third")
    launches = [miniature(names[0]), *(miniature("behaves", name) for name in names[1:])]
    (finished,) = play(launches, [names], KEEPING).finished
    (fault,) = finished.record.faults
    stood = [number - 1 for number, step in enumerate(replay(finished.record, GAME)) if step.stand_in]
    assert stood[0] == fault.action_count
    assert finished.choices_us[stood[0]] == finished.thinking_us[fault.seat]
    assert {finished.choices_us[number] for number in stood[1:]} == {0}
