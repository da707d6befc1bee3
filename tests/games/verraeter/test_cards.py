"""Tests of the codes of supply cards: each multiset of cards of the deck is encoded as one number."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.verraeter.state.cards import (
    CODES,
    COPIES,
    FULL_DECK,
    SIZE,
    STRENGTH,
    VALUES,
    cards_of,
    code_of,
    subsets,
    text_of,
)

DECK = tuple(value for value, copies in zip(VALUES, COPIES, strict=True) for _ in range(copies))
codes = st.integers(0, CODES - 1)


def test_the_full_deck_has_the_highest_code() -> None:
    assert code_of(DECK) == FULL_DECK == CODES - 1
    assert (SIZE[FULL_DECK], STRENGTH[FULL_DECK]) == (23, 90)


def test_every_code_is_a_multiset_of_the_deck_and_back() -> None:
    multisets = {cards_of(code) for code in range(CODES)}
    assert len(multisets) == CODES
    for code in range(CODES):
        assert code_of(cards_of(code)) == code
        assert all(cards_of(code).count(value) <= copies for value, copies in zip(VALUES, COPIES, strict=True))


@given(codes)
def test_size_strength_and_text_are_those_of_the_cards(code: int) -> None:
    values = cards_of(code)
    assert list(values) == sorted(values)
    assert (SIZE[code], STRENGTH[code]) == (len(values), sum(values))
    assert text_of(code) == ("+".join(str(value) for value in values) or "-")


def test_no_card_is_written_as_a_dash() -> None:
    assert (cards_of(0), text_of(0), code_of(())) == ((), "-", 0)
    assert text_of(code_of((6, 2, 4, 2))) == "2+2+4+6"


@given(st.randoms(use_true_random=False), st.integers(0, 23))
def test_joining_is_adding_and_taking_out_is_subtracting(rng: random.Random, cut: int) -> None:
    order = list(DECK)
    rng.shuffle(order)
    one, other = tuple(order[:cut]), tuple(order[cut:])
    assert code_of(one) + code_of(other) == FULL_DECK
    assert cards_of(FULL_DECK - code_of(one)) == tuple(sorted(other))


@pytest.mark.parametrize(("cards", "least", "most", "count"), [
    ((), 0, 5, 1), ((2, 4, 6), 0, 5, 8), ((2, 2, 5), 0, 5, 6), ((2, 2, 2, 2, 2), 0, 5, 6), ((2, 3, 4, 5, 6), 0, 5, 32),
    ((2, 3, 4, 5, 6, 8), 0, 5, 63), ((2, 3, 4, 5), 0, 2, 11), ((2, 3, 4, 5, 6, 8), 2, 2, 15), ((6, 6, 8), 4, 5, 0),
])  # fmt: skip
def test_known_numbers_of_subsets(cards: tuple[int, ...], least: int, most: int, count: int) -> None:
    assert len(subsets(code_of(cards), least, most)) == count


@given(st.lists(st.integers(0, 22), max_size=6, unique=True), st.integers(0, 3), st.integers(0, 6))
def test_subsets_are_those_of_the_cards_ascending(indexes: list[int], least: int, most: int) -> None:
    hand = tuple(sorted(DECK[index] for index in indexes))
    expected = {code_of(part) for size in range(least, most + 1) for part in combinations(hand, size)}
    assert subsets(code_of(hand), least, most) == tuple(sorted(expected))
