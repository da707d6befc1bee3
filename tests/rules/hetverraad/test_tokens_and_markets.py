"""Tests of tokens, markets and closed cards (R-47 to R-54)."""

import pytest

from arena.games.hetverraad.state.cells import AREA_BUILDING, BLACK_SCORE, BLACK_TOKENS, SCORE, STONES, WHITE_TOKENS
from arena.games.hetverraad.state.piles import (
    DISCARD,
    HAND,
    INFLUENCE_DISCARD,
    INFLUENCE_HAND,
    MARKET,
    OWN_TOKENS,
    PAWNSHOP,
    TOKEN_STACK,
    TOKENS,
)
from arena.games.hetverraad.state.state import by_area, by_seat
from tests.rules.hetverraad.positions import (
    game,
    hand,
    influence_of,
    legal,
    names,
    phase,
    play,
    position,
    text,
)

RICH = (50, 50, 50, 50)
POOR_BLUE = {"O09": "HA-A1"}


def tokens(names_: list[str]) -> list[str]:
    return [name for name in names_ if name in {"buy white", "buy black"}]


@pytest.mark.parametrize(("owned", "price"), [(0, 3), (1, 4), (2, 5), (3, 6), (4, 7), (5, 8)])
def test_R47_the_price_of_the_lowest_free_space(owned: int, price: int) -> None:
    white = position(white=(owned,), stones=(price,))
    assert tokens(names(white))[:1] == ["buy white"]
    after = play(white, "buy white")
    assert (after.cells[STONES], after.cells[WHITE_TOKENS]) == (0, owned + 1)
    black = position(black={0: (1,) * owned}, stones=(price,))
    after = play(black, "buy black")
    assert (after.cells[STONES], after.cells[BLACK_TOKENS]) == (0, owned + 1)
    assert tokens(names(position(white=(owned,), black={0: (1,) * owned}, stones=(price - 1,)))) == []


def test_R47_a_full_side_takes_no_more() -> None:
    assert tokens(names(position(white=(6,), black={0: (1,) * 6}, stones=RICH))) == []


def test_R48_two_tokens_a_turn_in_any_mix() -> None:
    for mix in (("white", "white"), ("black", "black"), ("white", "black"), ("black", "white")):
        state = play(position(stones=RICH), *(f"buy {colour}" for colour in mix))
        assert tokens(names(state)) == []
    assert tokens(names(play(position(stones=RICH), "buy white"))) == ["buy white", "buy black"]


def test_R49_only_the_owner_knows_the_values() -> None:
    state = play(position(stones=RICH, tokens_top=(4,)), "buy black")
    assert game.view(state, 0).piles[OWN_TOKENS] == bytes((4,))
    assert [game.view(state, seat).piles[OWN_TOKENS] for seat in (1, 2, 3)] == [b""] * 3
    assert by_seat(state.cells, BLACK_TOKENS) == (1, 0, 0, 0)
    other = play(position(stones=RICH, tokens_top=(1,)), "buy black")
    assert by_seat(game.view(other, 1).cells, SCORE) == by_seat(game.view(state, 1).cells, SCORE)


def test_R50_an_own_token_for_a_new_one() -> None:
    state = position(black={0: (1, 2)}, stones=(5,), tokens_top=(4,))
    assert legal(state, "exchange") == ["token 1", "token 2"]
    state = play(state, "exchange token 2")
    assert (tuple(state.piles[TOKENS]), state.cells[STONES], state.piles[TOKEN_STACK][-1]) == ((1, 4), 0, 2)


def test_R50_not_without_token_or_stones() -> None:
    assert legal(position(stones=RICH), "exchange") == []
    assert legal(position(black={0: (1,)}, stones=(4,)), "exchange") == []


def test_A14_an_exchange_is_no_purchase_and_scores_nothing() -> None:
    state = play(position(black={0: (1,)}, stones=RICH), *["exchange token 1"] * 3)
    assert tokens(names(state)) == ["buy white", "buy black"]
    assert state.cells[BLACK_SCORE] == 1
    assert len(state.piles[TOKEN_STACK]) == 29


def test_A14_by_option_it_is_and_does() -> None:
    options = {
        "exchange_counts_as_purchase": True,
        "exchange_raises_black": True,
        "exchanged_token_returns": False,
    }
    state = play(position(black={0: (1,)}, stones=RICH, options=options), *["exchange token 1"] * 2)
    assert (tokens(names(state)), legal(state, "exchange")) == ([], [])
    assert (state.cells[BLACK_SCORE], len(state.piles[TOKEN_STACK])) == (3, 27)


def test_A35_only_own_black_tokens_are_exchanged_for_black_ones() -> None:
    assert legal(position(white=(3,), black={1: (1, 2)}, stones=RICH), "exchange") == []
    state = position(white=(3,), black={0: (1, 2), 1: (3,)}, stones=RICH, tokens_top=(4,))
    assert legal(state, "exchange") == ["token 1", "token 2"]
    state = play(state, "exchange token 2")
    assert (list(state.piles[TOKENS]), state.cells[WHITE_TOKENS]) == ([1, 4], 3)


def test_R51_each_black_token_bought_scores_for_the_black_master() -> None:
    state = play(position(stones=RICH), "buy black")
    assert state.cells[BLACK_SCORE] == 1
    assert play(state, "buy black").cells[BLACK_SCORE] == 2
    assert play(state, "buy white").cells[BLACK_SCORE] == 1


@pytest.mark.parametrize(("card", "paid"), [("BR-A1", 1), ("BR-A4", 1), ("BR-B3", 2), ("BR-B6", 2), ("BR-C5", 3)])
def test_R52_the_pawnshop_pays_half_rounded_up(card: str, paid: int) -> None:
    state = play(position(hands={0: card}), f"sell {card} pawnshop")
    assert (state.cells[STONES], hand(state, 0), text(state.piles[PAWNSHOP])) == (paid, "", card)


@pytest.mark.parametrize("card", ["BR-A1", "BR-C5"])
def test_R52_the_pawnshop_sells_for_five(card: str) -> None:
    state = play(position(pawnshop=card, stones=(5,)), f"buy {card} pawnshop")
    assert (state.cells[STONES], hand(state, 0), state.piles[PAWNSHOP]) == (0, card, b"")
    assert f"buy {card} pawnshop" not in names(position(pawnshop=card, stones=(4,)))


@pytest.mark.parametrize(("card", "value"), [("BR-A1", 1), ("BR-A4", 2), ("BR-B3", 3), ("BR-B6", 4), ("BR-C5", 5)])
def test_R52_the_free_market_pays_and_asks_the_full_value(card: str, value: int) -> None:
    state = play(position({0: "O09"}, buildings=POOR_BLUE, hands={0: card}), f"sell {card} market")
    assert (state.cells[STONES], text(state.piles[MARKET])) == (value, card)
    state = position({0: "O09"}, buildings=POOR_BLUE, market=card, stones=(value,))
    assert play(state, f"buy {card} market").cells[STONES] == 0
    poor = position({0: "O09"}, buildings=POOR_BLUE, market=card, stones=(value - 1,))
    assert f"buy {card} market" not in names(poor)


def test_R52_the_free_market_needs_an_own_blue_building() -> None:
    for areas in ({}, {1: "O09"}):
        buildings = POOR_BLUE if areas else {}
        state = position(areas, buildings=buildings, hands={0: "BR-A1"}, market="BR-A2", stones=RICH)
        assert not any(name.endswith("market") for name in names(state))
    state = position({0: "O09"}, buildings={"O09": "BR-A3"}, hands={0: "BR-A1"})
    assert not any(name.endswith("market") for name in names(state))


def test_R52_any_number_of_trades() -> None:
    hands = "BR-A1 BR-A2 BR-A3 BR-A4"
    state = play(position(hands={0: hands}), *(f"sell {name} pawnshop" for name in hands.split()))
    assert (hand(state, 0), state.cells[STONES]) == ("", 4)


def test_A15_sold_cards_lie_for_sale_to_others() -> None:
    state = play(position(hands={0: "BR-A1"}, stones=RICH), "sell BR-A1 pawnshop")
    assert "buy BR-A1 pawnshop" not in names(state)
    state = play(state, "end actions", "take NI-C1")
    assert "buy BR-A1 pawnshop" in names(state)


def test_A15_by_option_markets_have_no_stock() -> None:
    options = {"markets_have_stock": False}
    state = play(position(hands={0: "BR-A1"}, stones=RICH, options=options), "sell BR-A1 pawnshop")
    assert (text(state.piles[DISCARD]), state.piles[PAWNSHOP]) == ("BR-A1", b"")


def test_R53_closed_cards_for_five_each() -> None:
    state = position(stones=(11,), deck_top="ST-C1 BR-A1", influence_top="raid gift")
    state = play(state, "buy card", "buy influence")
    assert (hand(state, 0), influence_of(state, 0), state.cells[STONES]) == ("ST-C1", "raid", 1)
    assert not {"buy card", "buy influence"} & set(names(state))


def test_R53_any_number_of_them() -> None:
    state = play(position(stones=RICH), *["buy card"] * 10)
    assert len(state.piles[HAND]) == 10


def test_R53_not_from_decks_that_are_used_up() -> None:
    assert "buy card" not in names(position(stones=RICH, deck=""))
    assert "buy card" in names(position(stones=RICH, deck="", discard="BR-A1"))


def test_R54_a_third_influence_card_means_laying_one_away() -> None:
    state = position(stones=RICH, influence={0: "fire raid"}, influence_top="blockade")
    state = play(state, "buy influence")
    assert phase(state) == "surplus"
    assert names(state) == ["lay away blockade", "lay away fire", "lay away raid"]
    state = play(state, "lay away fire")
    assert (phase(state), influence_of(state, 0)) == ("action", "blockade raid")
    assert state.piles[INFLUENCE_DISCARD] == bytes((3,))


def test_R54_in_phase_3_too() -> None:
    state = position(score=(4, 0, 0, 0), influence={0: "fire raid"}, influence_top="gift", hands={0: "BR-A1"},
                     areas={0: "O00"}, stones=(1,))  # fmt: skip
    state = play(state, "build BR-A1 O00", "end actions")
    assert names(state) == ["lay away fire", "lay away raid", "lay away gift"]
    state = play(state, "lay away gift")
    assert (phase(state), influence_of(state, 0), game.actor(state)) == ("income", "fire raid", 1)


def test_G7_pawnshop_and_market() -> None:
    assert "buy BR-A1 market" not in names(position(market="BR-A1", stones=RICH))


def test_G8_tokens() -> None:
    state = play(position(stones=(7,)), "buy white", "buy white")
    assert (state.cells[STONES], state.cells[BLACK_SCORE]) == (0, 0)
    state = play(position(stones=(7,)), "buy black", "buy black")
    assert (state.cells[STONES], state.cells[BLACK_SCORE]) == (0, 2)
    state = play(position(stones=(6,)), "buy black", "buy white")
    assert (state.cells[STONES], state.cells[BLACK_SCORE]) == (0, 1)


def test_G16_two_in_hand_and_a_third_bought() -> None:
    state = position({1: "O00"}, buildings={"O00": "BR-A1"}, stones=RICH, influence={0: "fire raid"})
    state = play(state, "buy influence")
    assert len(state.piles[INFLUENCE_HAND]) == 3
    played = play(state, "play fire O00")
    assert (phase(played), len(played.piles[INFLUENCE_HAND])) == ("action", 2)
    assert by_area(state.cells, AREA_BUILDING) != by_area(played.cells, AREA_BUILDING)
    laid = play(state, "lay away raid")
    assert (phase(laid), len(laid.piles[INFLUENCE_HAND])) == ("action", 2)
