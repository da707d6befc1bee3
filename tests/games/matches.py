"""Random matches of every game: the cases all contract tests run through, and how they are played."""

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
"""More actions than any match may take."""
MANY: Final = 1000 if is_compiled() else sized(20, 100)
"""Matches of each case in which something always holds: the sources of the compiled modules are the same."""
PLAIN: Final = frozenset({int, bool, str, bytes, float, frozenset, type(None)})
"""Types whose values never change."""
CELLS: Final = type(blank(0))


class Case(NamedTuple):
    """A game, one of its editions, and a number of seats."""

    key: str
    edition: str
    seats: int

    @property
    def game(self) -> Game[Any, Any]:
        """The game; one object per key for the whole run."""
        return _games[self.key]

    def deal(self, seed: int) -> Any:
        """The first state of the deal with this seed."""
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
    """The chance of a numbered deal."""
    return Chance(seed.to_bytes(16, "big"))


def states_of(case: Case, seed: int) -> Iterator[tuple[Any, int | None]]:
    """Each state of a random match with the action then taken; None with the last state."""
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
    """All states of a short match; of a long one at most so many, evenly spread."""
    found = list(states)
    return found[:: -(-len(found) // most)]


def many_states_of(case: Case, seed: int) -> list[tuple[Any, int | None]]:
    """States of a random match, enough of each phase; in test-all every one of them."""
    return spread(states_of(case, seed), sized(120, LONGEST))


def facts(value: object) -> object:
    """`value` with every object that may change replaced by its attributes, so that it can be kept and compared."""
    kind = type(value)
    if kind in PLAIN or (is_dataclass(kind) and kind.__dataclass_params__.frozen):  # type: ignore[attr-defined]
        return value
    if isinstance(value, Chance):
        return value.seed
    if isinstance(value, tuple):
        return value if all(type(item) in PLAIN for item in value) else tuple(map(facts, value))
    if isinstance(value, list) or kind is CELLS:
        return list(map(facts, value))  # type: ignore[call-overload]  # cells can be iterated too
    if isinstance(value, dict):
        return {key: facts(item) for key, item in value.items()}
    return {name: facts(getattr(value, name)) for name in attributes(kind)}
