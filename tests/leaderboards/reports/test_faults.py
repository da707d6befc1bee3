"""Tests of the report on bots' failures: the matches that one failure costs, the one match that is shown for it, and
the turn of the failure in this match.
"""

from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import pytest

from arena.authoring.conformance.rehearsal import Case, new_match
from arena.games.registry import create_game
from arena.league.schedule import Fixtures, create_schedule
from arena.match import Fault, FaultKind, Match, replay
from leaderboards.reports.faults import Failure, Moment, failures, moment_of
from leaderboards.store import StoredMatch
from tests.leaderboards.results import league, made_up

GONE = FaultKind.DISCONNECT
GAME = create_game("verraeter")


def crash(seat: int, output: str = "") -> Fault:
    return Fault(seat, GONE, 0, "the process ended with exit status 1", output)


def test_matches_that_a_process_took_along_are_one_failure() -> None:
    matches = [made_up(number, "abc", (0, 0, 0), (1, 2, 3), crash(2, "no plan")) for number in (3, 4, 7)]
    [failure] = failures(matches)
    assert (failure.bot, failure.match.ordinal, failure.others()) == ("c", 3, [4, 7])


def test_the_match_that_the_bot_named_stands_for_the_failure() -> None:
    output = f"The bot failed in match {(4).to_bytes(16, 'big').hex()}, turn 2."
    matches = [made_up(number, "abc", (0, 0, 0), (1, 2, 3), crash(number % 3, output)) for number in (1, 4, 7)]
    [failure] = failures(matches)
    assert (failure.match.ordinal, failure.fault.seat, failure.others()) == (4, 1, [1, 7])


def test_other_outputs_kinds_sentences_and_bots_are_other_failures() -> None:
    late = Fault(0, FaultKind.TIMEOUT, 5, "no choice within the time left")
    matches = [
        made_up(0, "abc", (0, 0, 0), (1, 2, 3), crash(0, "one"), crash(1, "one")),
        made_up(1, "abc", (0, 0, 0), (1, 2, 3), crash(0, "two")),
        made_up(2, "abc", (0, 0, 0), (1, 2, 3), late),
        made_up(3, "abc", (0, 0, 0), (1, 2, 3), replace(late, detail="too late")),
    ]
    assert [(failure.bot, failure.match.ordinal) for failure in failures(matches)] == [
        ("a", 0), ("b", 0), ("a", 1), ("a", 2), ("a", 3),
    ]  # fmt: skip
    assert [failure.match.ordinal for failure in failures(matches, "b")] == [0]
    assert failures(matches, "c") == []


@cache
def forfeited(seat: int, own_turn: bool) -> Failure:
    """Returns a failure of a seat, either in its third turn or, if `own_turn` is False, just after its third turn, when
    another seat must move.
    """
    spec = Fixtures(league()).assignments(next(create_schedule(league()).blocks()))[0].spec
    match, rng, turns = Match(spec, GAME), Random(1), 0
    while match.actor is not None:
        turns += match.actor == seat
        if turns >= 3 and (match.actor == seat) == own_turn:
            match.fault(seat, GONE, "gone")
        if match.actor is not None:
            match.choose(rng.choice(match.legal))
    stored = StoredMatch(0, match.record(), (0, 0, 0), (0, 0, 0))
    [failure] = failures([stored])
    return failure


@pytest.mark.parametrize("seat", range(3))
def test_the_moment_has_the_turn_of_the_seat_and_the_phase_of_the_round(seat: int) -> None:
    failure = forfeited(seat, own_turn=True)
    moment = moment_of(failure, GAME)
    assert moment
    assert moment.turn == 3
    state = next(step.state for step in islice(replay(failure.match.record, GAME), failure.fault.action_count, None))
    told = GAME.reveal(state)
    assert (moment.round, moment.phase) == (told["round"], told["phase"])


@pytest.mark.parametrize("seat", range(3))
def test_a_failure_while_others_had_the_turn_has_no_turn(seat: int) -> None:
    moment = moment_of(forfeited(seat, own_turn=False), GAME)
    assert moment
    assert moment.turn is None


def test_a_game_without_rounds_has_none_in_the_moment() -> None:
    game = create_game("connect-four")
    match = new_match(game, Case("connect-four", "standard", 2, 0, 7))
    match.fault(0, GONE, "gone")
    while match.actor is not None:
        match.choose(match.legal[0])
    [failure] = failures([StoredMatch(0, match.record(), (0, 0), (0, 0))])
    assert moment_of(failure, game) == Moment(None, "", 1)


def test_the_moment_in_a_record_of_other_rules_is_unknown() -> None:
    failure = forfeited(0, own_turn=True)
    record = failure.match.record
    other = replace(record, spec=replace(record.spec, rules_version=99))
    assert moment_of(Failure("ann", replace(failure.match, record=other), failure.fault), GAME) is None
