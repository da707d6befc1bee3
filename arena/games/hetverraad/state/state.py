"""The state of a match, and the view of it that one seat may have. Both consist of a row of numbers and a row of piles.

Rule 1: all numbers are open, and some piles are closed. A view has all the numbers and the open piles. In place of the
closed piles, it has the seat's own secrets and what the seat knows of closed cards and tokens (`knowledge.py`). Code
that receives a view can therefore not reveal other secrets by accident.
Rule 2: a state that other code still uses is never changed. To change such a state, copy it and change the copy.
Rule 3: the bytes of a pile are never changed, only replaced, so a state and its copy can share piles.
"""

from dataclasses import dataclass
from typing import final

from mypy_extensions import mypyc_attr

from arena.games.cells import Cells, part
from arena.games.chance import Chance
from arena.games.hetverraad.city import City
from arena.games.hetverraad.editions import Options
from arena.games.hetverraad.state.cells import ACTOR, BLACK_SCORE, PHASE, ROUND, SCORE, SEATS, STONES
from arena.games.hetverraad.state.piles import OWN_HAND, OWN_INFLUENCE
from arena.games.hetverraad.terms import AREAS, INFLUENCE, NOBODY, PHASE_NAMES
from arena.games.values import Value


@dataclass(frozen=True, slots=True)
class Rules(Value):
    """The rules of a match: the options of its edition and the component data."""

    options: Options
    city: City

    def __hash__(self) -> int:
        return hash(self.options)  # hashing a city is slow, and a process seldom has two cities


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class State(Value):
    """The whole state of a match, with all secrets."""

    __slots__ = ("cells", "chance", "piles", "rules")

    def __init__(self, rules: Rules, chance: Chance, cells: Cells, piles: list[bytes]) -> None:
        self.rules = rules
        self.chance = chance
        self.cells = cells
        """The numbers of the match, in cells. The indexes are in `cells.py`."""
        self.piles = piles
        """The cards, tokens and lists of the match, in piles. The indexes are in `piles.py`."""

    def __repr__(self) -> str:
        return f"<Het Verraad: {situation(self.cells)}>"

    def copy(self) -> "State":
        """Returns a copy that can be changed without a change of this state."""
        return State(self.rules, self.chance, self.cells[:], self.piles[:])


@final
class View(Value):
    """Everything that one seat may know of a state, including closed cards and tokens that it saw before."""

    __slots__ = ("cells", "piles", "rules", "seat")

    def __init__(self, rules: Rules, seat: int, cells: Cells, piles: list[bytes]) -> None:
        self.rules = rules
        self.seat = seat
        self.cells = cells
        """The open cells, followed by the sizes of the closed hands and decks."""
        self.piles = piles
        """The open piles, followed by the piles that only this seat may know."""

    def __repr__(self) -> str:
        ids = self.rules.city.card_ids
        cards = [ids[card] for card in self.piles[OWN_HAND]] + [INFLUENCE[kind] for kind in self.piles[OWN_INFLUENCE]]
        own = f"{self.cells[STONES + self.seat]} stones, hand {' '.join(cards) or '-'}"
        return f"<Het Verraad as seat {self.seat} sees it: {situation(self.cells)}; {own}>"


def situation(cells: Cells) -> str:
    """Returns the round, phase, actor and points of a match in one line of text."""
    acts = "over" if cells[ACTOR] == NOBODY else f"seat {cells[ACTOR]} acts"
    points = f"points {' '.join(map(str, by_seat(cells, SCORE)))}, Black Master {cells[BLACK_SCORE]}"
    return f"round {cells[ROUND]}, {PHASE_NAMES[cells[PHASE]]}, {acts}, {points}"


def by_seat(cells: Cells, name: int) -> tuple[int, ...]:
    """Returns the values of a kind of cell for all seats, by seat. `name` is the index of the first cell, such as
    SCORE.
    """
    return part(cells, name, cells[SEATS])


def by_area(cells: Cells, name: int) -> tuple[int, ...]:
    """Returns the values of a kind of cell for all areas, by area. `name` is the index of the first cell, such as
    AREA_OWNER.
    """
    return part(cells, name, AREAS)


def piles_by_seat(state: State, name: int) -> list[bytes]:
    """Returns a kind of pile for all seats, by seat. `name` is the index of the first pile, such as HAND."""
    return state.piles[name : name + state.cells[SEATS]]
