"""Trading building cards at the two markets (phase 2, E), and buying closed cards (phase 2, F)."""

from arena.games.hetverraad import actions
from arena.games.hetverraad.cells import ACTIVE, INCOME_CUBE, STONES
from arena.games.hetverraad.decks import card_left, draw_influence, draw_to_hand, influence_left
from arena.games.hetverraad.knowledge import everybody, see
from arena.games.hetverraad.piles import CARDS_SOLD, DISCARD, HAND, MARKET, PAWNSHOP
from arena.games.hetverraad.rows import joined, without
from arena.games.hetverraad.state import State
from arena.games.hetverraad.terms import CUBES


def legal_closed(state: State) -> list[int]:
    """R-53: any number of influence cards and building cards from the decks."""
    stones, city = state.cells[STONES + state.cells[ACTIVE]], state.rules.city
    legal = []
    if stones >= city.influence_price and influence_left(state):
        legal.append(actions.BUY_INFLUENCE)
    if stones >= city.card_price and card_left(state):
        legal.append(actions.BUY_CARD)
    return legal


def legal(state: State) -> list[int]:
    """R-52, A-15: any number of sales and purchases; a card sold this turn is not bought back in it."""
    cells, piles, city = state.cells, state.piles, state.rules.city
    hand = piles[HAND + cells[ACTIVE]]
    if not (hand or piles[PAWNSHOP] or piles[MARKET]):
        return []
    stones, value = cells[STONES + cells[ACTIVE]], city.value
    legal = [actions.PAWN + card for card in hand]
    market_opens = _market_opens(state)
    if market_opens:
        legal += [actions.SELL + card for card in hand]
    if stones >= city.pawnshop_price and piles[PAWNSHOP]:
        legal += [actions.BUY_FROM_PAWNSHOP + card for card in sorted(piles[PAWNSHOP]) if card not in piles[CARDS_SOLD]]
    if market_opens and piles[MARKET]:
        legal += [
            actions.BUY_FROM_MARKET + card
            for card in sorted(piles[MARKET])
            if value[card] <= stones and card not in piles[CARDS_SOLD]
        ]
    return legal


def _market_opens(state: State) -> bool:
    """R-52: whether the active seat has a trade building on the board, as its income cube shows."""
    cells = state.cells
    first = CUBES * cells[ACTIVE] - 1
    for colour in range(1, CUBES + 1):  # any() would take three times as long
        if cells[INCOME_CUBE + first + colour] and colour in state.rules.city.market_colours:
            return True
    return False


def buy_influence(state: State) -> None:
    """R-53."""
    _pay(state, state.rules.city.influence_price)
    draw_influence(state, state.cells[ACTIVE])


def buy_card(state: State) -> None:
    """R-53."""
    _pay(state, state.rules.city.card_price)
    draw_to_hand(state, state.cells[ACTIVE], 1)


def sell_to_pawnshop(state: State, card: int) -> None:
    """R-52: half the value, rounded up."""
    _sell(state, card, (state.rules.city.value[card] + 1) // 2)
    if state.rules.options.markets_have_stock:
        state.piles[PAWNSHOP] += bytes((card,))


def sell_to_market(state: State, card: int) -> None:
    """R-52: the full value."""
    _sell(state, card, state.rules.city.value[card])
    if state.rules.options.markets_have_stock:
        state.piles[MARKET] += bytes((card,))


def buy_from_pawnshop(state: State, card: int) -> None:
    """R-52: one price for every card."""
    _pay(state, state.rules.city.pawnshop_price)
    state.piles[PAWNSHOP] = without(state.piles[PAWNSHOP], card)
    _to_hand(state, card)


def buy_from_market(state: State, card: int) -> None:
    """R-52: the full value."""
    _pay(state, state.rules.city.value[card])
    state.piles[MARKET] = without(state.piles[MARKET], card)
    _to_hand(state, card)


def _pay(state: State, stones: int) -> None:
    cells = state.cells
    cells[STONES + cells[ACTIVE]] -= stones


def _to_hand(state: State, card: int) -> None:
    seat = state.cells[ACTIVE]
    state.piles[HAND + seat] = joined(state.piles[HAND + seat], card)
    see(state, bytes((card,)), everybody(state))


def _sell(state: State, card: int, stones: int) -> None:
    """A-15: the card leaves the hand for the market, or for the discard pile where markets have no stock."""
    cells, piles = state.cells, state.piles
    _pay(state, -stones)
    piles[HAND + cells[ACTIVE]] = without(piles[HAND + cells[ACTIVE]], card)
    piles[CARDS_SOLD] += bytes((card,))
    if not state.rules.options.markets_have_stock:
        piles[DISCARD] += bytes((card,))
