"""Reads a state by the names of the protocol, for searches.

A `Position` looks into the state at each access and copies nothing before, so it costs nothing to make, and after
`take` it reads the changed state. Names, numbers and their order are those of `VerraeterView` in
`verraeter.proto`, so code that reads a turn can read a position too. Unlike a view, it also tells what is hidden; in a
state that `sample` has drawn, that is a guess.
"""

from typing import final

from arena.games.verraeter.codes import NO_BORDER, NOBODY
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


def card_count(code: int) -> int:
    """The number of supply cards in `code`, from 0 to 23; a code (0 to 7775) is a hand or an action, for example."""
    return SIZE[code]


def card_points(code: int) -> int:
    """The sum of the conflict points of the cards in `code`."""
    return STRENGTH[code]


@final
class Position:
    """Reads values of a state of Verräter; rows have an entry for each place or each seat."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    # How far the match is.

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
        """The seat with the strategy card."""
        return self.state.cells[STRATEGY]

    @property
    def conflict(self) -> int | None:
        """The place before the border of this round's conflict, which lies between it and the next; None before the
        choice.
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
        """By place: the landscape there, from 1 waste to 6 city."""
        return by_place(self.state.cells, LANDSCAPE)

    @property
    def base(self) -> tuple[int, ...]:
        """By landscape, from 1: the conflict points it adds to the house that owns it; the entry at 0 is unused."""
        return self.state.rules.points.base

    @property
    def circle_house(self) -> tuple[int, ...]:
        """By place: the house that owns the landscape, 1 eagle or 2 rose."""
        return by_place(self.state.cells, OWNER)

    @property
    def building_kind(self) -> tuple[int, ...]:
        """By place: the building there: 0 none, 1 estate, 2 trading post."""
        return by_place(self.state.cells, BUILDING)

    @property
    def building_seat(self) -> tuple[int, ...]:
        """By place: the seat that owns the building; 0 if there is none."""
        return by_place(self.state.cells, BUILDING_SEAT)

    # The seats.

    @property
    def house(self) -> tuple[int, ...]:
        """By seat: its house, 1 eagle, 2 rose."""
        return by_seat(self.state.cells, HOUSE)

    @property
    def score(self) -> tuple[int, ...]:
        """By seat: its victory points."""
        return by_seat(self.state.cells, SCORE)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """By seat: the number of cards in hand."""
        return by_seat(self.state.cells, HAND_SIZE)

    @property
    def role(self) -> tuple[int, ...]:
        """By seat: its role in this round, 1 traitor to 6 farmer; 0 for all seats before the roles are shown."""
        return by_seat(self.state.cells, ROLE)

    @property
    def played(self) -> tuple[int, ...]:
        """Six numbers for each seat, in the order of seats: how many cards of each value it played in this round."""
        return tuple([count for code in by_seat(self.state.cells, PLAYED) for count in COUNTS[code]])

    @property
    def played_points(self) -> tuple[int, ...]:
        """By seat: the conflict points of the supply cards played this round."""
        return tuple([STRENGTH[code] for code in by_seat(self.state.cells, PLAYED)])

    @property
    def discard(self) -> tuple[int, ...]:
        """Six numbers: how many cards of each value are in the open discard pile."""
        return tuple(COUNTS[self.state.cells[DISCARD]])

    @property
    def pile_size(self) -> int:
        """The number of cards in the draw pile."""
        return self.state.cells[PILE_SIZE]

    # What is hidden.

    @property
    def hands(self) -> tuple[int, ...]:
        """By seat: the code of the cards in hand, the same number as the action that plays them all."""
        return by_seat(self.state.cells, HAND)

    @property
    def hand_points(self) -> tuple[int, ...]:
        """By seat: the conflict points of the cards in hand."""
        return tuple([STRENGTH[code] for code in by_seat(self.state.cells, HAND)])

    @property
    def kept(self) -> tuple[int, ...]:
        """By seat: the role that it keeps in this round; 0 before its pick."""
        return by_seat(self.state.cells, KEPT)

    @property
    def aside(self) -> int:
        """The role that was set aside in this round; 0 outside phases 2 to 10."""
        return self.state.cells[ASIDE]
