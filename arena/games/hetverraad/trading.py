"""Trading building cards at the two markets (phase 2, E), and buying closed cards (phase 2, F)."""

from arena.games.hetverraad import actions
from arena.games.hetverraad.decks import card_left, draw_influence, draw_to_hand, influence_left
from arena.games.hetverraad.knowledge import everybody, see
from arena.games.hetverraad.rows import joined, with_item, without
from arena.games.hetverraad.state import State
from arena.games.hetverraad.terms import CUBES


def legal_closed(state: State) -> list[int]:
    """R-53: any number of influence cards and building cards from the decks."""
    stones, city = state.table.stones[state.table.active], state.rules.city
    legal = []
    if stones >= city.influence_price and influence_left(state):
        legal.append(actions.BUY_INFLUENCE)
    if stones >= city.card_price and card_left(state):
        legal.append(actions.BUY_CARD)
    return legal


def legal(state: State) -> list[int]:
    """R-52, A-15: any number of sales and purchases; a card sold this turn is not bought back in it."""
    table, city = state.table, state.rules.city
    hand = state.hands[table.active]
    if not (hand or table.pawnshop or table.market):
        return []
    stones, value = table.stones[table.active], city.value
    legal = [actions.PAWN + card for card in hand]
    market_opens = _market_opens(state)
    if market_opens:
        legal += [actions.SELL + card for card in hand]
    if stones >= city.pawnshop_price and table.pawnshop:
        legal += [actions.BUY_FROM_PAWNSHOP + card for card in sorted(table.pawnshop) if card not in table.cards_sold]
    if market_opens and table.market:
        legal += [
            actions.BUY_FROM_MARKET + card
            for card in sorted(table.market)
            if value[card] <= stones and card not in table.cards_sold
        ]
    return legal


def _market_opens(state: State) -> bool:
    """R-52: whether the active seat has a trade building on the board, as its income cube shows."""
    table = state.table
    first = CUBES * table.active - 1
    for colour in state.rules.city.market_colours:  # noqa: SIM110  # any() would take three times as long
        if table.income[first + colour]:
            return True
    return False


def buy_influence(state: State) -> None:
    """R-53."""
    _pay(state, state.rules.city.influence_price)
    draw_influence(state, state.table.active)


def buy_card(state: State) -> None:
    """R-53."""
    _pay(state, state.rules.city.card_price)
    draw_to_hand(state, state.table.active, 1)


def sell_to_pawnshop(state: State, card: int) -> None:
    """R-52: half the value, rounded up."""
    _sell(state, card, (state.rules.city.value[card] + 1) // 2)
    if state.rules.options.markets_have_stock:
        state.table.pawnshop += bytes((card,))


def sell_to_market(state: State, card: int) -> None:
    """R-52: the full value."""
    _sell(state, card, state.rules.city.value[card])
    if state.rules.options.markets_have_stock:
        state.table.market += bytes((card,))


def buy_from_pawnshop(state: State, card: int) -> None:
    """R-52: one price for every card."""
    _pay(state, state.rules.city.pawnshop_price)
    state.table.pawnshop = without(state.table.pawnshop, card)
    _to_hand(state, card)


def buy_from_market(state: State, card: int) -> None:
    """R-52: the full value."""
    _pay(state, state.rules.city.value[card])
    state.table.market = without(state.table.market, card)
    _to_hand(state, card)


def _pay(state: State, stones: int) -> None:
    table = state.table
    table.stones = with_item(table.stones, table.active, table.stones[table.active] - stones)


def _to_hand(state: State, card: int) -> None:
    seat = state.table.active
    state.hands = with_item(state.hands, seat, joined(state.hands[seat], card))
    see(state, bytes((card,)), everybody(state))


def _sell(state: State, card: int, stones: int) -> None:
    """A-15: the card leaves the hand for the market, or for the discard pile where markets have no stock."""
    table = state.table
    _pay(state, -stones)
    state.hands = with_item(state.hands, table.active, without(state.hands[table.active], card))
    table.cards_sold += bytes((card,))
    if not state.rules.options.markets_have_stock:
        table.discard += bytes((card,))
