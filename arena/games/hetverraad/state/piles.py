"""The indexes of the piles of a match. A pile is a row of cards, tokens or areas, or of facts about them, such as the
seats that know each card.

A pile is `bytes`; it is replaced and never changed, so states can share it. A state has first the open piles and then
the closed ones. A view has first the open piles and then the piles that its seat may know. A name described as "by
seat" is the index of the first of five piles, as in `piles[HAND + seat]`; piles of seats that do not play stay empty.
"""

from typing import Final

ROW: Final = 0
"""The pile of open building cards, from which the active seat takes one in phase 1."""
PAWNSHOP: Final = 1
"""The pile of building cards for sale at the pawnshop, in the order in which they were sold to it."""
MARKET: Final = 2
"""The pile of building cards for sale on the free market."""
DISCARD: Final = 3
"""The pile of discarded building cards."""
REMOVED: Final = 4
"""The pile of building cards that have left the game."""
CARD_SHUFFLE: Final = 5
"""A row with an entry for each building card: the number of the last shuffle that included the card. At the set-up it
is 1, 2 or 3, by the card's letter.
"""
INFLUENCE_DISCARD: Final = 6
"""The pile of influence cards that were played or discarded."""
AREAS_BOUGHT: Final = 7
"""The pile of areas bought this turn."""
AREAS_BLOCKED: Final = 8
"""The pile of areas that the card Blockade kept from being bought this turn. They count towards the limit of areas
bought in a turn.
"""
CARDS_SOLD: Final = 9
"""The pile of building cards sold this turn, which cannot be bought back in the same turn."""

OPEN_PILES: Final = 10
"""The number of open piles. From this index on, a state has its closed piles, and a view the piles that its seat may
know.
"""

HAND: Final = 10
"""The first of five piles, by seat: the building cards in the seat's hand, ascending."""
DECK: Final = 15
"""The pile of the deck of building cards; the first is the next to be drawn."""
INFLUENCE_HAND: Final = 16
"""The first of five piles, by seat: the influence cards in the seat's hand, ascending."""
INFLUENCE_DECK: Final = 21
"""The pile of the deck of influence cards; the first is the next to be drawn."""
TOKENS: Final = 22
"""The first of five piles, by seat: the values of the seat's black tokens, in the order of their spaces on its castle
card.
"""
TOKEN_STACK: Final = 27
"""The values of the black tokens on the stack; the first is the next to be drawn."""
TOKEN_EYES: Final = 28
"""The first of five piles, by seat: for each of the seat's black tokens, the seats that have seen its value, as a sum
of 1 << seat.
"""
STACK_EYES: Final = 33
"""For each black token on the stack, the seats that have seen its value, as a sum of 1 << seat."""
INFLUENCE_AGES: Final = 34
"""The first of five piles, by seat: for each influence card in the hand, the number of reshuffles of the influence deck
since it was drawn.
"""
CARD_EYES: Final = 39
"""A row with an entry for each building card: the seats that know its place in a hand or in the deck, as a sum of 1 <<
seat.
"""
PAWNSHOP_SORTED: Final = 40
"""The cards of PAWNSHOP in ascending order, from which the legal purchases are computed."""
MARKET_SORTED: Final = 41
"""The cards of MARKET in ascending order, from which the legal purchases are computed."""

ALL_PILES: Final = 42

OWN_HAND: Final = 10
"""A pile of a view: the building cards in the hand of the view's seat, ascending."""
OWN_INFLUENCE: Final = 11
"""A pile of a view: the influence cards in the hand of the view's seat, ascending."""
OWN_TOKENS: Final = 12
"""A pile of a view: the values of the black tokens of the view's seat, in the order of TOKENS."""
SHOWN: Final = 13
"""A pile of a view: the two cards that the Wizard shows the view's seat now; empty at other times."""
CLOSED_CARDS: Final = 14
"""A pile of a view: the building cards in all hands, seat by seat, then the deck from its top; 0 for a card that the
seat does not know.
"""
CLOSED_SHUFFLES: Final = 15
"""A pile of a view: for each card of CLOSED_CARDS, the number of its last shuffle, as in CARD_SHUFFLE."""
CLOSED_SEEN_BY: Final = 16
"""A pile of a view: for each card of CLOSED_CARDS, the seats that know it, as a sum of 1 << seat. If the card is in a
hand and the view's seat does not know the card, the value is 0.
"""
ALL_AGES: Final = 17
"""A pile of a view: the age of each influence card in a hand, seat by seat. It is the number of reshuffles of the
influence deck since the card was drawn.
"""
OLDER_INFLUENCE: Final = 18
"""A pile of a view: the kinds of the influence cards in all hands, except those drawn since the last reshuffle of the
influence deck. They are ordered by age, the newest first, then by kind. Empty before the first reshuffle.
"""
TOKEN_VALUES: Final = 19
"""A pile of a view: the values of all black tokens, seat by seat and then the stack; 0 for a token that the view's seat
has not seen.
"""
TOKENS_SEEN_BY: Final = 20
"""A pile of a view: the seats that have seen each black token, as a sum of 1 << seat, in the order of TOKEN_VALUES."""

VIEW_PILES: Final = 21
