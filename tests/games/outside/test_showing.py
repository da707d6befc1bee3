"""Tests of the text that shows people a view. A view consists of rows, and a row is a series of values."""

from typing import Any

from arena.games.outside.showing.board import board
from arena.games.outside.view import Place


def row(name: str, across: int = 0) -> dict[str, Any]:
    """Returns the description of a row of values, as it is sent at the start of a match.

    `across`: the number of values in each line of text; 0 for a single line.
    """
    return {"name": name, "of": "", "holds": "", "across": across, "marks": [], "drawn": True}


def test_a_text_of_several_lines_is_shown_as_it_is() -> None:
    setup = {"rows": [row("text"), row("turn"), row("board", across=2)]}
    rows: dict[str, list[Place]] = {"text": ["x o\n  x\n"], "turn": [3], "board": ["x", "o", ".", "x"]}
    assert board(setup, {"rows": rows}, ["ann", "bob"]) == [
        "text",
        "       x o",
        "         x",
        "turn   3",
        "board",
        "       x o",
        "       . x",
    ]
