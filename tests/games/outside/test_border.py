"""Tests of games with a single error each. The message must name the game, the method, the wrong value and the expected
one.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from arena.errors import ArenaError
from arena.games import Row
from arena.games.chance import Chance
from arena.games.outside.fault import GameFault
from arena.games.outside.game import Outside
from arena.match import Entrant, Match, MatchSpec
from tests.games.outside.pig import GAME, Pig, State

CHANCE = Chance(bytes(16))


class Whole:
    """An integer like the integers of numpy: it is not an `int`, but can be used as an index."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def pig(**parts: Any) -> Pig:
    """Returns the game pig with these attributes in place of its own."""
    wrong = Pig()
    for name, part in parts.items():
        setattr(wrong, name, part)
    return wrong


def facts(**parts: Any) -> Any:
    """Returns the `info` of the game pig, with these attributes replaced."""
    return replace(GAME.info, **parts)


def row(name: str, **parts: Any) -> Row:
    """Returns a row with these attributes, which may be invalid. A row is a series of values in a view."""
    return Row(name, **parts)


def rows_of(*rows: Any) -> Any:
    return replace(GAME.info, rows=rows)


def endless(values: int = 1 << 17) -> Iterator[int]:
    return iter(range(values))


def fail(*_: object) -> Any:
    raise ZeroDivisionError("division by zero")


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "an actor beyond the seats": (
        {"actor": lambda state: 3},
        "actor returned 3 (int); expected a seat, 0 to 2, or None",
    ),
    "an actor that is a bool": ({"actor": lambda state: True}, "actor returned True (bool); expected a seat"),
    "no actions": (
        {"legal_actions": lambda state: []},
        "legal_actions returned [] (list); expected at least one action",
    ),
    "actions that are a text": (
        {"legal_actions": lambda state: "01"},
        "legal_actions returned '01' (str); expected a list of integers",
    ),
    "an action that is a real": (
        {"legal_actions": lambda state: [1.0]},
        "legal_actions returned [1.0] (list); expected a list of integers",
    ),
    "an action too large": (
        {"legal_actions": lambda state: [1, 2]},
        "legal_actions returned 2 (int); expected actions from 0 to 1",
    ),
    "an action twice": (
        {"legal_actions": lambda state: [1, 1]},
        "legal_actions returned [1, 1] (list); expected each action once",
    ),
    "nothing legal": ({"legal_actions": lambda state: None}, "legal_actions returned None (NoneType); expected a list"),
    "a score that is a real": (
        {"scores": lambda state: [0.5, 0, 0]},
        "scores returned [0.5, 0, 0] (list); expected a list of 3 integers",
    ),
    "a score too few": (
        {"scores": lambda state: (0, 0)},
        "scores returned (0, 0) (tuple); expected a list of 3 integers",
    ),
    "merits of nobody": ({"merits": lambda state: ()}, "merits returned () (tuple); expected a list of 3 integers"),
    "a name that is no text": (
        {"action_name": lambda state, action: 7},
        "action_name returned 7 (int); expected a text",
    ),
    "a name of two lines": (
        {"action_name": lambda state, action: "a\nb"},
        r"action_name returned 'a\nb' (str); expected a text",
    ),
    "rows that are a list": ({"rows": lambda state, seat: [1]}, "rows returned [1] (list); expected a dict"),
    "a row that is missing": (
        {"rows": lambda state, seat: {"score": (0,)}},
        "expected a row 'turn', as info.rows says",
    ),
    "a row too many": (
        {"rows": lambda state, seat: {"score": (0,), "turn": 0, "die": 1}},
        "rows returned ['die'] (list); expected only score, turn",
    ),
    "a row too long": (
        {"rows": lambda state, seat: {"score": (0,), "turn": (1, 2)}},
        "rows, 'turn', returned (1, 2) (tuple); expected 1 values, as info.rows says",
    ),
    "a row without end": (
        {"rows": lambda state, seat: {"score": endless(), "turn": 0}},
        "rows, 'score', returned 65537 (int); expected at most 65536",
    ),
    "a place that is a text": (
        {"rows": lambda state, seat: {"score": ("a",), "turn": 0}},
        "rows, 'score', returned 'a' (str); expected integers",
    ),
    "a place hidden in a row that hides none": (
        {"rows": lambda state, seat: {"score": (None,), "turn": 0}},
        "rows, 'score', returned None (NoneType); expected integers; places are hidden only in a Row(..., hides=True)",
    ),
    "a text that is a number": (
        {"info": rows_of(Row("word", kind="text")), "rows": lambda state, seat: {"word": 3}},
        "rows, 'word', returned 3 (int); expected texts",
    ),
    "a number that is none": (
        {"info": rows_of(Row("odds", kind="reals")), "rows": lambda state, seat: {"odds": [float("nan")]}},
        "rows, 'odds', returned nan (float); expected numbers that are finite",
    ),
    "a generator that fails": (
        {"legal_actions": lambda state: (fail() for _ in "a")},
        "legal_actions raised ZeroDivisionError: division by zero (",
    ),
    "a row whose generator fails": (
        {"rows": lambda state, seat: {"score": (fail() for _ in "a"), "turn": 0}},
        "rows raised ZeroDivisionError: division by zero (",
    ),
    "a method that ends the program": ({"scores": lambda state: sys.exit(3)}, "scores raised SystemExit: 3"),
    "a method that fails": ({"scores": fail}, "scores raised ZeroDivisionError: division by zero (" + __file__),
}


def asked(game: Outside) -> None:
    """Calls methods of the game in its first state, so that any wrong result raises a GameFault."""
    state = game.deal(3, "standard", CHANCE)
    game.merits(state)
    game.view(state, 0)
    game.action_name(state, game.legal_actions(state)[0])


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_game_is_told_in_one_sentence(what: str) -> None:
    parts, said = WRONG[what]
    with pytest.raises(GameFault) as caught:
        asked(Outside(pig(**parts), "pig"))
    assert caught.value.code == "game-fault"
    assert caught.value.message.startswith("the game Pig: ")
    assert said in caught.value.message
    assert "\n" not in caught.value.message


def test_what_can_be_converted_is() -> None:
    game = Outside(
        pig(
            actor=lambda state: Whole(1),
            legal_actions=lambda state: iter([Whole(1), 0]),
            scores=lambda state: [Whole(5), 2, 1],
            rows=lambda state, seat: {"score": (one for one in [Whole(5)]), "turn": Whole(2)},
        ),
        "pig",
    )
    state = game.deal(3, "standard", CHANCE)
    assert (game.actor(state), game.legal_actions(state), game.scores(state)) == (1, (0, 1), (5, 2, 1))
    assert game.view(state, 0).rows() == {"score": [5], "turn": [2]}
    flags = Outside(pig(rows=lambda state, seat: {"score": (True, 500), "turn": False}), "pig")
    assert flags.view(flags.deal(3, "standard", CHANCE), 0).rows() == {"score": [1, 500], "turn": [0]}
    numbers = [game.actor(state), *game.legal_actions(state), *game.scores(state), *game.view(state, 0).ints()]
    assert {type(number) for number in numbers} == {int}


def test_a_state_that_is_changed_is_found_when_an_action_is_applied() -> None:
    class Changing(Pig):
        def deal(self, seats: int, edition: str, chance: Chance) -> Any:
            return [State(chance, (0,) * seats)]

        def apply(self, state: Any, action: int) -> Any:
            state[0] = Pig.apply(self, state[0], action)
            return state

        def __getattribute__(self, name: str) -> Any:
            known = super().__getattribute__(name)
            if name not in ("actor", "legal_actions", "scores", "rows"):
                return known
            return lambda state, *rest: known(state[0], *rest)

    game = Outside(Changing(), "pig")
    state = game.deal(2, "standard", Chance(b"16 bytes of luck"))
    with pytest.raises(
        GameFault, match=r"apply returned .*; expected a new state, and the row 'turn' of the given state unchanged"
    ):
        game.apply(state, 1)


def test_a_match_without_end_is_broken_off() -> None:
    game = Outside(
        pig(info=replace(GAME.info, longest=5), actor=lambda state: 0, legal_actions=lambda state: [1]), "pig"
    )
    state = game.deal(2, "standard", CHANCE)
    for _ in range(5):
        assert game.legal_actions(state) == (1,)
        state = game.take(state, 1)
    with pytest.raises(
        GameFault, match=r"expected None, because a match is over after 5 actions, as info.longest says"
    ):
        game.legal_actions(state)


def spec_of(game: Outside) -> MatchSpec:
    entrants = tuple(Entrant(name, "1", bytes(16)) for name in ("ann", "ben"))
    return MatchSpec(b"\xab" * 16, "pig", 1, "standard", bytes(16), b"\xcd" * 16, entrants)


def take_third(state: State, action: int) -> State:
    return fail() if state.rolls == 2 else Pig.apply(GAME, state, action)


PLACES: dict[str, tuple[dict[str, Any], Callable[[Match], object], int]] = {
    "deal": ({"deal": fail}, lambda match: None, 0),
    "view": ({"rows": fail}, lambda match: match.view(0), 0),
    "action": ({"apply": take_third}, lambda match: [match.choose(1) for _ in range(3)], 3),
}


@pytest.mark.parametrize("place", PLACES)
def test_in_a_match_it_is_told_with_match_deal_and_action(place: str) -> None:
    parts, play, actions = PLACES[place]
    game = Outside(pig(**parts), "pig")
    with pytest.raises(GameFault) as caught:
        play(Match(spec_of(game), game))
    assert f"(match {'ab' * 16}, deal {'cd' * 16}, after {actions} actions)" in caught.value.message


FACTS: dict[str, tuple[dict[str, Any], str]] = {
    "no facts": ({"info": None}, "info is None (NoneType)"),
    "a method missing": ({"scores": 3}, "the method scores is missing"),
    "no title": ({"info": replace(GAME.info, title="")}, "info.title is '' (str)"),
    "one seat": ({"info": replace(GAME.info, seats=(1, 2))}, "info.seats is (1, 2) (tuple)"),
    "a gap in the seats": ({"info": replace(GAME.info, seats=(2, 4))}, "info.seats is (2, 4) (tuple)"),
    "no actions": ({"info": replace(GAME.info, actions=0)}, "info.actions is 0 (int)"),
    "version 0": ({"info": replace(GAME.info, version=0)}, "info.version is 0 (int)"),
    "no edition": ({"info": replace(GAME.info, editions={})}, "info.editions is empty"),
    "a strange edition": ({"info": replace(GAME.info, editions={"<b>": ""})}, "info.editions has '<b>' (str)"),
    "no rows": ({"info": rows_of()}, "info.rows has the names "),
    "two rows of a name": ({"info": rows_of(Row("a"), Row("a"))}, "info.rows has the names a, a"),
    "a row that is a text": ({"info": rows_of("a")}, "info.rows has 'a' (str)"),
    "a row with a blank": ({"info": rows_of(Row("a b"))}, "a row is called 'a b' (str)"),
    "a kind there is not": ({"info": rows_of(Row("a", kind="int"))}, "the row a is of kind 'int' (str)"),
    "texts that hide": (
        {"info": rows_of(Row("a", kind="text", hides=True))},
        "the row a of kind text has hides = True",
    ),
    "a row where rows are wanted": ({"info": facts(rows=Row("a"))}, "info.rows is Row(name='a'"),
    "a list of editions": ({"info": facts(editions=["a"])}, "info.editions is ['a'] (list)"),
    "marks that are none": ({"info": rows_of(row("a", marks=None))}, "the row a has the marks None (NoneType)"),
    "a row that hides 1": ({"info": rows_of(row("a", hides=1))}, "info.rows, a.hides is 1 (int)"),
    "a width below 0": ({"info": rows_of(Row("a", width=-1))}, "info.rows, a.width is -1 (int)"),
}


@pytest.mark.parametrize("what", FACTS)
def test_wrong_facts_are_refused_before_any_match(what: str) -> None:
    parts, said = FACTS[what]
    with pytest.raises(ArenaError) as caught:
        Outside(pig(**parts), "pig")
    assert caught.value.code == "bad-game"
    assert caught.value.message == f"pig is not a valid game: {said}" or caught.value.message.startswith(
        f"pig is not a valid game: {said}"
    )
    assert caught.value.hint
