"""Tests the names that strangers may choose: which names are refused, and with which messages."""

import pytest

from arena.errors import ArenaError
from arena.names import demand_name, fault_of, shown


@pytest.mark.parametrize(
    "name", ["Ann_2 (b)", "größe", "Nguyễn Thị", "שָׁלוֹם", "مُحَمَّد", "ที่นี่", "漢字", "🦊", "a\u0301\u0302\u0303"]
)
def test_names_in_any_script_are_fit(name: str) -> None:
    demand_name(name, 40)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("anna\u202eb", "letter 5 (RIGHT-TO-LEFT OVERRIDE, U+202E) cannot be seen"),
        ("\u3164", "letter 1 (HANGUL FILLER, U+3164) cannot be seen"),
        ("a\x1b[0m", "letter 2 (a control character, U+001B) cannot be seen"),
        ("a\u2068b", "letter 2 (FIRST STRONG ISOLATE, U+2068) cannot be seen"),
        ("ab" + "\u0301" * 50, "letter 2 has 50 marks"),
        ("ü\u0301\u0301\u0301", "letter 1 has 4 marks"),
        ("", "it is empty"),
        ("  ", "it is empty"),
        (" a", "it has spaces at an end, or several spaces in a row"),
        ("a  b", "it has spaces at an end, or several spaces in a row"),
        ("a" * 61, "it has 61 characters"),
    ],
)
def test_what_is_refused_is_told_by_its_name_and_code(name: str, fault: str) -> None:
    assert fault_of(name, 60) == fault


def test_the_sentence_shows_what_can_be_shown() -> None:
    with pytest.raises(ArenaError) as refused:
        demand_name("דב\u202eb", 40, "bad-manifest", "bot.toml: name: ")
    assert refused.value.code == "bad-manifest"
    assert refused.value.message == (
        "bot.toml: name: 'דב?b' cannot be used as a name: letter 3 (RIGHT-TO-LEFT OVERRIDE, U+202E) cannot be seen"
    )
    assert shown("a" + "\u0301" * 50, 40) == "'a'"
    assert shown("a" * 50, 40) == f"'{'a' * 40}…'"
