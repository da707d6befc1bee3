"""Reads a state of a match by the names of the protocol, for bots that search.

A `Position` reads the state at each access and copies nothing. So it is cheap to make, and it also shows later changes
of the state. Its names and numbers are those of `VerraeterView` in `verraeter.proto`, so the same code can read a
position or the view in a message. Unlike a view, a position also contains hidden values. In a state that
`sample` has drawn, these values are guesses.
"""

from typing import final

from arena.games.verraeter.state.cards import COUNTS, SIZE, STRENGTH
from arena.games.verraeter.state.cells import (
    ACTOR,
    ASIDE,
    BORDER,
    BUILDING,
    BUILDING_SEAT,
    DISCARD,
    HAND,
    HAND_SIZE,
    HOUSE,
    KEPT,
    LANDSCAPE,
    OWNER,
    PHASE,
    PILE_SIZE,
    PLAYED,
    ROLE,
    ROUND,
    SCORE,
    SEATS,
    START,
    STRATEGY,
    WINNER,
)
from arena.games.verraeter.state.state import State, by_place, by_seat
from arena.games.verraeter.terms import NO_BORDER, NOBODY


def card_count(code: int) -> int:
    """Returns the number of supply cards in `code`, from 0 to 23. A code is a number from 0 to 7775 for a set of cards,
    such as a hand or the cards of an action.
    """
    return SIZE[code]


def card_points(code: int) -> int:
    """Returns the sum of the conflict points of the supply cards in `code`."""
    return STRENGTH[code]


@final
class Position:
    """A reader of a state of Verräter. A tuple "by place" has an entry for each place of the circle, a tuple "by seat"
    one for each seat.
    """

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    # The progress of the match.

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.state.cells[SEATS]

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.state.cells[ROUND]

    @property
    def phase(self) -> int:
        """The number of the phase in the rulebook; 14 when the match is over."""
        return self.state.cells[PHASE]

    @property
    def actor(self) -> int | None:
        """The seat that must act; None when the match is over."""
        actor = self.state.cells[ACTOR]
        return None if actor == NOBODY else actor

    @property
    def start(self) -> int:
        """The start player's seat."""
        return self.state.cells[START]

    @property
    def strategist(self) -> int:
        """The seat that holds the strategy card."""
        return self.state.cells[STRATEGY]

    @property
    def conflict(self) -> int | None:
        """The place of this round's conflict; None before it is chosen. The conflict is fought at the border between
        this place and the next.
        """
        border = self.state.cells[BORDER]
        return None if border == NO_BORDER else border

    @property
    def winner(self) -> int:
        """The house that won this round's conflict; 0 before it is resolved and after a tie."""
        return self.state.cells[WINNER]

    # The circle.

    @property
    def circle_landscape(self) -> tuple[int, ...]:
        """The landscape at each place, by place: 1 (waste) to 6 (city)."""
        return by_place(self.state.cells, LANDSCAPE)

    @property
    def base(self) -> tuple[int, ...]:
        """The conflict points that each landscape adds to the house that owns it, indexed by landscape from 1 to 6.
        Entry 0 is unused.
        """
        return self.state.rules.points.base

    @property
    def circle_house(self) -> tuple[int, ...]:
        """The house that owns the landscape at each place, by place: 1 eagle or 2 rose."""
        return by_place(self.state.cells, OWNER)

    @property
    def building_kind(self) -> tuple[int, ...]:
        """The building at each place, by place: 0 none, 1 estate, 2 trading post."""
        return by_place(self.state.cells, BUILDING)

    @property
    def building_seat(self) -> tuple[int, ...]:
        """The seat that owns the building at each place, by place. A place without a building has 0, as for seat 0."""
        return by_place(self.state.cells, BUILDING_SEAT)

    # The seats.

    @property
    def house(self) -> tuple[int, ...]:
        """The house of each seat, by seat: 1 eagle or 2 rose."""
        return by_seat(self.state.cells, HOUSE)

    @property
    def score(self) -> tuple[int, ...]:
        """The victory points of each seat, by seat."""
        return by_seat(self.state.cells, SCORE)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in each seat's hand, by seat."""
        return by_seat(self.state.cells, HAND_SIZE)

    @property
    def role(self) -> tuple[int, ...]:
        """The role of each seat in this round, by seat, from 1 (traitor) to 6 (farmer); 0 for all seats while no
        roles are shown.
        """
        return by_seat(self.state.cells, ROLE)

    @property
    def played(self) -> tuple[int, ...]:
        """The number of supply cards of each value that each seat has played this round: six numbers for seat 0, then
        six for seat 1, and so on.
        """
        return tuple([count for code in by_seat(self.state.cells, PLAYED) for count in COUNTS[code]])

    @property
    def played_points(self) -> tuple[int, ...]:
        """The conflict points of the supply cards that each seat has played this round, by seat."""
        return tuple([STRENGTH[code] for code in by_seat(self.state.cells, PLAYED)])

    @property
    def discard(self) -> tuple[int, ...]:
        """The number of cards of each value in the open discard pile: six numbers, by ascending value."""
        return tuple(COUNTS[self.state.cells[DISCARD]])

    @property
    def pile_size(self) -> int:
        """The number of cards in the draw pile."""
        return self.state.cells[PILE_SIZE]

    # Hidden information.

    @property
    def hands(self) -> tuple[int, ...]:
        """The cards in each seat's hand, by seat, each hand as a code (see `card_count`). The code is also the action
        that plays these cards.
        """
        return by_seat(self.state.cells, HAND)

    @property
    def hand_points(self) -> tuple[int, ...]:
        """The sum of the conflict points of the cards in each seat's hand, by seat."""
        return tuple([STRENGTH[code] for code in by_seat(self.state.cells, HAND)])

    @property
    def kept(self) -> tuple[int, ...]:
        """The role that each seat keeps in this round, by seat; 0 before the seat has picked one."""
        return by_seat(self.state.cells, KEPT)

    @property
    def aside(self) -> int:
        """The role that was set aside in this round; 0 in the set-up and in phases 1 and 11 to 13."""
        return self.state.cells[ASIDE]
