"""The state of a match, and what one seat may know of it: a row of numbers and a row of piles.

Rule 1: a view has the numbers, which all lie open, and its piles end where the closed ones begin; beyond them it has
the seat's own secrets, and what it once saw of the closed (`knowledge.py`), so nothing leaks by accident.
Rule 2: only the code that has just copied a state changes it; its piles are immutable and replaced.
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
    """What a match is played by: the edition and the components."""

    options: Options
    city: City

    def __hash__(self) -> int:
        return hash(self.options)  # a city is long, and seldom are there two


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class State(Value):
    """The whole match."""

    __slots__ = ("cells", "chance", "piles", "rules")

    def __init__(self, rules: Rules, chance: Chance, cells: Cells, piles: list[bytes]) -> None:
        self.rules = rules
        self.chance = chance
        self.cells = cells
        """`cells.py` names them."""
        self.piles = piles
        """`piles.py` names them."""

    def __repr__(self) -> str:
        return f"<Het Verraad: {situation(self.cells)}>"

    def copy(self) -> "State":
        """A state that may be changed without changing this one."""
        return State(self.rules, self.chance, self.cells[:], self.piles[:])


@final
class View(Value):
    """All that one seat may know, and has ever seen of what lies closed now."""

    __slots__ = ("cells", "piles", "rules", "seat")

    def __init__(self, rules: Rules, seat: int, cells: Cells, piles: list[bytes]) -> None:
        self.rules = rules
        self.seat = seat
        self.cells = cells
        """The open ones, and the sizes of what lies closed."""
        self.piles = piles
        """The open ones, and those of the seat."""

    def __repr__(self) -> str:
        ids = self.rules.city.card_ids
        cards = [ids[card] for card in self.piles[OWN_HAND]] + [INFLUENCE[kind] for kind in self.piles[OWN_INFLUENCE]]
        own = f"{self.cells[STONES + self.seat]} stones, hand {' '.join(cards) or '-'}"
        return f"<Het Verraad as seat {self.seat} sees it: {situation(self.cells)}; {own}>"


def situation(cells: Cells) -> str:
    """Where the match stands, in a line."""
    acts = "over" if cells[ACTOR] == NOBODY else f"seat {cells[ACTOR]} acts"
    points = f"points {' '.join(map(str, by_seat(cells, SCORE)))}, Black Master {cells[BLACK_SCORE]}"
    return f"round {cells[ROUND]}, {PHASE_NAMES[cells[PHASE]]}, {acts}, {points}"


def by_seat(cells: Cells, name: int) -> tuple[int, ...]:
    """The cell of this name of each seat."""
    return part(cells, name, cells[SEATS])


def by_area(cells: Cells, name: int) -> tuple[int, ...]:
    """The cell of this name of each area."""
    return part(cells, name, AREAS)


def piles_by_seat(state: State, name: int) -> list[bytes]:
    """The pile of this name of each seat."""
    return state.piles[name : name + state.cells[SEATS]]
