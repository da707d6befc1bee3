"""Trading building cards at the two markets (action E of phase 2), and buying closed cards (action F of phase 2)."""

from mypy_extensions import i64

from arena.games.hetverraad import actions
from arena.games.hetverraad.state.cells import ACTIVE, INCOME_CUBE, STONES
from arena.games.hetverraad.state.decks import card_left, draw_influence, draw_to_hand, influence_left
from arena.games.hetverraad.state.knowledge import everybody, see
from arena.games.hetverraad.state.piles import (
    CARDS_SOLD,
    DISCARD,
    HAND,
    MARKET,
    MARKET_SORTED,
    PAWNSHOP,
    PAWNSHOP_SORTED,
)
from arena.games.hetverraad.state.rows import SINGLE, joined, lay, place_of, without
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import CUBES


def add_legal_closed(legal: list[object], state: State) -> None:
    """R-53: appends the legal purchases from the decks of influence cards and building cards. A seat may buy any number
    of cards a turn.
    """
    stones, city = state.cells[STONES + state.cells[ACTIVE]], state.rules.city
    if stones >= city.influence_price and influence_left(state):
        legal.append(actions.MADE[actions.BUY_INFLUENCE])
    if stones >= city.card_price and card_left(state):
        legal.append(actions.MADE[actions.BUY_CARD])


def add_legal(legal: list[object], state: State) -> None:
    """R-52, A-15: appends the legal sales and purchases at the two markets. A card that was sold this turn cannot be
    bought back in the same turn.
    """
    cells, piles, city = state.cells, state.piles, state.rules.city
    hand, sold = piles[HAND + cells[ACTIVE]], piles[CARDS_SOLD]
    stones, market_opens = cells[STONES + cells[ACTIVE]], _market_opens(state)
    actions.add_cards(legal, actions.PAWN, hand)
    if market_opens:
        actions.add_cards(legal, actions.SELL, hand)
    if stones >= city.pawnshop_price:
        actions.add_cards(legal, actions.BUY_FROM_PAWNSHOP, _not_sold(piles[PAWNSHOP_SORTED], sold))
    if market_opens:
        offered, values = _not_sold(piles[MARKET_SORTED], sold), city.value
        count: i64 = len(offered)
        for at in range(count):
            card: i64 = offered[at]
            if values[card] <= stones:
                legal.append(actions.MADE[actions.BUY_FROM_MARKET + card])


def _not_sold(offered: bytes, sold: bytes) -> bytes:
    """A-15: returns the cards in `offered` without the cards in `sold`, which the active seat has sold this turn and so
    cannot buy back.
    """
    count: i64 = len(sold)
    for at in range(count):
        card: i64 = sold[at]
        if place_of(offered, card) >= 0:
            offered = without(offered, card)
    return offered


def _market_opens(state: State) -> bool:
    """R-52: whether the active seat may use the free market. It needs a building of one of the `market_colours`. An
    income cube above 0 shows that the seat has a building of the cube's colour.
    """
    cells, colours = state.cells, state.rules.city.market_colours
    first = INCOME_CUBE + CUBES * cells[ACTIVE]
    for at in range(len(colours)):  # any() would take three times as long
        if cells[first + colours[at] - 1]:
            return True
    return False


def buy_influence(state: State) -> None:
    """R-53: the active seat buys an influence card from the deck."""
    _pay(state, state.rules.city.influence_price)
    draw_influence(state, state.cells[ACTIVE])


def buy_card(state: State) -> None:
    """R-53: the active seat buys a building card from the deck."""
    _pay(state, state.rules.city.card_price)
    draw_to_hand(state, state.cells[ACTIVE], 1)


def sell_to_pawnshop(state: State, card: i64) -> None:
    """R-52: the seat sells a card to the pawnshop for half its value, rounded up."""
    _sell(state, card, (state.rules.city.value[card] + 1) // 2)
    if state.rules.options.markets_have_stock:
        piles = state.piles
        lay(piles, PAWNSHOP, card)
        piles[PAWNSHOP_SORTED] = joined(piles[PAWNSHOP_SORTED], card)


def sell_to_market(state: State, card: i64) -> None:
    """R-52: the seat sells a card to the free market for its full value."""
    _sell(state, card, state.rules.city.value[card])
    if state.rules.options.markets_have_stock:
        piles = state.piles
        lay(piles, MARKET, card)
        piles[MARKET_SORTED] = joined(piles[MARKET_SORTED], card)


def buy_from_pawnshop(state: State, card: i64) -> None:
    """R-52: the seat buys a card from the pawnshop, where every card has the same price."""
    _pay(state, state.rules.city.pawnshop_price)
    piles = state.piles
    piles[PAWNSHOP] = without(piles[PAWNSHOP], card)
    piles[PAWNSHOP_SORTED] = without(piles[PAWNSHOP_SORTED], card)
    _to_hand(state, card)


def buy_from_market(state: State, card: i64) -> None:
    """R-52: the seat buys a card from the free market for its full value."""
    _pay(state, state.rules.city.value[card])
    piles = state.piles
    piles[MARKET] = without(piles[MARKET], card)
    piles[MARKET_SORTED] = without(piles[MARKET_SORTED], card)
    _to_hand(state, card)


def _pay(state: State, stones: i64) -> None:
    cells = state.cells
    cells[STONES + cells[ACTIVE]] -= stones


def _to_hand(state: State, card: i64) -> None:
    seat = state.cells[ACTIVE]
    state.piles[HAND + seat] = joined(state.piles[HAND + seat], card)
    see(state, SINGLE[card], everybody(state))


def _sell(state: State, card: i64, stones: i64) -> None:
    """A-15: takes a card out of the active seat's hand and pays the seat `stones` for it. If the markets keep no stock,
    the card goes to the discard pile; otherwise the caller puts it in a market.
    """
    cells, piles = state.cells, state.piles
    _pay(state, -stones)
    piles[HAND + cells[ACTIVE]] = without(piles[HAND + cells[ACTIVE]], card)
    lay(piles, CARDS_SOLD, card)
    if not state.rules.options.markets_have_stock:
        lay(piles, DISCARD, card)
