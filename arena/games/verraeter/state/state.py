"""The state of a match, and what one seat may know of it.

Rule 1: a view has only the open cells, and besides them the seat's own secrets, so nothing leaks by accident: code that
gets only open cells cannot read more.
Rule 2: only the code that has just copied a state changes it.
"""

from dataclasses import dataclass
from typing import final

from mypy_extensions import mypyc_attr

from arena.games.cells import Cells, part
from arena.games.chance import Chance
from arena.games.values import Value
from arena.games.verraeter.codes import NOBODY, PHASE_NAMES, PLACES, ROLES
from arena.games.verraeter.editions import Options
from arena.games.verraeter.points import PointTable
from arena.games.verraeter.state.cards import VALUES, text_of
from arena.games.verraeter.state.cells import ACTOR, HAND, PHASE, PILE, PILE_SIZE, ROUND, SCORE, SEATS


@dataclass(frozen=True, slots=True)
class Rules(Value):
    """The rules of a match: the edition and the point table."""

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
        """The numbers of the match; `cells.py` names them."""

    def __repr__(self) -> str:
        return f"<Verräter: {situation(self.cells)}>"

    def copy(self) -> "State":
        """A copy that may be changed without changing this state."""
        return State(self.rules, self.chance, self.cells[:])


@final
class View(Value):
    """All that one seat may know: the open cells, and its own secrets."""

    __slots__ = ("aside", "cells", "entitlement", "hand", "offered", "pick", "rules", "seat")

    def __init__(
        self, rules: Rules, cells: Cells, seat: int, hand: int, pick: int, offered: int, aside: int, entitlement: int
    ) -> None:
        self.rules = rules
        self.cells = cells
        """A copy of the open cells."""
        self.seat = seat
        self.hand = hand
        """The code of the seat's own hand."""
        self.pick = pick
        """The role this seat keeps this round; 0 before its pick."""
        self.offered = offered
        """The roles that this seat was offered in this round, as bits `role - 1`; 0 before it was offered any."""
        self.aside = aside
        """The role set aside, if this seat knows it; else 0."""
        self.entitlement = entitlement
        """In phase 10: how many cards the actor may still draw in this draw; else 0."""

    def __repr__(self) -> str:
        own = f"hand {text_of(self.hand)}" + (f", role {ROLES[self.pick]}" if self.pick else "")
        return f"<Verräter as seat {self.seat} sees it: {situation(self.cells)}; {own}>"


def situation(cells: Cells) -> str:
    """The round, phase, actor and points of a match in one line."""
    acts = "over" if cells[ACTOR] == NOBODY else f"seat {cells[ACTOR]} acts"
    points = " ".join(map(str, by_seat(cells, SCORE)))
    return f"round {cells[ROUND]}, {PHASE_NAMES[cells[PHASE]]}, {acts}, points {points}"


def by_seat(cells: Cells, name: int) -> tuple[int, ...]:
    """The values of the cells of this name for all seats, by seat."""
    return part(cells, name, cells[SEATS])


def by_place(cells: Cells, name: int) -> tuple[int, ...]:
    """The values of the cells of this name for all places, by place."""
    return part(cells, name, PLACES)


def hands(cells: Cells) -> tuple[int, ...]:
    """The code of each seat's hand, by seat."""
    return by_seat(cells, HAND)


def draw_pile(cells: Cells) -> tuple[int, ...]:
    """The values of the cards in the draw pile, the next to be drawn first."""
    pile, cards = cells[PILE], []
    for _card in range(cells[PILE_SIZE]):
        pile, kind = divmod(pile, len(VALUES))
        cards.append(VALUES[kind])
    return tuple(cards)
