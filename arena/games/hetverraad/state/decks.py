"""The deck of building cards and the deck of influence cards: drawing from them, and reshuffling."""

from typing import Final

from mypy_extensions import i64

from arena.games.hetverraad.state import knowledge
from arena.games.hetverraad.state.cells import INFLUENCE_RESHUFFLES, RESHUFFLES, SEATS
from arena.games.hetverraad.state.piles import (
    DECK,
    DISCARD,
    HAND,
    INFLUENCE_AGES,
    INFLUENCE_DECK,
    INFLUENCE_DISCARD,
    INFLUENCE_HAND,
    MARKET,
    MARKET_SORTED,
    PAWNSHOP,
    PAWNSHOP_SORTED,
)
from arena.games.hetverraad.state.rows import SINGLE, joined, lay, place_of, room_for
from arena.games.hetverraad.state.state import State

OLDEST: Final = 255
"""The highest age that an influence card reaches (ages are bytes). The age is the number of reshuffles of the influence
deck since the card was drawn.
"""


def card_left(state: State) -> bool:
    """Whether a building card can be drawn, either from the deck or after a reshuffle."""
    return bool(state.piles[DECK] or laid_away(state))


def draw_card(state: State) -> i64:
    """R-29, A-30: draws the top building card and returns it. If the deck is empty, a new deck is first made by a
    reshuffle; if no card is left even then, returns 0.
    """
    piles = state.piles
    if not piles[DECK]:
        reshuffle(state)
        if not piles[DECK]:
            return 0
    deck = piles[DECK]
    piles[DECK] = deck[1:]
    return deck[0]


def reshuffle(state: State) -> None:
    """R-29, A-29: shuffles the discard pile into a new deck, together with the cards for sale if an option says so."""
    cells, piles = state.cells, state.piles
    cards = bytes(sorted(laid_away(state)))  # so that the order of the cards does not change the new deck
    if cards:
        cells[RESHUFFLES] += 1
        piles[DECK] = bytes(state.chance.shuffled("buildings", cells[RESHUFFLES], cards))
        knowledge.shuffle(state, cards)
        piles[DISCARD] = b""
        if state.rules.options.stock_joins_reshuffle:
            piles[PAWNSHOP] = piles[MARKET] = piles[PAWNSHOP_SORTED] = piles[MARKET_SORTED] = b""


def laid_away(state: State) -> bytes:
    """R-29, A-29: returns the cards that a reshuffle would shuffle: the discard pile and, if an option says so, the
    cards for sale in the markets.
    """
    piles = state.piles
    if state.rules.options.stock_joins_reshuffle:
        return piles[DISCARD] + piles[PAWNSHOP] + piles[MARKET]
    return piles[DISCARD]


def draw_to_hand(state: State, seat: i64, count: i64) -> None:
    """Draws `count` building cards into a seat's hand; fewer only if no more are left."""
    hand = state.piles[HAND + seat]
    for _ in range(count):
        card = draw_card(state)
        if card:
            hand = joined(hand, card)
            knowledge.see(state, SINGLE[card], 1 << seat)
    state.piles[HAND + seat] = hand


def influence_left(state: State) -> bool:
    """Whether an influence card can be drawn, either from the deck or after a reshuffle."""
    return bool(state.piles[INFLUENCE_DECK] or state.piles[INFLUENCE_DISCARD])


def draw_influence(state: State, seat: i64) -> None:
    """R-53, R-58: draws the top influence card into a hand. If the deck is empty, the discarded influence cards are
    first shuffled into a new deck.

    Among equal cards in a hand the older ones are first.
    """
    cells, piles = state.cells, state.piles
    if not piles[INFLUENCE_DECK] and piles[INFLUENCE_DISCARD]:
        cells[INFLUENCE_RESHUFFLES] += 1
        cards = bytes(sorted(piles[INFLUENCE_DISCARD]))
        piles[INFLUENCE_DECK] = bytes(state.chance.shuffled("influence", cells[INFLUENCE_RESHUFFLES], cards))
        piles[INFLUENCE_DISCARD] = b""
        for holder in range(cells[SEATS]):
            piles[INFLUENCE_AGES + holder] = bytes([min(age + 1, OLDEST) for age in piles[INFLUENCE_AGES + holder]])
    if piles[INFLUENCE_DECK]:
        hand, ages = piles[INFLUENCE_HAND + seat], piles[INFLUENCE_AGES + seat]
        at = room_for(hand, piles[INFLUENCE_DECK][0])
        piles[INFLUENCE_HAND + seat] = hand[:at] + piles[INFLUENCE_DECK][:1] + hand[at:]
        piles[INFLUENCE_AGES + seat] = ages[:at] + bytes(1) + ages[at:]
        piles[INFLUENCE_DECK] = piles[INFLUENCE_DECK][1:]


def put_away_influence(state: State, seat: i64, kind: i64) -> None:
    """A-40: moves a played or discarded influence card of this kind from the seat's hand to the discard pile. If the
    hand has several, the oldest is moved.
    """
    piles = state.piles
    hand, ages = piles[INFLUENCE_HAND + seat], piles[INFLUENCE_AGES + seat]
    at = place_of(hand, kind)
    piles[INFLUENCE_HAND + seat] = hand[:at] + hand[at + 1 :]
    piles[INFLUENCE_AGES + seat] = ages[:at] + ages[at + 1 :]
    lay(piles, INFLUENCE_DISCARD, kind)
