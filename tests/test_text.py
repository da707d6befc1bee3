"""Tests the escaping of text from strangers: a program that prints or opens the text executes nothing in it, and
harmless text stays unchanged.
"""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.text import (
    csv_cell,
    isolated,
    json_text,
    markdown_cell,
    one_line,
    printable,
    with_isolated_words,
    without_folders,
    without_isolates,
)

HARMLESS = "Ann_2 (b), née Ünal: 100 % 漢字 #1!"


@pytest.mark.parametrize("written", [printable, one_line, markdown_cell, csv_cell])
def test_what_is_harmless_stays_as_it_is(written: object) -> None:
    assert callable(written)
    assert written(HARMLESS) == HARMLESS


def test_what_a_terminal_would_obey_is_not_printed() -> None:
    assert printable("\x1b[2Jhello\r\x07\nnext\tß") == "?[2Jhello??\nnext\tß"
    assert one_line("a\nb\tc\x9b2J") == "a?b?c?2J"


@pytest.mark.parametrize("letter", "\u202e\u2066\u200b\u2028\u00ad\ufeff\x7f\x85\ud800")
def test_letters_that_turn_or_hide_text_are_not_printed(letter: str) -> None:
    assert printable(f"a{letter}b") == "a?b"
    assert json_text(f"a{letter}b").isprintable()


@pytest.mark.parametrize("text", ["a|b", "`a`", "<img src=x>", "[a](b)", "*a*", "_a_", "~~a~~", "a\\", "&lt;", "$x$"])
def test_nothing_in_markdown_has_a_meaning(text: str) -> None:
    escaped = markdown_cell(text)
    assert not set(escaped) & set("|`<>[]*~$\\")
    assert "_a_" not in escaped
    assert "&lt;" not in escaped


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", " =", "\uff1d", "x;=", "x; @"])
def test_no_cell_of_csv_is_a_formula(start: str) -> None:
    cell = csv_cell(f"{start}cmd|' /C calc'!A0")
    for part in cell.split(";"):
        assert part.strip(" ")[0] not in "=+-@\uff1d"


@given(st.text())
def test_a_cell_is_one_line_and_csv_gives_it_back(text: str) -> None:
    cell = csv_cell(text)
    assert cell.isprintable()
    assert markdown_cell(text).isprintable()
    file = io.StringIO()
    csv.writer(file).writerow([cell, "after"])
    assert next(csv.reader(io.StringIO(file.getvalue()))) == [cell, "after"]


@given(st.recursive(st.text() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_json_holds_every_text_and_can_be_printed(values: object) -> None:
    text = json_text(values, indent=2)
    assert json.loads(text) == values
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('File "/tmp/a/b7/fox/bot.py", line 3', 'File "<fox/bot.py>", line 3'),
        ("/a/b7/x /c/b7/y: none", "<x> <y:> none"),
        ("/b7/a/b7/z", "<z>"),
        ("nothing of b7 here", "nothing of b7 here"),
    ],
)
def test_a_path_is_told_by_what_follows_a_mark_in_it(text: str, expected: str) -> None:
    assert without_folders(text, "/b7/", lambda rest: f"<{rest}>") == expected


@pytest.mark.parametrize("end", ["", "/b7/", " /b7/x"])
def test_what_a_stranger_printed_without_a_blank_keeps_nobody_waiting(end: str) -> None:
    """Tests that `without_folders` needs only linear time for a text of two million letters without a blank."""
    text = "y" * 2_000_000
    assert without_folders(text + end, "/b7/", str) in {text, "", f"{text} x"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ann, 12 points", "ann, 12 points"),
        ("דב, 12 points", "\u2068דב\u2069, 12 points"),
        ("דב כהן  גד 7", "\u2068דב כהן\u2069  \u2068גד\u2069 7"),
        ("مُحَمَّد (left)", "\u2068مُحَمَّد\u2069 (left)"),
    ],
)
def test_on_a_terminal_words_written_from_right_to_left_turn_nothing_round(text: str, shown: str) -> None:
    assert with_isolated_words(text) == shown
    assert without_isolates(shown) == text


def test_what_goes_into_a_sentence_is_isolated_where_it_would_turn_round_the_rest() -> None:
    assert isolated("ann 漢字 1") == "ann 漢字 1"
    assert isolated("דב 1") == "\u2068דב 1\u2069"
