"""Reads the state of a match under the field names of the protocol, for bots that search.

A `Position` copies nothing, so it is cheap to make. After `HetVerraad.take` it reads the changed state. Names, numbers
and their order are those of `HetVerraadView` in `hetverraad.proto`, so the same code can read a position or the view in
a message. Unlike a view, a position also contains hidden values. In a state that `sample` has drawn, these values are
guesses.
"""

from typing import final

from arena.games.cells import part
from arena.games.hetverraad.state.board import areas_of
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    ACTOR,
    AREA_BUILDING,
    AREA_OWNER,
    AREA_TOWER,
    ATTACKS,
    BLACK_PLACE,
    BLACK_SCORE,
    BLACK_TOKENS,
    BUILDINGS_BUILT,
    ENDING,
    EXPELLED,
    GRAND_POWER,
    INCOME_CUBE,
    PENDING,
    PHASE,
    ROUND,
    ROW_STONES,
    SCORE,
    SEATS,
    START,
    STEPS,
    STONES,
    TOKENS_BOUGHT,
    TOWERS_BUILT,
    WHITE_TOKENS,
)
from arena.games.hetverraad.state.piles import DISCARD, HAND, INFLUENCE_HAND, MARKET, PAWNSHOP, ROW, TOKENS
from arena.games.hetverraad.state.state import State, by_area, by_seat, piles_by_seat
from arena.games.hetverraad.terms import CUBES, GRAND_POWERS, NOBODY, OUTSIDE


@final
class Position:
    """A reader of a state of Het Verraad.

    An owner is a number: 0 for nobody, `seat + 1` for a seat, 6 for the Black Master.
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
        """The number of the round, from 1; 0 during the set-up."""
        return self.state.cells[ROUND]

    @property
    def phase(self) -> int:
        """The number of the phase; `PHASE_NAMES` in `terms.py` has the names."""
        return self.state.cells[PHASE]

    @property
    def actor(self) -> int | None:
        """The seat that must choose; None when the match is over."""
        actor = self.state.cells[ACTOR]
        return None if actor == NOBODY else actor

    @property
    def start(self) -> int:
        """The start player's seat."""
        return self.state.cells[START]

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self.state.cells[ACTIVE]

    @property
    def ending(self) -> bool:
        """Whether the end score was reached, so that this round is the last."""
        return bool(self.state.cells[ENDING])

    @property
    def pending(self) -> int:
        """The announced action to which other seats may react; 0 if there is none."""
        return self.state.cells[PENDING]

    @property
    def buildings_built(self) -> int:
        """The number of buildings that the active seat has built this turn."""
        return self.state.cells[BUILDINGS_BUILT]

    @property
    def towers_built(self) -> int:
        """The number of towers that the active seat has built this turn."""
        return self.state.cells[TOWERS_BUILT]

    @property
    def tokens_bought(self) -> int:
        """The number of tokens that the active seat has bought this turn."""
        return self.state.cells[TOKENS_BOUGHT]

    @property
    def attacks(self) -> int:
        """The number of attacks that the active seat has made this turn."""
        return self.state.cells[ATTACKS]

    # The city.

    @property
    def area_owner(self) -> tuple[int, ...]:
        """The owner of each area, indexed by area (0 nobody, `seat + 1` a seat, 6 the Black Master)."""
        return by_area(self.state.cells, AREA_OWNER)

    @property
    def area_building(self) -> tuple[int, ...]:
        """The building card on each area, indexed by area; 0 if there is none."""
        return by_area(self.state.cells, AREA_BUILDING)

    @property
    def area_tower(self) -> tuple[int, ...]:
        """The number of towers on each area, indexed by area."""
        return by_area(self.state.cells, AREA_TOWER)

    def areas_of(self, owner: int) -> list[int]:
        """Returns the areas of an owner (0 nobody, `seat + 1` a seat, 6 the Black Master), ascending."""
        return list(areas_of(self.state.cells, owner))

    @property
    def black_master(self) -> int | None:
        """The area on which the Black Master is; None before he enters the city."""
        place = self.state.cells[BLACK_PLACE]
        return None if place == OUTSIDE else place

    @property
    def black_score(self) -> int:
        """The points of the Black Master."""
        return self.state.cells[BLACK_SCORE]

    @property
    def steps(self) -> int:
        """The number of steps that the Black Master may take now."""
        return self.state.cells[STEPS]

    # The seats.

    @property
    def score(self) -> tuple[int, ...]:
        """The points of each seat, by seat."""
        return by_seat(self.state.cells, SCORE)

    @property
    def stones(self) -> tuple[int, ...]:
        """The number of stones of each seat, by seat."""
        return by_seat(self.state.cells, STONES)

    @property
    def white(self) -> tuple[int, ...]:
        """The number of white tokens of each seat, by seat."""
        return by_seat(self.state.cells, WHITE_TOKENS)

    @property
    def black(self) -> tuple[int, ...]:
        """The number of black tokens of each seat, by seat."""
        return by_seat(self.state.cells, BLACK_TOKENS)

    @property
    def income(self) -> tuple[int, ...]:
        """The income in stones that each income cube shows: four numbers for seat 0, one for each colour, then four for
        seat 1, and so on.
        """
        return part(self.state.cells, INCOME_CUBE, CUBES * self.state.cells[SEATS])

    @property
    def grand_power(self) -> tuple[int, ...]:
        """The owner of each grand power, by grand power (0 nobody, `seat + 1` a seat, 6 the Black Master)."""
        return part(self.state.cells, GRAND_POWER, len(GRAND_POWERS))

    @property
    def expelled(self) -> tuple[int, ...]:
        """For each seat, 1 if it is expelled for ever, else 0."""
        return by_seat(self.state.cells, EXPELLED)

    # Face-up cards.

    @property
    def row(self) -> tuple[int, ...]:
        """The open building cards, from which the active seat takes one in phase 1."""
        return tuple(self.state.piles[ROW])

    @property
    def row_stones(self) -> tuple[int, ...]:
        """The number of stones on each of the open building cards, in the order of `row`."""
        return part(self.state.cells, ROW_STONES, len(self.state.piles[ROW]))

    @property
    def pawnshop(self) -> tuple[int, ...]:
        """The building cards for sale at the pawnshop, in the order in which they were sold to it."""
        return tuple(self.state.piles[PAWNSHOP])

    @property
    def market(self) -> tuple[int, ...]:
        """The building cards for sale on the free market."""
        return tuple(self.state.piles[MARKET])

    @property
    def discard(self) -> tuple[int, ...]:
        """The discard pile of building cards."""
        return tuple(self.state.piles[DISCARD])

    # Hidden information.

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The building cards in each seat's hand, ascending, by seat."""
        return tuple([tuple(pile) for pile in piles_by_seat(self.state, HAND)])

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of building cards in each seat's hand, by seat."""
        return tuple([len(pile) for pile in piles_by_seat(self.state, HAND)])

    @property
    def influence_hands(self) -> tuple[tuple[int, ...], ...]:
        """The influence cards in each seat's hand, ascending, by seat."""
        return tuple([tuple(pile) for pile in piles_by_seat(self.state, INFLUENCE_HAND)])

    @property
    def influence_sizes(self) -> tuple[int, ...]:
        """The number of influence cards in each seat's hand, by seat."""
        return tuple([len(pile) for pile in piles_by_seat(self.state, INFLUENCE_HAND)])

    @property
    def tokens(self) -> tuple[tuple[int, ...], ...]:
        """The values of each seat's black tokens, by seat."""
        return tuple([tuple(pile) for pile in piles_by_seat(self.state, TOKENS)])
