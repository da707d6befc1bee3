"""Tests that no call of an engine from Python leaks memory. The tests call all public functions, in plain and in
compiled modules.
"""

import ast
import copy
import importlib
import pickle
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import arena
from arena.games import cells as rows
from arena.games.contract import Game
from arena.games.registry import BUILT_IN, shipped_components
from arena.games.values import Value
from tests.games.held import kept, new_objects_alone
from tests.games.matches import CASES, Case, chance_of, spread, states_of
from tests.suite.sizes import sized

CALLS: Final = sized(200, 2_000)
"""The number of calls of each function in each state."""
STATES: Final = sized(4, 10)
GAMES: Final = Path(arena.__file__).parent / "games"
FIRST: Final = [next(case for case in CASES if case.key == key) for key in BUILT_IN]
each_game = pytest.mark.parametrize("case", FIRST, ids=lambda case: case.key)

CONTRACT: Final[dict[str, Callable[[Game[Any, Any], Any, int], object]]] = {
    "actor": lambda game, state, _: game.actor(state),
    "legal_actions": lambda game, state, _: game.legal_actions(state),
    "asked": lambda game, state, _: game.asked(state),
    "apply": lambda game, state, action: game.apply(state, action),
    "take": lambda game, state, action: game.take(state.copy(), action),
    "stages": lambda game, state, action: game.stages(state, action),
    "view": lambda game, state, _: game.view(state, 1),
    "reveal": lambda game, state, _: game.reveal(state),
    "show": lambda game, state, _: game.show(game.view(state, 1)),
    "open_table": lambda game, state, _: game.open_table(state),
    "setup": lambda game, state, _: game.setup(game.view(state, 1)),
    "scores": lambda game, state, _: game.scores(state),
    "merits": lambda game, state, _: game.merits(state),
    "action_name": lambda game, state, action: game.action_name(state, action),
    "action_parts": lambda game, state, action: game.action_parts(state, action),
    "secret_parts": lambda game, state, action: game.secret_parts(state, action, 1, state),
    "sample": lambda game, state, _: game.sample(game.view(state, 1), Random(1)),
    "opening": lambda game, state, _: game.opening(state),
    "deal": lambda game, state, _: game.deal(len(game.scores(state)), game.info.editions[0], chance_of(1)),
}
VALUES: Final[dict[str, Callable[[Any], object]]] = {
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "hash": hash,
    "repr": repr,
    "==": lambda value: value == value,  # noqa: PLR0124  # the comparison of equal values compares all their parts
    "cells": lambda value: setattr(value, "cells", value.cells),
}
ROWS: Final[dict[str, Callable[[Any], object]]] = {
    "blank": lambda _: rows.blank(90),
    "row": lambda cells: rows.row(list(cells)),
    "find": lambda cells: rows.find(cells, 0, 9, 700),
    "count": lambda cells: rows.count(cells, 0, 9, 0),
    "total": lambda cells: rows.total(cells, 0, 9),
    "part": lambda cells: rows.part(cells, 0, 9),
    "put": lambda cells: rows.put(cells[:], 0, (1, 2)),
    "low_bytes": rows.low_bytes,
    "packed": rows.packed,
    "unpacked": lambda cells: rows.unpacked(rows.packed(cells)),
    "slice": lambda cells: cells[1:80],
}


@pytest.fixture(scope="module", autouse=True)
def _quick_collections() -> Iterator[None]:
    with new_objects_alone():
        yield


def demand_none_kept(calls: dict[str, Callable[[], object]], times: int = CALLS) -> None:
    """Calls each function `times` times, ignoring errors. Fails if the calls of a function have increased the memory in
    use by more than half a memory block or 8 other bytes each, on average.

    A call that leaks loses at least one memory block or some hundred bytes.
    """

    def work(call: Callable[[], object]) -> None:
        for _ in range(times):
            with suppress(Exception):  # some calls are not possible in every state
                call()

    found = {name: kept(partial(work, call), times / 2, times * 8) for name, call in calls.items()}
    assert {name: lost for name, lost in found.items() if lost} == {}


def some(case: Case) -> list[tuple[Any, int]]:
    """Returns states from all parts of a match, evenly spread, each with an action that is legal in this state."""
    return [(state, action) for state, action in spread(states_of(case, 3), STATES) if action is not None]


@each_game
def test_no_question_of_the_contract_keeps_memory(case: Case) -> None:
    assert {name for name in vars(Game) if not name.startswith("_")} == set(CONTRACT)
    for state, action in some(case):
        demand_none_kept({name: partial(ask, case.game, state, action) for name, ask in CONTRACT.items()}, CALLS // 4)


@each_game
def test_no_copy_or_pickle_of_a_state_or_a_view_keeps_memory(case: Case) -> None:
    state, _ = early(case)
    for value in (state, case.game.view(state, 0)):
        assert isinstance(value, Value)
        demand_none_kept({name: partial(use, value) for name, use in VALUES.items()})


def test_no_row_that_is_handed_over_is_kept() -> None:
    written = {node.name for node in functions(GAMES / "cells.py")}
    assert set(ROWS) - {"slice"} == written
    cells = some(FIRST[0])[0][0].cells
    demand_none_kept({name: partial(use, cells) for name, use in ROWS.items()})


def functions(path: Path) -> list[ast.FunctionDef]:
    """Returns the public functions of a module from its source, because compiled functions do not reveal their
    parameters.
    """
    tree = ast.parse(path.read_text("utf-8"))
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]


SHIPPED: Final = {key: tomllib.loads(shipped_components(key)) for key in BUILT_IN}
NUMBERS: Final = {"length": 3, "phase": 2, "seats": 3}
"""The arguments for integer parameters, by the parameter's name, where the usual 1 would be invalid."""
GIVEN: Final[dict[str, Callable[[Case, Any], object]]] = {
    "State": lambda _, state: state.copy(),
    "Cells": lambda _, state: state.cells[:],
    "View": lambda case, state: case.game.view(state, 1),
    "Rules": lambda _, state: state.rules,
    "Options": lambda _, state: state.rules.options,
    "PointTable": lambda _, state: state.rules.points,
    "City": lambda _, state: state.rules.city,
    "Chance": lambda *_: chance_of(1),
    "Event": lambda *_: chance_of(1).event("tried", 1),
    "Rng": lambda *_: Random(1),
    "bytes": lambda *_: b"\1\2\3",
    "tuple[bytes, ...]": lambda *_: (b"\1\2", b"\0"),
    "str": lambda *_: "a",
    "Sequence[str]": lambda *_: ("ann", "ben", "cem", "dan", "eve"),
    "Sequence[int]": lambda *_: (2, 3),
    "list[bytes]": lambda _, state: state.piles[:],
    "list[int]": lambda *_: [],
    "list[object]": lambda *_: [],
    "Mapping[str, object]": lambda case, _: SHIPPED[case.key],
}
"""For each type of a parameter, the function that makes an argument of this type from a case and a state."""


def given(case: Case, state: Any, action: int, name: str, kind: str) -> object:
    """Returns an argument for the parameter `name`, of the type `kind`, of an engine's function."""
    if kind in {"int", "i64"}:
        return action if name == "action" else NUMBERS.get(name, 1)
    return GIVEN[kind](case, state)


@each_game
def test_no_function_of_an_engine_keeps_memory(case: Case) -> None:
    """No function of a game's engine leaks memory, even if its call raises an error. The arguments come from one early
    state of a match, and may be invalid.
    """
    for path in sorted((GAMES / case.key).rglob("*.py")):
        if "showing" in path.parts:
            continue
        module = importlib.import_module(".".join(("arena.games", *path.relative_to(GAMES).with_suffix("").parts)))
        calls: dict[str, Callable[[], object]] = {}
        for node in functions(path):
            wanted = [(one.arg, ast.unparse(one.annotation)) for one in node.args.args if one.annotation]
            assert {kind for _, kind in wanted} <= {*GIVEN, "int", "i64"}, f"say in GIVEN how {node.name} is called"
            calls[f"{module.__name__}.{node.name}"] = partial(called, getattr(module, node.name), case, wanted)
        demand_none_kept(calls, CALLS // 4)


def called(function: Callable[..., object], case: Case, wanted: list[tuple[str, str]]) -> object:
    """Calls the function with arguments from an early state of a match, and returns its result.

    `wanted`: the name and the type of each parameter.
    """
    state, action = early(case)
    return function(*(given(case, state, action, *one) for one in wanted))


@cache
def early(case: Case) -> tuple[Any, int]:
    return some(case)[1]
