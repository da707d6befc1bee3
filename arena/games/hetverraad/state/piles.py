"""The piles of a match: cards, tokens and areas in their order, and who knows them; open piles come first.

A pile is `bytes`, replaced and never changed, so states can share it. A state has the open piles, then the closed
ones; a view has the open piles, then those of its seat. A name described as "by seat" is the first of five piles, as in
`piles[HAND + seat]`; piles of seats that do not play stay empty.
"""

from typing import Final

ROW: Final = 0
"""The open building cards, from which a seat takes one in phase 1."""
PAWNSHOP: Final = 1
"""The cards for sale at the pawnshop, in the order they came."""
MARKET: Final = 2
"""The cards for sale on the free market."""
DISCARD: Final = 3
"""The discard pile of building cards."""
REMOVED: Final = 4
"""Building cards out of the game."""
CARD_SHUFFLE: Final = 5
"""By building card: the number of the last shuffle it was part of; the set-up's are 1, 2, 3 by letter."""
INFLUENCE_DISCARD: Final = 6
"""Influence cards played or laid away."""
AREAS_BOUGHT: Final = 7
"""Areas bought in this turn."""
AREAS_BLOCKED: Final = 8
"""Areas whose purchase was stopped in this turn; they count as bought."""
CARDS_SOLD: Final = 9
"""Cards sold in this turn; they cannot be bought back in it."""

OPEN_PILES: Final = 10
"""The number of open piles; from this index on a state has closed piles, and a view its seat's own."""

HAND: Final = 10
"""By seat: building cards in hand, ascending."""
DECK: Final = 15
"""The deck of building cards, the next to be drawn first."""
INFLUENCE_HAND: Final = 16
"""By seat: influence cards in hand, ascending."""
INFLUENCE_DECK: Final = 21
"""The deck of influence cards, the next to be drawn first."""
TOKENS: Final = 22
"""By seat: the values of its black tokens, in the order of the castle card."""
TOKEN_STACK: Final = 27
"""The values of the black tokens on the stack, the next to be drawn first."""
TOKEN_EYES: Final = 28
"""By seat: which seats have seen each of its tokens, as a sum of 1 << seat."""
STACK_EYES: Final = 33
"""Which seats have seen each token of the stack, as a sum of 1 << seat."""
INFLUENCE_AGES: Final = 34
"""By seat: how often the deck of influence cards was reshuffled since each card of the hand was drawn."""
CARD_EYES: Final = 39
"""By building card: which seats know where it is in a hand or in the deck, as a sum of 1 << seat."""
PAWNSHOP_SORTED: Final = 40
"""The cards of PAWNSHOP, sorted ascending as the legal actions need them."""
MARKET_SORTED: Final = 41
"""The cards of MARKET, sorted ascending."""

ALL_PILES: Final = 42

OWN_HAND: Final = 10
"""In a view: the seat's own building cards, ascending."""
OWN_INFLUENCE: Final = 11
"""In a view: the seat's own influence cards, ascending."""
OWN_TOKENS: Final = 12
"""In a view: the values of the seat's own black tokens, in the order of the castle card."""
SHOWN: Final = 13
"""In a view: the two cards that the Wizard shows this seat now; empty at other times."""
CLOSED_CARDS: Final = 14
"""In a view: the building cards in all hands, seat by seat, then the deck, the next to be drawn first; 0: unknown."""
CLOSED_SHUFFLES: Final = 15
"""In a view: the shuffle of each closed building card."""
CLOSED_SEEN_BY: Final = 16
"""In a view: which seats know each closed building card, as a sum of 1 << seat; 0 for an unknown card in a hand."""
ALL_AGES: Final = 17
"""In a view: how often the deck was reshuffled since each influence card was drawn, for all hands, seat by seat."""
OLDER_INFLUENCE: Final = 18
"""In a view: the kinds of the influence cards in hands whose age is not 0, sorted by age and then by kind."""
TOKEN_VALUES: Final = 19
"""In a view: the values of all black tokens, seat by seat and then the stack; 0 if this seat has not seen the token."""
TOKENS_SEEN_BY: Final = 20
"""In a view: which seats have seen each black token, as a sum of 1 << seat."""

VIEW_PILES: Final = 21
