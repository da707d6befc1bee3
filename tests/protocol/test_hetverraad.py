"""Tests of the messages of Het Verraad: values that random matches hardly reach, and secrets that no message may
contain.
"""

import random
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from arena.games.cells import Cells, part, put
from arena.games.hetverraad import create
from arena.games.hetverraad.actions import BUY_BLACK, BUY_WHITE
from arena.games.hetverraad.state.cells import (
    ATTACKS,
    BLACK_PLACE,
    BLACK_SCORE,
    BLACK_TOKENS,
    INCOME_CUBE,
    RESHUFFLES,
    ROW_STONES,
    SCORE,
    STEPS,
    STONES,
    WHITE_TOKENS,
)
from arena.games.hetverraad.state.piles import DECK, HAND, INFLUENCE_DECK, INFLUENCE_HAND, TOKEN_STACK, TOKENS
from arena.games.hetverraad.state.state import State, piles_by_seat
from arena.games.registry import shipped_components
from arena.protocol.hetverraad import decode_game, decode_view, encode_setup, encode_view
from arena.protocol.v1.arena_pb2 import MatchStart, Turn
from tests.games.matches import Case, facts
from tests.protocol.coded import read_start, read_turn, start_bytes, turn_bytes
from tests.protocol.test_hidden_information import check, leaks

CASE = Case("hetverraad", "strategic", 4)


def read_back(state: State, seat: int) -> object:
    """Returns the view of a seat after it has been encoded and decoded."""
    start, turn = read_start(start_bytes(CASE, state, seat)), read_turn(turn_bytes(CASE, state, seat))
    return facts(decode_view(decode_game(start), start, turn))


def put_many_points(cells: Cells) -> None:
    put(cells, SCORE, (127, 128, 300, 16384))
    cells[BLACK_SCORE] = 20000


def put_many_stones(cells: Cells) -> None:
    put(cells, STONES, (0, 128, 5000, 1))
    put(cells, ROW_STONES, (0, 129, 2))


def put_high_rows(cells: Cells) -> None:
    put(cells, INCOME_CUBE, tuple(range(120, 136)))
    put(cells, WHITE_TOKENS, (127, 128, 255, 0))
    put(cells, BLACK_TOKENS, (200, 0, 0, 1))


def put_high_numbers(cells: Cells) -> None:
    put(cells, RESHUFFLES, (128, 999))
    put(cells, STEPS, (200,))
    put(cells, ATTACKS, (300,))


def put_black_master(cells: Cells) -> None:
    cells[BLACK_PLACE] = 0


@pytest.mark.parametrize(
    "change", [put_many_points, put_many_stones, put_high_rows, put_high_numbers, put_black_master]
)
def test_numbers_of_any_size_come_back(change: Callable[[Cells], None]) -> None:
    state = CASE.deal(1).copy()
    assert state.cells[BLACK_PLACE] == -1
    change(state.cells)
    seat = CASE.game.actor(state)
    assert seat is not None
    assert read_back(state, seat) == facts(CASE.game.view(state, seat))


def test_other_components_are_another_set_up() -> None:
    data = tomllib.loads(shipped_components("hetverraad"))
    data["prices"]["tower"] = 7
    data["influence"]["gift"]["amount"] = 9
    data["board"]["areas"][3]["price"] = 99
    other = create(data)
    state = other.deal(4, "strategic", CASE.deal(0).chance)
    assert encode_setup(other.view(state, 0)) != encode_setup(CASE.game.view(CASE.deal(0), 0))
    city = decode_game(read_start(start_bytes(CASE, state, 0))).city
    # the type of a game in general has no `city`
    assert city == other.city != CASE.game.city  # type: ignore[attr-defined]
    assert (city.tower_price, city.influence[9].amount, city.price[3]) == (7, 9, 99)


def greatest_components() -> dict[str, Any]:
    """Returns component data of the game with the largest possible numbers of stones, tokens and cards, and the highest
    limits. Prices are low, so that seats can buy much and the counts in a match grow large.
    """
    data = tomllib.loads(shipped_components("hetverraad"))
    data["start"]["stones"] = 99
    data["castle"] |= {"white_prices": [1] * 90, "black_prices": [1] * 90}
    data["supply"]["white_tokens"] = 99
    data["limits"] |= {"tokens": 9, "buildings": 9, "areas": 9, "influence_hand": 9, "tax_free": 99}
    data["black_tokens"]["by_value"] = dict.fromkeys("1234", 99)
    data["end_score"]["by_seats"] = dict.fromkeys("2345", 255)
    for block, greatest in (
        (data["board"]["areas"], {"price": 1, "bonus": 9}),
        (data["buildings"]["cards"], {"value": 9}),
        (data["grand_powers"].values(), {"points": 0, "bonus": 9}),
        (data["influence"].values(), {"count": 99}),
    ):
        for row in block:
            row.update(greatest)
    return data


def test_cells_stay_within_what_a_byte_of_a_row_holds_whatever_the_components_are() -> None:
    game, rng = create(greatest_components()), random.Random(1)
    state = game.deal(2, "strategic", CASE.deal(1).chance)
    most = 0
    while (seat := game.actor(state)) is not None:
        view = game.view(state, seat)
        most = max(most, *part(view.cells, WHITE_TOKENS, 10), *part(view.cells, INCOME_CUBE, 20))
        if rng.random() < 0.1:
            start = MatchStart.FromString(encode_setup(view))
            start.seats, start.edition = 2, "strategic"
            turn = Turn.FromString(encode_view(view))
            turn.seat = seat
            assert facts(decode_view(game, start, turn)) == facts(view)
        tokens = [action for action in game.legal_actions(state) if action in (BUY_WHITE, BUY_BLACK)]
        state = game.apply(state, rng.choice(tokens or game.legal_actions(state)))
    assert most == 90


@pytest.mark.parametrize("pile", [HAND, INFLUENCE_HAND, TOKENS, DECK, INFLUENCE_DECK, TOKEN_STACK])
def test_an_encoding_that_tells_a_part_of_the_state_is_caught(pile: int) -> None:
    def secret(state: Any) -> bytes:
        own = pile in (HAND, INFLUENCE_HAND, TOKENS)
        return repr(piles_by_seat(state, pile) if own else state.piles[pile]).encode()

    with pytest.raises(AssertionError):
        check(CASE, leaks(secret), 0)
