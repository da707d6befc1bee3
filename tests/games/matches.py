"""Random matches of every game: the cases (game, edition and number of seats) that all contract tests use, and the
functions that play their matches.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from typing import Any, Final, NamedTuple

import pytest

from arena.cli.compiled import is_compiled
from arena.games.cells import blank
from arena.games.chance import Chance
from arena.games.contract import Game
from arena.games.registry import BUILT_IN, GAMES, create_game
from arena.games.values import attributes
from tests.suite.sizes import sized

LONGEST: Final = 2000
"""The maximum number of actions in a match; a match that reaches it is an error."""
MANY: Final = 1000 if is_compiled() else sized(20, 100)
"""The number of matches of each case in tests of invariants. Plain Python needs only a few, because the
modules compiled from the same code play many.
"""
PLAIN: Final = frozenset({int, bool, str, bytes, float, frozenset, type(None)})
"""The types with immutable values."""
CELLS: Final = type(blank(0))


class Case(NamedTuple):
    """A case for a contract test: a game, one of its editions, and a number of seats."""

    key: str
    edition: str
    seats: int

    @property
    def game(self) -> Game[Any, Any]:
        """The game of the case; all cases of one game share one object during the whole test run."""
        return _games[self.key]

    def deal(self, seed: int) -> Any:
        """Returns the first state of the deal with this seed."""
        return self.game.deal(self.seats, self.edition, chance_of(seed))


_games: Final = {key: create_game(key) for key in BUILT_IN}

CASES: Final = [
    Case(key, edition, seats)
    for key in BUILT_IN
    for edition in GAMES[key].info.editions
    for seats in GAMES[key].info.seats
]
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
every_case_of_verraeter = pytest.mark.parametrize(
    "case",
    [case for case in CASES if case.key == "verraeter"],
    ids=lambda case: f"{case.edition}-{case.seats}",
)


def chance_of(seed: int) -> Chance:
    """Returns the source of all random events in the deal with this number."""
    return Chance(seed.to_bytes(16, "big"))


def states_of(case: Case, seed: int) -> Iterator[tuple[Any, int | None]]:
    """Iterates over the states of a random match, each with the action taken in it; the last state has None."""
    game, rng = case.game, random.Random(seed)
    state = case.deal(seed)
    for _ in range(LONGEST):
        if game.actor(state) is None:
            yield state, None
            return
        legal = game.legal_actions(state)
        action = legal[int(rng.random() * len(legal))]
        yield state, action
        state = game.apply(state, action)
    raise AssertionError(f"{case} with seed {seed} does not end")


def spread(states: Iterable[tuple[Any, int | None]], most: int = 120) -> list[tuple[Any, int | None]]:
    """Returns all states of a short match. Of a long match it returns at most `most` states, evenly spread."""
    found = list(states)
    return found[:: -(-len(found) // most)]


def many_states_of(case: Case, seed: int) -> list[tuple[Any, int | None]]:
    """Returns at most 120 states of a random match, evenly spread. In `make test-all` it returns every state."""
    return spread(states_of(case, seed), sized(120, LONGEST))


def facts(value: object) -> object:
    """Returns a copy of `value` that can be stored and compared: every mutable object in it is replaced by its
    attributes.
    """
    kind = type(value)
    if kind in PLAIN or (is_dataclass(kind) and kind.__dataclass_params__.frozen):  # type: ignore[attr-defined]
        return value
    if isinstance(value, Chance):
        return value.seed
    if isinstance(value, tuple):
        return value if all(type(item) in PLAIN for item in value) else tuple(map(facts, value))
    if isinstance(value, list) or kind is CELLS:
        return list(map(facts, value))  # type: ignore[call-overload]  # rows of cells are iterable, too
    if isinstance(value, dict):
        return {key: facts(item) for key, item in value.items()}
    return {name: facts(getattr(value, name)) for name in attributes(kind)}
