"""The piles of a match: cards, tokens and areas in their order, and who knows them; open piles come first.

A pile is `bytes`, replaced and never changed, so states can share it. A state has the open piles, then the closed
ones; a view has the open piles, then those of its seat. A name described as "by seat" is the first of five piles, as in
`piles[HAND + seat]`; piles of seats that do not play stay empty.
"""

from typing import Final

ROW: Final = 0
"""The open building cards."""
PAWNSHOP: Final = 1
"""The cards for sale at the pawnshop, in the order they came."""
MARKET: Final = 2
"""The cards for sale on the free market."""
DISCARD: Final = 3
"""The discard pile of building cards."""
REMOVED: Final = 4
"""Building cards out of the game."""
CARD_SHUFFLE: Final = 5
"""By building card: its last shuffle; 1, 2, 3 for the letters at the set-up."""
INFLUENCE_DISCARD: Final = 6
"""Influence cards played or laid away."""
AREAS_BOUGHT: Final = 7
"""Areas bought this turn."""
AREAS_BLOCKED: Final = 8
"""Areas whose purchase was stopped this turn; they count as bought."""
CARDS_SOLD: Final = 9
"""Cards sold this turn; they cannot be bought back in it."""

OPEN_PILES: Final = 10
"""The number of open piles; the piles from here on are closed, or in a view the seat's own."""

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
"""The seats that have seen each token of the stack, a sum of 1 << seat."""
INFLUENCE_AGES: Final = 34
"""By seat: how often the deck of influence cards was reshuffled since each card of the hand was drawn."""
CARD_EYES: Final = 39
"""By building card in a hand or in the deck: the seats that know it there, a sum of 1 << seat."""
PAWNSHOP_SORTED: Final = 40
"""The cards for sale at the pawnshop again, ascending, in the order of actions."""
MARKET_SORTED: Final = 41
"""The cards for sale on the free market again, ascending."""

ALL_PILES: Final = 42

OWN_HAND: Final = 10
"""In a view: the seat's own building cards, ascending."""
OWN_INFLUENCE: Final = 11
"""In a view: the seat's own influence cards, ascending."""
OWN_TOKENS: Final = 12
"""In a view: the values of the seat's own black tokens, in the order of the castle card."""
SHOWN: Final = 13
"""In a view: the two cards the Wizard shows this seat now; else empty."""
CLOSED_CARDS: Final = 14
"""In a view: the building cards in hands, seat after seat, and in the deck, the next first; 0 if unknown."""
CLOSED_SHUFFLES: Final = 15
"""In a view: the shuffle of each closed building card."""
CLOSED_SEEN_BY: Final = 16
"""In a view: the seats that know each card, a sum of 1 << seat; 0 for unknown cards in hands."""
ALL_AGES: Final = 17
"""In a view: for the influence cards in hands, seat after seat, how often their deck was reshuffled since."""
OLDER_INFLUENCE: Final = 18
"""In a view: the kinds of influence cards in any hand whose age is not 0, by age and then by kind."""
TOKEN_VALUES: Final = 19
"""In a view: the black tokens, seat after seat and then the stack: the value if this seat has seen it, else 0."""
TOKENS_SEEN_BY: Final = 20
"""In a view: the seats that have seen each black token, a sum of 1 << seat."""

VIEW_PILES: Final = 21
