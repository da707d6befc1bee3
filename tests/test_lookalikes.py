"""Tests that the check for names that look alike finds such names, and no other names."""

import pytest

from arena.lookalikes import has_invisible, look_alike


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("greedy", "gr\u0435\u0435dy"),  # Cyrillic
        ("greedy", "GREEDY"),
        ("greedy", "gree\u200bdy"),
        ("greedy", "\uff47reedy"),  # wide
        ("modern", "modem"),
        ("bot1", "botl"),
        ("b", "\u0412"),
    ],
)
def test_what_is_taken_for_another_looks_alike(name: str, other: str) -> None:
    assert look_alike(name, other)
    assert look_alike(other, name)


@pytest.mark.parametrize(
    ("name", "other"), [("greedy", "greeby"), ("ann", "ben"), ("größe", "grobe"), ("bot1", "bot2")]
)
def test_others_do_not(name: str, other: str) -> None:
    assert not look_alike(name, other)


def test_letters_that_nobody_sees_are_found_also_where_they_count_as_printable() -> None:
    assert all("a\u3164\ufe0f\u034f\u2800"[place].isprintable() for place in range(1, 4))
    assert [has_invisible(name) for name in ("a", "größe", "a\u3164", "a\ufe0f", "\u034fa", "\u2800")] == [
        False
    ] * 2 + [True] * 4
