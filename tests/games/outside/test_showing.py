"""Rows as lines of text for people."""

from arena.games.outside import Row
from arena.games.outside.showing.board import lines
from arena.games.outside.view import Place


def test_a_text_of_several_lines_is_shown_as_it_is() -> None:
    schema = (Row("text", width=1, kind="text"), Row("turn", width=1), Row("board", kind="text", across=2))
    rows: dict[str, list[Place]] = {"text": ["x o\n  x\n"], "turn": [3], "board": ["x", "o", ".", "x"]}
    assert lines(rows, ["ann", "bob"], schema) == [
        "text",
        "       x o",
        "         x",
        "turn   3",
        "board",
        "       x o",
        "       . x",
    ]
