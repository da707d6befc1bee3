"""Tests of the boards of every game as JSON. They are complete for a viewer who may see everything, less complete for
others, and always have the same structure.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

from tests.games.matches import Case, every_case, facts, spread, states_of
from tests.suite.sizes import sized


def stages_of(case: Case, seed: int) -> Iterator[Any]:
    """Iterates over some states of a random match. Each is followed by the stages of the action taken in it: the state
    after the action itself, and the state after each event that follows without a choice.
    """
    for state, action in spread(states_of(case, seed), sized(30, 60)):
        yield state
        if action is not None:
            yield from case.game.stages(state, action)


def boards(case: Case, state: Any) -> list[Any]:
    """Returns the boards of a state for a viewer who sees everything, for spectators, and for each seat, in order."""
    game = case.game
    return [
        game.reveal(state),
        game.open_table(state),
        *(game.show(game.view(state, seat)) for seat in range(case.seats)),
    ]


def fits(part: Any, whole: Any) -> bool:
    """Returns whether `part` has the same structure as `whole`. An unknown value may be None in `part`."""
    if isinstance(whole, dict) and isinstance(part, dict):
        same = list(part) == list(whole)
        return same and all(key.endswith("_seen_by") or fits(part[key], whole[key]) for key in whole)
    if isinstance(whole, list) and isinstance(part, list):
        return len(part) == len(whole) and all(map(fits, part, whole))
    return part is None or type(part) is type(whole)


@every_case
def test_boards_are_what_json_can_hold(case: Case) -> None:
    for state in stages_of(case, 1):
        for board in boards(case, state):
            assert json.loads(json.dumps(board)) == board
            assert {"round", "phase", "seats"} <= set(board)


@every_case
def test_whoever_looks_the_board_has_the_same_shape(case: Case) -> None:
    for state in stages_of(case, 2):
        everything, *others = boards(case, state)
        assert all(fits(board, everything) for board in others)


@every_case
def test_views_that_differ_are_boards_that_differ(case: Case) -> None:
    """A board contains everything that is in its seat's view: if two views differ, their boards differ."""
    found: dict[str, Any] = {}
    for seed in range(sized(1, 3)):
        for state, _ in spread(states_of(case, seed), 80):
            for seat in range(case.seats):
                view = case.game.view(state, seat)
                board = json.dumps([seat, seed, case.game.actor(state), case.game.show(view)])
                assert facts(found.setdefault(board, view)) == facts(view)


@every_case
def test_no_board_depends_on_what_those_who_see_it_cannot_know(case: Case) -> None:
    """No board depends on what its viewer cannot know, also while the consequences of an action are carried out."""
    game, rng, others = case.game, random.Random(0), 0
    for state in stages_of(case, 4):
        table = json.dumps(game.open_table(state))
        for seat in range(case.seats):
            view = game.view(state, seat)
            other = game.sample(view, rng)
            others += game.reveal(other) != game.reveal(state)
            assert json.dumps(game.show(game.view(other, seat))) == json.dumps(game.show(view))
            assert json.dumps(game.open_table(other)) == table
    assert others > 100


@every_case
def test_the_open_table_tells_all_that_is_alike_for_all_seats(case: Case) -> None:
    """The board for spectators shows everything that all seats see alike. The part `seats` is not compared, because the
    hands in it look different to different viewers.
    """
    for state, _ in spread(states_of(case, 5), 60):
        _, table, *seats = boards(case, state)
        for name, part in table.items():
            if name != "seats" and all(board[name] == seats[0][name] for board in seats):
                assert part == seats[0][name]


@every_case
def test_the_set_up_is_the_same_all_through_the_match_whoever_asks(case: Case) -> None:
    setups = {
        json.dumps(case.game.setup(case.game.view(state, seat)))
        for state, _ in spread(states_of(case, 6), 20)
        for seat in range(case.seats)
    }
    assert len(setups) == 1
    assert json.loads(setups.pop())["seats"] == case.seats


@every_case
def test_the_last_stage_of_an_action_is_the_state_after_it(case: Case) -> None:
    for state, action in spread(states_of(case, 7), 60):
        if action is not None:
            before = facts(state)
            *on_the_way, last = case.game.stages(state, action)
            assert last == case.game.apply(state, action)
            assert all(case.game.actor(stage) is None for stage in on_the_way)
            assert facts(state) == before


@every_case
def test_legal_actions_differ_in_their_parts(case: Case) -> None:
    for state, _ in spread(states_of(case, 8), 60):
        legal = case.game.legal_actions(state)
        parts = [case.game.action_parts(state, action) for action in legal]
        assert json.loads(json.dumps(parts)) == parts
        assert all(isinstance(part["kind"], str) for part in parts)
        assert len({json.dumps(part) for part in parts}) == len(legal)


@every_case
def test_who_acts_knows_all_parts_and_others_all_but_some(case: Case) -> None:
    game = case.game
    for state, action in states_of(case, 9):
        if action is not None:
            now, parts = game.apply(state, action), game.action_parts(state, action)
            assert not game.secret_parts(state, action, game.actor(state), now)
            for seat in (None, *range(case.seats)):
                secret = set(game.secret_parts(state, action, seat, now))
                assert secret <= set(parts) - {"kind"}
                assert set(game.secret_parts(state, action, None, now)) >= secret
