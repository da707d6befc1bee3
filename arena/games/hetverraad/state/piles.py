"""The piles of a match: cards, tokens and areas in their order, and who knows them; what lies open first.

A pile is `bytes`, replaced and never changed, so that states share it. A state has the open piles and the closed ones;
a view has the open ones and, where the closed ones would begin, those of its seat. A name followed by "by seat" is the
first of five, `piles[HAND + seat]`; those of seats that do not play stay empty.
"""

from typing import Final

ROW: Final = 0
"""The open building cards."""
PAWNSHOP: Final = 1
"""The cards for sale there, in the order they came."""
MARKET: Final = 2
"""The cards for sale on the free market."""
DISCARD: Final = 3
"""The discard pile of building cards."""
REMOVED: Final = 4
"""Building cards out of the game."""
CARD_SHUFFLE: Final = 5
"""By building card: the shuffle it was last part of; 1, 2, 3 for the letters at the set-up."""
INFLUENCE_DISCARD: Final = 6
"""Influence cards played or laid away."""
AREAS_BOUGHT: Final = 7
"""This turn."""
AREAS_BLOCKED: Final = 8
"""This turn: areas whose purchase was stopped; they count as bought."""
CARDS_SOLD: Final = 9
"""This turn: they cannot be bought back in it."""

OPEN_PILES: Final = 10
"""So many lie open; the piles from here on are closed, or in a view the seat's own."""

HAND: Final = 10
"""By seat: building cards in hand, ascending."""
DECK: Final = 15
"""Building cards, the next first."""
INFLUENCE_HAND: Final = 16
"""By seat: influence cards in hand, ascending."""
INFLUENCE_DECK: Final = 21
"""Influence cards, the next first."""
TOKENS: Final = 22
"""By seat: the values of its black tokens, in the order of the castle card."""
TOKEN_STACK: Final = 27
"""Values of black tokens, the next first."""
TOKEN_EYES: Final = 28
"""By seat: the seats that have seen each token, a sum of 1 << seat."""
STACK_EYES: Final = 33
"""The same for the stack."""
INFLUENCE_AGES: Final = 34
"""By seat: how often the deck of influence cards was made anew since each card of the hand was drawn."""
CARD_EYES: Final = 39
"""By building card in a hand or in the deck: the seats that know it there, a sum of 1 << seat."""
PAWNSHOP_SORTED: Final = 40
"""The cards for sale there once more, ascending, as actions tell them."""
MARKET_SORTED: Final = 41
"""The same for the free market."""

ALL_PILES: Final = 42

OWN_HAND: Final = 10
"""In a view: the own building cards, ascending."""
OWN_INFLUENCE: Final = 11
"""In a view: the own influence cards, ascending."""
OWN_TOKENS: Final = 12
"""In a view: the values of the own black tokens, in the order of the castle card."""
SHOWN: Final = 13
"""In a view: the two cards the Wizard shows this seat now; else empty."""
CLOSED_CARDS: Final = 14
"""In a view: the building cards in hands, seat after seat, and in the deck, the next first; 0 where it knows none."""
CLOSED_SHUFFLES: Final = 15
"""In a view: the shuffle of each of them."""
CLOSED_SEEN_BY: Final = 16
"""In a view: the seats that know it, a sum of 1 << seat; 0 for cards in hands that this seat does not know."""
ALL_AGES: Final = 17
"""In a view: for the influence cards in hands, seat after seat, how often their deck was made anew since."""
OLDER_INFLUENCE: Final = 18
"""In a view: the kinds of those whose age is not 0, by age and then by kind, whoever has them."""
TOKEN_VALUES: Final = 19
"""In a view: the black tokens, seat after seat and then the stack: the value if this seat has seen it, else 0."""
TOKENS_SEEN_BY: Final = 20
"""In a view: the seats that have seen each of them, a sum of 1 << seat."""

VIEW_PILES: Final = 21
