"""Tests of the seal, a hash of all rows of a results file: it is the same for the same rows in any order, and differs
for any other rows.
"""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboards.store.rows.seal import MARK_BYTES, PRINT_BYTES, Seal, mark_of, print_row

columns = st.tuples(st.binary(max_size=20), st.binary(max_size=20), st.binary(max_size=20))
rows = st.tuples(st.binary(min_size=1, max_size=4), st.integers(-(2**63), 2**63 - 1), columns)

Columns = tuple[bytes, ...]


def sealed(*prints: bytes) -> Seal:
    seal = Seal()
    for row_print in prints:
        seal.add(row_print)
    return seal


@given(rows, rows)
def test_rows_that_differ_have_prints_that_differ(
    one: tuple[bytes, int, Columns], other: tuple[bytes, int, Columns]
) -> None:
    assert (print_row(*one) == print_row(*other)) == (one == other)


@pytest.mark.parametrize("moved", [(b"ab", b"", b"c"), (b"a", b"bc", b""), (b"", b"abc", b"")])
def test_a_byte_that_moves_to_the_next_column_changes_the_print(moved: Columns) -> None:
    assert print_row(b"league", 0, (b"a", b"b", b"c")) != print_row(b"league", 0, moved)


def test_the_order_in_which_rows_come_changes_nothing() -> None:
    prints = [print_row(b"league", ordinal, (bytes([ordinal]),)) for ordinal in range(4)]
    assert {sealed(*order).text() for order in permutations(prints)} == {sealed(*prints).text()}


def test_every_set_of_rows_has_a_seal_of_its_own() -> None:
    one, two, three = (print_row(b"league", ordinal, (b"row",)) for ordinal in range(3))
    sets = [(), (one,), (two,), (one, two), (one, three), (one, one), (one, two, three)]
    seals = [sealed(*prints) for prints in sets]
    assert len({seal.text() for seal in seals}) == len(seals)


def test_a_seal_comes_back_as_it_was_and_goes_on() -> None:
    one, two = (print_row(b"league", ordinal, (b"row",)) for ordinal in range(2))
    again = Seal.of_bytes(sealed(one).to_bytes())
    again.add(two)
    assert again == sealed(two, one)
    assert again.count == 2


def test_a_sum_that_runs_over_keeps_its_size() -> None:
    most = b"\xff" * PRINT_BYTES
    assert Seal.of_bytes(sealed(most, most, most).to_bytes()) == sealed(most, most, most)


@pytest.mark.parametrize("value", [b"", bytes(PRINT_BYTES), bytes(PRINT_BYTES + 9)])
def test_what_has_another_size_is_no_seal(value: bytes) -> None:
    with pytest.raises(ValueError, match="a seal has 520 bytes"):
        Seal.of_bytes(value)


def test_a_mark_is_the_beginning_of_a_print() -> None:
    row_print = print_row(b"league", 1, (b"row",))
    assert row_print.startswith(mark_of(row_print))
    assert len(mark_of(row_print)) == MARK_BYTES
