"""The state of a match, in two halves: the table everybody sees, and the rest that nobody sees whole.

Rule 1: a `Table` holds only what lies open; a `View` is a table and the seat's own secrets, so nothing leaks
by accident.
Rule 2: every attribute is an immutable value, replaced and never changed, so a copy is a copy of references.
Rule 3: rows of small numbers are `bytes`, indexed by place (12) or by seat; they go on the wire as they are.
"""

from dataclasses import dataclass
from typing import TypeVar

from arena.games.chance import Chance
from arena.games.values import Value
from arena.games.verraeter.cards import text_of
from arena.games.verraeter.editions import Options
from arena.games.verraeter.points import PointTable
from arena.games.verraeter.terms import NOBODY, PHASE_NAMES, ROLES

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Rules(Value):
    """What a match is played by: the edition and the point table."""

    options: Options
    points: PointTable


class Table(Value):
    """What lies open on the table."""

    __slots__ = (
        "actor",
        "building_kind",
        "building_seat",
        "circle_house",
        "conflict",
        "discard",
        "draw_slot",
        "house",
        "landscape",
        "phase",
        "played",
        "role",
        "round",
        "score",
        "seats",
        "start",
        "strategist",
        "winner",
    )

    seats: int
    landscape: bytes
    """By place: landscape 1 waste .. 6 city; never changes."""
    circle_house: bytes
    """By place: the house that owns the landscape."""
    building_kind: bytes
    """By place: 0 none, 1 estate, 2 trading post."""
    building_seat: bytes
    """By place: the seat that owns the building; 0 where there is none."""
    round: int
    """From 1."""
    phase: int
    actor: int
    start: int
    strategist: int
    """The holder of the strategy card."""
    conflict: int
    """Border of this round's conflict: between this place and the next; NO_BORDER before phase 1."""
    winner: int
    """The house that won this round's conflict; 0 before phase 5 and after a tie."""
    house: bytes
    """By seat: its allegiance."""
    score: tuple[int, ...]
    role: bytes
    """By seat: the revealed role; 0 before phase 4."""
    played: tuple[int, ...]
    """By seat: code of the supply cards laid down this round."""
    discard: int
    """Code of the discard pile."""
    draw_slot: int
    """How many draws of phase 10 are done."""

    def __repr__(self) -> str:
        return f"<table of Verräter: {self.situation()}>"

    def situation(self) -> str:
        """Where the match stands, in a line."""
        acts = "over" if self.actor == NOBODY else f"seat {self.actor} acts"
        points = " ".join(map(str, self.score))
        return f"round {self.round}, {PHASE_NAMES[self.phase]}, {acts}, points {points}"

    def copy(self) -> "Table":
        """A table that may be changed without changing this one."""
        new = Table.__new__(Table)
        new.seats = self.seats
        new.landscape = self.landscape
        new.circle_house = self.circle_house
        new.building_kind = self.building_kind
        new.building_seat = self.building_seat
        new.round = self.round
        new.phase = self.phase
        new.actor = self.actor
        new.start = self.start
        new.strategist = self.strategist
        new.conflict = self.conflict
        new.winner = self.winner
        new.house = self.house
        new.score = self.score
        new.role = self.role
        new.played = self.played
        new.discard = self.discard
        new.draw_slot = self.draw_slot
        return new


class State(Value):
    """The whole match: the table, and what is hidden from some seat or all."""

    __slots__ = ("aside", "chance", "hands", "picks", "pile", "reshuffles", "rules", "table")

    rules: Rules
    table: Table
    chance: Chance
    hands: tuple[int, ...]
    """By seat: code of the hand."""
    pile: tuple[int, ...]
    """The draw pile: card values, the next to be drawn first."""
    reshuffles: int
    """How often the discard pile has become the draw pile."""
    picks: bytes
    """By seat: the role kept this round; 0 before the pick."""
    aside: int
    """The role set aside unseen this round; 0 outside phases 2 to 10."""

    def __repr__(self) -> str:
        return f"<Verräter: {self.table.situation()}>"

    def copy(self) -> "State":
        """A state that may be changed without changing this one."""
        new = State.__new__(State)
        new.rules = self.rules
        new.table = self.table.copy()
        new.chance = self.chance
        new.hands = self.hands
        new.pile = self.pile
        new.reshuffles = self.reshuffles
        new.picks = self.picks
        new.aside = self.aside
        return new


class View(Value):
    """All that one seat may know: the open table, counts of what is face down, and its own secrets."""

    __slots__ = ("aside", "entitlement", "hand", "hand_sizes", "offered", "pick", "pile_size", "rules", "seat", "table")

    def __init__(
        self,
        rules: Rules,
        table: Table,
        seat: int,
        hand_sizes: bytes,
        pile_size: int,
        hand: int,
        pick: int,
        offered: int,
        aside: int,
        entitlement: int,
    ) -> None:
        self.rules = rules
        self.table = table
        self.seat = seat
        self.hand_sizes = hand_sizes
        """By seat: the number of cards in hand."""
        self.pile_size = pile_size
        self.hand = hand
        """Code of the own hand."""
        self.pick = pick
        """The role this seat keeps this round; 0 before its pick."""
        self.offered = offered
        """The roles this seat was offered this round, bit `role - 1` each; 0 before its pick."""
        self.aside = aside
        """The role set aside, where this seat can tell; else 0."""
        self.entitlement = entitlement
        """In phase 10: the cards the actor may draw now; else 0."""

    def __repr__(self) -> str:
        own = f"hand {text_of(self.hand)}" + (f", role {ROLES[self.pick]}" if self.pick else "")
        return f"<Verräter as seat {self.seat} sees it: {self.table.situation()}; {own}>"


def with_byte(row: bytes, index: int, value: int) -> bytes:
    """`row` with `value` at `index`."""
    changed = bytearray(row)
    changed[index] = value
    return bytes(changed)


def with_item(row: tuple[Item, ...], index: int, value: Item) -> tuple[Item, ...]:
    """`row` with `value` at `index`."""
    changed = list(row)
    changed[index] = value
    return tuple(changed)
