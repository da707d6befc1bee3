"""Names of strangers: which are refused, and in which words."""

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
        ("anna\u202eb", "RIGHT-TO-LEFT OVERRIDE, U+202E, at letter 5 is not seen"),
        ("\u3164", "HANGUL FILLER, U+3164, at letter 1 is not seen"),
        ("a\x1b[0m", "a control character, U+001B, at letter 2 is not seen"),
        ("a\u2068b", "FIRST STRONG ISOLATE, U+2068, at letter 2 is not seen"),
        ("ab" + "\u0301" * 50, "there are 50 marks on letter 2"),
        ("ü\u0301\u0301\u0301", "there are 4 marks on letter 1"),
        ("", "it is empty"),
        ("  ", "it is empty"),
        (" a", "it has blanks at an end or in a row"),
        ("a  b", "it has blanks at an end or in a row"),
        ("a" * 61, "it has 61 letters"),
    ],
)
def test_what_is_refused_is_told_by_its_name_and_code(name: str, fault: str) -> None:
    assert fault_of(name, 60) == fault


def test_the_sentence_shows_what_can_be_shown() -> None:
    with pytest.raises(ArenaError) as refused:
        demand_name("דב\u202eb", 40, "bad-manifest", "bot.toml: name: ")
    assert refused.value.code == "bad-manifest"
    assert refused.value.message == (
        "bot.toml: name: 'דב?b' is no name here: RIGHT-TO-LEFT OVERRIDE, U+202E, at letter 3 is not seen"
    )
    assert shown("a" + "\u0301" * 50, 40) == "'a'"
    assert shown("a" * 50, 40) == f"'{'a' * 40}…'"
