"""Tests of rows of cells, the blocks of integers in which both built-in games store their states."""

import pickle
from collections.abc import Mapping
from types import ModuleType

import pytest

from arena.games import cells as rows
from arena.games.hetverraad.state import cells as hetverraad
from arena.games.hetverraad.state import piles
from arena.games.verraeter.editions import ROUNDS
from arena.games.verraeter.state import cells as verraeter
from tests.games.matches import CASES, Case, every_case_of_verraeter, states_of

BY_PLACE = ("LANDSCAPE", "OWNER", "BUILDING", "BUILDING_SEAT")
BY_SEAT = ("HOUSE", "HAND_SIZE", "ROLE", "PLAYED", "SCORE", "HAND", "KEPT")
LENGTHS = {**dict.fromkeys(BY_PLACE, 12), **dict.fromkeys(BY_SEAT, 4)}


def side_by_side(cells: ModuleType, lengths: Mapping[str, int]) -> tuple[dict[str, int], int]:
    """Returns the index of the first cell of each row of a game, and the first free index after all rows. Fails if two
    rows overlap or a cell is unused.
    """
    first = {name: cell for name, cell in vars(cells).items() if name.isupper() and not name.endswith("_CELLS")}
    free = 0
    for name, cell in sorted(first.items(), key=lambda item: item[1]):
        assert cell == free, name
        free += lengths.get(name, 1)
    return first, free


def test_the_cells_of_verraeter_lie_side_by_side_the_open_ones_first() -> None:
    first, free = side_by_side(verraeter, LENGTHS)
    assert free == verraeter.ALL_CELLS
    assert {name for name, cell in first.items() if cell >= verraeter.OPEN_CELLS} == {
        "HAND", "KEPT", "ASIDE", "ASIDES", "RESHUFFLES", "PILE",
    }  # fmt: skip


HETVERRAAD_BY_AREA = ("AREA_OWNER", "AREA_BUILDING", "AREA_TOWER")
HETVERRAAD_BY_SEAT = (
    "SCORE", "STONES", "WHITE_TOKENS", "BLACK_TOKENS", "EXPELLED", "DARK_VALUE", "HAND_SIZE", "INFLUENCE_SIZE",
)  # fmt: skip
HETVERRAAD_LENGTHS = {
    **dict.fromkeys(HETVERRAAD_BY_AREA, 48),
    **dict.fromkeys(HETVERRAAD_BY_SEAT, 5),
    "INCOME_CUBE": 20,
    "GRAND_POWER": 7,
    "ROW_STONES": 9,
    "AREAS_OF": 7,
    "AREAS_BUILT": 4,
}
PILES_BY_SEAT = ("HAND", "INFLUENCE_HAND", "TOKENS", "TOKEN_EYES", "INFLUENCE_AGES")
every_case_of_hetverraad = pytest.mark.parametrize(
    "case",
    [case for case in CASES if case.key == "hetverraad"],
    ids=lambda case: f"{case.edition}-{case.seats}",
)


def test_the_cells_of_hetverraad_lie_side_by_side_those_of_views_last() -> None:
    first, free = side_by_side(hetverraad, HETVERRAAD_LENGTHS)
    assert free == hetverraad.VIEW_CELLS
    assert {name for name, cell in first.items() if cell >= hetverraad.ALL_CELLS} == {
        "HAND_SIZE", "INFLUENCE_SIZE", "DECK_SIZE", "INFLUENCE_DECK_SIZE", "STACK_SIZE",
    }  # fmt: skip


def test_the_piles_of_hetverraad_lie_side_by_side_the_open_ones_first() -> None:
    first = list(vars(piles).items())
    names = [(name, pile) for name, pile in first if name.isupper() and not name.endswith("_PILES")]
    own = [pile for name, pile in names if pile >= piles.OPEN_PILES][-(piles.VIEW_PILES - piles.OPEN_PILES) :]
    assert own == list(range(piles.OPEN_PILES, piles.VIEW_PILES))
    free = 0
    for name, pile in names[: -len(own)]:
        assert pile == free, name
        free += 5 if name in PILES_BY_SEAT else 1
        assert (pile < piles.OPEN_PILES) == (name in OPEN_PILES)
    assert free == piles.ALL_PILES


OPEN_PILES = {
    "ROW", "PAWNSHOP", "MARKET", "DISCARD", "REMOVED", "CARD_SHUFFLE", "INFLUENCE_DISCARD", "AREAS_BOUGHT",
    "AREAS_BLOCKED", "CARDS_SOLD",
}  # fmt: skip


@every_case_of_hetverraad
def test_a_view_has_no_pile_that_is_closed(case: Case) -> None:
    for state, _ in list(states_of(case, 0))[::10]:
        view = case.game.view(state, 0)
        assert (len(view.cells), len(view.piles)) == (hetverraad.VIEW_CELLS, piles.VIEW_PILES)
        assert view.piles[: piles.OPEN_PILES] == state.piles[: piles.OPEN_PILES]


@every_case_of_hetverraad
def test_changing_a_copy_changes_neither_the_state_of_hetverraad_nor_a_view(case: Case) -> None:
    state = case.deal(3)
    view, digest = case.game.view(state, 1), hash(state)
    copy = state.copy()
    copy.cells[hetverraad.ROUND] = 7
    copy.piles[piles.DISCARD] += b"\1"
    assert hash(state) == digest
    assert copy != state
    assert view == case.game.view(state, 1)


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
        cells = state.cells
        assert cells[verraeter.PILE] < 6 ** cells[verraeter.PILE_SIZE] <= 6**23 < 2**63
        assert cells[verraeter.ASIDES] < 6 ** (max(ROUNDS.values()) + 1 - cells[verraeter.ROUND])


def test_rows_survive_being_packed() -> None:
    row = rows.blank(3)
    rows.put(row, 1, (-1, 7775))
    assert list(rows.unpacked(rows.packed(row))) == [0, -1, 7775]
    assert rows.part(row, 1, 2) == (-1, 7775)
    assert rows.low_bytes(row) == bytes((0, 255, 7775 % 256))
    assert (rows.find(row, 1, 2, 7775), rows.find(row, 1, 2, 0), rows.count(row, 0, 3, 0)) == (1, -1, 1)
    assert rows.total(row, 1, 2) == 7774


def test_a_value_with_rows_survives_a_pickle() -> None:
    for case in (Case("verraeter", "official", 3), Case("hetverraad", "swift", 3)):
        state = case.deal(1)
        copy = pickle.loads(pickle.dumps(state))
        assert copy == state
        assert case.game.apply(copy, case.game.legal_actions(copy)[0]) != state
