"""Tests of the goals that a league may have, and of the numbers of blocks after which a goal is tested."""

import math
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.until import LEAST_BLOCKS, LOOKS, Until, league_looks, look_places, parse_until


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("top 3 apart at 95 %", Until(3, 95.0)),
        ("top 1 apart at 99.5%", Until(1, 99.5)),
        ("  top  2 apart at 50 % ", Until(2, 50.0)),
    ],
)
def test_what_can_be_asked_for_is_understood_and_can_be_said(text: str, until: Until) -> None:
    assert parse_until(text) == until
    assert parse_until(until.sentence()) == until


@pytest.mark.parametrize(
    "text",
    ["", "top three apart at 95 %", "top 0 apart at 95 %", "top 3 apart", "top 3 apart at 95", "top 3 apart at 100 %",
     "top 3 apart at 99.99 %", "top 3 apart at 49 %", "Top 3 apart at 95 %", "top -1 apart at 95 %"],
)  # fmt: skip
def test_what_cannot_be_understood_is_not_guessed(text: str) -> None:
    assert parse_until(text) is None


def test_all_looks_together_run_the_risk_that_was_allowed() -> None:
    assert math.isclose(LOOKS * Until(3, 95.0).risk(), 0.05)


@given(st.integers(2, 30), st.integers(2, 5), st.integers(1, 500))
def test_looks_ascend_on_even_places_and_the_first_comes_when_all_have_played_enough(
    bots: int, seats: int, even: int
) -> None:
    places = list(league_looks(bots, seats, even))
    assert len(places) == LOOKS
    assert all(one < next_one for one, next_one in pairwise(places))
    assert all(place % even == 0 for place in places)
    assert places[0] * seats >= LEAST_BLOCKS * bots
    assert places[0] < LEAST_BLOCKS * bots / seats + 1 + even


def test_places_grow_by_their_factor() -> None:
    assert list(islice(look_places(16, 1.5, 1), 5)) == [16, 24, 36, 54, 81]
    assert list(islice(look_places(16, 1.25, 10), 5)) == [20, 30, 40, 50, 70]
