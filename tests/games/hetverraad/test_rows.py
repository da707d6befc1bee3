"""Tests of the functions on piles, compared with Python's own functions for bytes and lists."""

from bisect import bisect_right

from hypothesis import given
from hypothesis import strategies as st

from arena.games.hetverraad.state.rows import SINGLE, joined, lay, place_of, room_for, with_byte, without

PILES = st.binary(max_size=12)
VALUES = st.integers(0, 255)


@given(PILES, VALUES)
def test_a_value_is_found_where_it_first_lies(pile: bytes, value: int) -> None:
    assert place_of(pile, value) == pile.find(value)


@given(PILES, VALUES)
def test_a_value_laid_onto_a_pile_comes_last(pile: bytes, value: int) -> None:
    piles = [b"", pile]
    lay(piles, 1, value)
    assert piles == [b"", bytes((*pile, value))]


@given(PILES, VALUES)
def test_a_card_joins_a_hand_in_its_order(pile: bytes, value: int) -> None:
    hand = bytes(sorted(pile))
    assert room_for(hand, value) == bisect_right(hand, value)
    assert joined(hand, value) == bytes(sorted((*hand, value)))


@given(PILES.filter(bool), VALUES, st.data())
def test_one_byte_goes_or_is_another(pile: bytes, value: int, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(pile) - 1))
    changed, rest = bytearray(pile), list(pile)
    changed[at] = value
    rest.remove(pile[at])
    assert with_byte(pile, at, value) == changed
    assert without(pile, pile[at]) == bytes(rest)
    assert SINGLE[value] == bytes([value])
