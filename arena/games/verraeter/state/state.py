"""The state of a match, and the view of it that one seat may have.

Rule 1: a view has the open cells and the seat's own secrets, and nothing else. Code that receives a view cannot read
the hidden cells of the state, and can therefore not reveal them by accident.
Rule 2: a state that other code still uses is never changed. To change such a state, copy it and change the copy.
"""

from dataclasses import dataclass
from typing import final

from mypy_extensions import mypyc_attr

from arena.games.cells import Cells, part
from arena.games.chance import Chance
from arena.games.values import Value
from arena.games.verraeter.editions import Options
from arena.games.verraeter.points import PointTable
from arena.games.verraeter.state.cards import VALUES, text_of
from arena.games.verraeter.state.cells import ACTOR, HAND, PHASE, PILE, PILE_SIZE, ROUND, SCORE, SEATS
from arena.games.verraeter.terms import NOBODY, PHASE_NAMES, PLACES, ROLES


@dataclass(frozen=True, slots=True)
class Rules(Value):
    """The rules of a match: the options of its edition and the point table."""

    options: Options
    points: PointTable


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class State(Value):
    """The whole state of a match, with all secrets."""

    __slots__ = ("cells", "chance", "rules")

    def __init__(self, rules: Rules, chance: Chance, cells: Cells) -> None:
        self.rules = rules
        self.chance = chance
        self.cells = cells
        """The numbers of the match, in cells. The indexes are in `cells.py`."""

    def __repr__(self) -> str:
        return f"<Verräter: {situation(self.cells)}>"

    def copy(self) -> "State":
        """Returns a copy that can be changed without a change of this state."""
        return State(self.rules, self.chance, self.cells[:])


@final
class View(Value):
    """Everything that one seat may know of a state: the open cells, and its own secrets."""

    __slots__ = ("aside", "cells", "entitlement", "hand", "offered", "pick", "rules", "seat")

    def __init__(
        self, rules: Rules, cells: Cells, seat: int, hand: int, pick: int, offered: int, aside: int, entitlement: int
    ) -> None:
        self.rules = rules
        self.cells = cells
        """A copy of the open cells."""
        self.seat = seat
        self.hand = hand
        """The seat's own hand, as a code of its cards (see `cards.py`)."""
        self.pick = pick
        """The role that this seat keeps in this round; 0 before the seat has picked one."""
        self.offered = offered
        """The roles that this seat was offered in this round, as a sum of 1 << (role - 1); 0 if the draft has not
        reached the seat.
        """
        self.aside = aside
        """The role that was set aside; 0 if there is none or this seat does not know it."""
        self.entitlement = entitlement
        """The number of cards that the actor may still take in the present draw of phase 10; 0 in other phases."""

    def __repr__(self) -> str:
        own = f"hand {text_of(self.hand)}" + (f", role {ROLES[self.pick]}" if self.pick else "")
        return f"<Verräter as seat {self.seat} sees it: {situation(self.cells)}; {own}>"


def situation(cells: Cells) -> str:
    """Returns the round, phase, actor and points of a match in one line of text."""
    acts = "over" if cells[ACTOR] == NOBODY else f"seat {cells[ACTOR]} acts"
    points = " ".join(map(str, by_seat(cells, SCORE)))
    return f"round {cells[ROUND]}, {PHASE_NAMES[cells[PHASE]]}, {acts}, points {points}"


def by_seat(cells: Cells, name: int) -> tuple[int, ...]:
    """Returns the values of the cells from the index `name` on, such as SCORE: one for each seat, by seat."""
    return part(cells, name, cells[SEATS])


def by_place(cells: Cells, name: int) -> tuple[int, ...]:
    """Returns the values of the cells from the index `name` on, such as OWNER: one for each place, by place."""
    return part(cells, name, PLACES)


def hands(cells: Cells) -> tuple[int, ...]:
    """Returns the cards in each seat's hand, by seat, each hand as a code (see `cards.py`)."""
    return by_seat(cells, HAND)


def draw_pile(cells: Cells) -> tuple[int, ...]:
    """Returns the values of the cards in the draw pile. The first is the next to be drawn."""
    pile, cards = cells[PILE], []
    for _card in range(cells[PILE_SIZE]):
        pile, kind = divmod(pile, len(VALUES))
        cards.append(VALUES[kind])
    return tuple(cards)
