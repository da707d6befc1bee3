"""Tests of `Position`, the reader of a state. Its attributes have the names that the protocol uses for views."""

from importlib import import_module
from typing import Any, Final

from arena.games.verraeter import Position, card_count, card_points
from arena.games.verraeter.state.cards import VALUES, WEIGHTS
from tests.games.matches import Case, states_of
from tests.protocol.coded import coded_case, read_start, read_turn, start_bytes, turn_bytes

HIDDEN: Final = {
    "verraeter": {"aside", "hand_points", "hands", "kept"},
    "hetverraad": {"hands", "influence_hands", "tokens"},
}
DERIVED: Final = {"actor", "areas_of", "base", "circle_landscape", "played_points", "seats", "state"}
"""The public attributes of positions that are not secret, but are in no view either. Most of them are in other parts of
the message about a turn, or in the message about the start of a match.
"""


def names(position: Any) -> set[str]:
    return {name for name in dir(type(position)) if not name.startswith("_")}


@coded_case
def test_what_lies_open_is_read_as_the_protocol_tells_it(case: Case) -> None:
    kind = import_module(f"arena.games.{case.key}").Position
    for state, action in list(states_of(case, 41))[::7]:
        seat = case.game.actor(state)
        position = kind(state)
        assert (position.actor, position.seats) == (seat, case.seats)
        if action is None or seat is None:
            continue
        view = getattr(read_turn(turn_bytes(case, state, seat)), case.key)
        fields = {field.name: field for field in view.DESCRIPTOR.fields}
        assert names(position) - {*fields} <= HIDDEN[case.key] | DERIVED
        for name in names(position) & {*fields} - HIDDEN[case.key]:
            told = getattr(view, name)
            if fields[name].is_repeated:
                told = tuple(told)
            elif fields[name].has_presence and not view.HasField(name):
                told = None
            assert getattr(position, name) == told, name


@coded_case
def test_what_is_hidden_is_what_each_seat_sees_of_its_own(case: Case) -> None:
    kind = import_module(f"arena.games.{case.key}").Position
    for state, _ in list(states_of(case, 42))[::31]:
        position = kind(state)
        for seat in range(case.seats):
            view = getattr(read_turn(turn_bytes(case, state, seat)), case.key)
            if case.key == "hetverraad":
                rows = position.hands, position.influence_hands, position.tokens
                assert tuple(row[seat] for row in rows) == (*map(tuple, (view.hand, view.influence, view.tokens)),)
            else:
                hand = sum(count * weight for count, weight in zip(view.hand, WEIGHTS, strict=True))
                assert (position.hands[seat], position.kept[seat]) == (hand, view.pick)
                assert card_count(hand) == position.hand_sizes[seat] == sum(view.hand)
                points = sum(count * value for count, value in zip(view.hand, VALUES, strict=True))
                assert card_points(hand) == position.hand_points[seat] == points
                assert view.aside in (0, position.aside)


@coded_case
def test_what_follows_from_what_lies_open_is_read_as_it_follows(case: Case) -> None:
    kind = import_module(f"arena.games.{case.key}").Position
    for state, _ in list(states_of(case, 43))[::31]:
        position = kind(state)
        setup = getattr(read_start(start_bytes(case, state, 0)), case.key)
        view = getattr(read_turn(turn_bytes(case, state, 0)), case.key)
        if case.key == "hetverraad":
            for owner in range(case.seats + 2):
                owned = [area for area, told in enumerate(view.area_owner) if told == owner]
                assert position.areas_of(owner) == owned
            continue
        assert position.circle_landscape == tuple(setup.circle_landscape)
        assert position.base == (0, *setup.base)
        rows = [view.played[len(VALUES) * seat :][: len(VALUES)] for seat in range(case.seats)]
        points = [sum(count * value for count, value in zip(row, VALUES, strict=True)) for row in rows]
        assert position.played_points == tuple(points)


def test_a_position_reads_the_state_that_was_taken() -> None:
    case = Case("verraeter", "official", 3)
    state = case.deal(5)
    position = Position(state)
    while position.actor is not None:
        assert case.game.take(state, case.game.legal_actions(state)[-1]) is position.state
    assert position.score == case.game.scores(state)
    assert any(position.score)
