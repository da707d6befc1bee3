"""Phase 3, in which seats play supply cards, and phase 9, in which these cards are discarded. The module also handles
the draw pile and the discard pile.
"""

from typing import Final

from mypy_extensions import i64

from arena.games.cells import Cells
from arena.games.verraeter.state.cards import KIND_OF, SIZE, WEIGHT, cards_of, subsets
from arena.games.verraeter.state.cells import (
    ACTOR,
    DISCARD,
    HAND,
    HAND_SIZE,
    PILE,
    PILE_SIZE,
    PLAYED,
    RESHUFFLES,
    SEATS,
    START,
)
from arena.games.verraeter.state.state import State
from arena.games.verraeter.terms import NOBODY

MOST_PLAYED: Final = 5
KINDS: Final = 6


def begin(cells: Cells) -> None:
    """V-3.1: begins phase 3 with the start player as the actor."""
    cells[ACTOR] = cells[START]


def legal(state: State) -> tuple[int, ...]:
    """V-3.2: returns the legal choices: to play from zero to five cards of the hand."""
    cells = state.cells
    return subsets(cells[HAND + cells[ACTOR]], 0, MOST_PLAYED)


def act(cells: Cells, action: i64) -> None:
    """V-3.1, V-3.3: plays the cards face up. The next seat becomes the actor; after the last seat, no seat does."""
    seat = cells[ACTOR]
    hold(cells, seat, cells[HAND + seat] - action)
    cells[PLAYED + seat] = action
    following = (seat + 1) % cells[SEATS]
    cells[ACTOR] = NOBODY if following == cells[START] else following


def hold(cells: Cells, seat: i64, hand: i64) -> None:
    """Sets the hand of a seat to the cards with the code `hand`. Also sets its hand size, which all seats see."""
    cells[HAND + seat] = hand
    cells[HAND_SIZE + seat] = SIZE[hand]


def put_away(cells: Cells) -> None:
    """V-9.1: moves all played cards to the discard pile."""
    for seat in range(cells[SEATS]):
        cells[DISCARD] += cells[PLAYED + seat]
        cells[PLAYED + seat] = 0


def discard(cells: Cells, seat: i64, cards: i64) -> None:
    """Moves the cards with the code `cards` from the hand of `seat` to the open discard pile."""
    hold(cells, seat, cells[HAND + seat] - cards)
    cells[DISCARD] += cards


def pile_up(cells: Cells, cards: list[int]) -> None:
    """Makes these cards the draw pile. The first card is the next to be drawn."""
    pile: i64 = 0
    last: i64 = len(cards) - 1
    for index in range(last, -1, -1):
        pile = KINDS * pile + KIND_OF[cards[index]]
    cells[PILE] = pile
    cells[PILE_SIZE] = last + 1


def take(cells: Cells, count: i64) -> i64:
    """Removes the first `count` cards from the draw pile and returns their code. The pile must have at least `count`
    cards.
    """
    pile = cells[PILE]
    taken: i64 = 0
    for _card in range(count):
        taken += WEIGHT[pile % KINDS]
        pile //= KINDS
    cells[PILE] = pile
    cells[PILE_SIZE] -= count
    return taken


def draw(state: State, seat: i64, count: i64) -> None:
    """V-10.6, V-10.7: draws `count` cards into the hand of a seat, or all cards of the draw and discard piles if there
    are fewer.
    """
    cells, eager = state.cells, state.rules.options.eager_reshuffle
    hand = cells[HAND + seat]
    for _card in range(count):
        if not cells[PILE_SIZE]:
            _reshuffle(state)
            if not cells[PILE_SIZE]:
                break
        hand += take(cells, 1)
        if eager and not cells[PILE_SIZE]:
            _reshuffle(state)
    hold(cells, seat, hand)


def _reshuffle(state: State) -> None:
    """Shuffles the discard pile and makes it the draw pile. Does nothing if the discard pile is empty."""
    cells = state.cells
    if cells[DISCARD]:
        cells[RESHUFFLES] += 1
        pile_up(cells, state.chance.shuffled("supply", cells[RESHUFFLES], cards_of(cells[DISCARD])))
        cells[DISCARD] = 0
