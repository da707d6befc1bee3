"""Rows of cells: what both games build their states of."""

import pickle

import pytest

from arena.games import cells as rows
from arena.games.verraeter import cells as verraeter
from tests.games.matches import Case, every_case_of_verraeter, states_of

BY_PLACE = ("LANDSCAPE", "OWNER", "BUILDING", "BUILDING_SEAT")
BY_SEAT = ("HOUSE", "HAND_SIZE", "ROLE", "PLAYED", "SCORE", "HAND", "KEPT")
LENGTHS = {**dict.fromkeys(BY_PLACE, 12), **dict.fromkeys(BY_SEAT, 4), "PILE": 23}


def test_the_cells_of_verraeter_lie_side_by_side_the_open_ones_first() -> None:
    ends = ("OPEN_CELLS", "ALL_CELLS")
    first = {name: cell for name, cell in vars(verraeter).items() if name.isupper() and name not in ends}
    free = 0
    for name, cell in sorted(first.items(), key=lambda item: item[1]):
        assert cell == free, name
        free += LENGTHS.get(name, 1)
    assert free == verraeter.ALL_CELLS
    assert {name for name, cell in first.items() if cell >= verraeter.OPEN_CELLS} == {
        "HAND", "KEPT", "ASIDE", "RESHUFFLES", "PILE",
    }  # fmt: skip


@every_case_of_verraeter
def test_a_view_has_no_cell_of_what_is_hidden(case: Case) -> None:
    for state, _ in states_of(case, 0):
        cells = case.game.view(state, 0).cells
        assert len(cells) == verraeter.OPEN_CELLS
        with pytest.raises(IndexError):
            cells[verraeter.HAND]


@every_case_of_verraeter
def test_changing_a_copy_changes_neither_the_state_nor_a_view(case: Case) -> None:
    state = case.deal(3)
    view, digest = case.game.view(state, 1), hash(state)
    copy = state.copy()
    copy.cells[verraeter.ROUND] = 7
    assert hash(state) == digest
    assert copy != state
    assert view == case.game.view(state, 1)


@every_case_of_verraeter
def test_cells_no_longer_used_are_zero_so_that_equal_states_are_equal(case: Case) -> None:
    for state, _ in states_of(case, 1):
        pile = verraeter.PILE + state.cells[verraeter.PILE_SIZE]
        assert not any(state.cells[pile : verraeter.PILE + 23])


def test_rows_survive_being_packed() -> None:
    row = rows.blank(3)
    rows.put(row, 1, (-1, 7775))
    assert list(rows.unpacked(rows.packed(row))) == [0, -1, 7775]
    assert rows.part(row, 1, 2) == (-1, 7775)
    assert rows.low_bytes(row) == bytes((0, 255, 7775 % 256))
    assert (rows.find(row, 1, 2, 7775), rows.find(row, 1, 2, 0), rows.count(row, 0, 3, 0)) == (1, -1, 1)


def test_a_value_with_rows_survives_a_pickle() -> None:
    state = Case("verraeter", "official", 3).deal(1)
    assert pickle.loads(pickle.dumps(state)) == state
