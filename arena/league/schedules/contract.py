"""The contract of schedules, which give blocks in an order that never changes, and their number.

Rule 1: a schedule depends on its plan and, if it pairs by results, on the records of earlier blocks.
Rule 2: a longer plan begins with the blocks of a shorter one.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import NamedTuple, Protocol

from arena.match import MatchRecord


@dataclass(frozen=True, slots=True)
class Block:
    """One table and one deal."""

    number: int
    round: int
    """How often the table has played before; each time has another deal."""
    table: tuple[int, ...]
    """The indices in the league of the bots that sit at it, in the order of the first seating."""
    like: tuple[int, ...] = ()
    """The table from which the block takes its deal and, bot by bot, its seeds; empty: its own table."""


class Stay(NamedTuple):
    """A time in which a bot takes part, as numbers of blocks."""

    joined: int = 0
    """The first block that may be drawn with the bot; it comes after all blocks that were known when the bot came."""
    left: int | None = None
    """The first block that may no longer be drawn with the bot; None: the bot stays for good."""

    def has(self, number: int) -> bool:
        """Whether block `number` lies in this stay."""
        return self.joined <= number and (self.left is None or number < self.left)


@dataclass(frozen=True, slots=True)
class Plan:
    """The values from which a schedule is made."""

    bots: tuple[str, ...]
    """The names of the bots; everywhere else bots are indices into these."""
    seats: int
    lots: bytes
    """The key with which lots are drawn."""
    block_matches: int
    """How many matches a block has: one for each seating."""
    rounds: int = 0
    blocks: int = 0
    hero: str = ""
    apart: frozenset[tuple[int, int]] = frozenset()
    """Pairs of bots that never sit at one table, each in both orders."""

    stays: tuple[tuple[Stay, ...], ...] = ()
    """By bot, when it takes part; bots that came later stand behind the others. Empty: all bots take part always."""

    def present(self, number: int) -> list[int]:
        """The bots that take part in block `number`."""
        stays = self.stays or ((Stay(),),) * len(self.bots)
        return [bot for bot, own in enumerate(stays) if any(stay.has(number) for stay in own)]

    def changes(self) -> list[int]:
        """The numbers of the blocks at which bots come or go, ascending."""
        return sorted({block for own in self.stays for stay in own for block in stay if block is not None})

    def may_sit(self, table: Sequence[int]) -> bool:
        """Whether these bots may sit at one table."""
        return not self.apart or not any(pair in self.apart for pair in combinations(table, 2))


class PlayedMatch(Protocol):
    """A match that has a record."""

    @property
    def ordinal(self) -> int:
        """The place of the match in the schedule."""

    @property
    def record(self) -> MatchRecord:
        """The record of the match."""


class History(Protocol):
    """The matches that have been played."""

    def matches(self) -> Iterable[PlayedMatch]:
        """All matches that have a record, in schedule order."""

    def matches_from(self, first: int) -> Iterable[PlayedMatch]:
        """The matches that have a record, from place `first` of the schedule on."""


class Schedule(Protocol):
    """The blocks of a league."""

    def total(self) -> int:
        """How many blocks there will be."""

    def known(self) -> int:
        """How many blocks are known: all of them, unless later ones depend on results that are still missing."""

    def even(self) -> int:
        """How many blocks a cycle has; after each, bots in the same role have played as often, to within one block."""

    def blocks(self) -> Iterator[Block]:
        """The blocks that are known, in order."""

    def between(self, first: int, end: int) -> Iterable[Block]:
        """The known blocks from number `first` to before `end`, as a value that can be sent to other processes."""

    def sentence(self) -> str:
        """A sentence for people that says what is played."""


class Planned(ABC):
    """The base of schedules whose blocks depend on the plan alone."""

    def __init__(self, plan: Plan, _history: History) -> None:
        self._plan = plan

    def total(self) -> int:
        """How many blocks there are."""
        return self._plan.blocks

    def known(self) -> int:
        """How many blocks are known: all of them."""
        return self.total()

    @abstractmethod
    def blocks(self) -> Iterator[Block]:
        """The blocks in order."""

    def between(self, first: int, end: int) -> "Stretch":
        """The blocks from number `first` to before `end`."""
        return Stretch(self, first, end)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive blocks of a schedule, which are computed when they are iterated."""

    schedule: Planned
    first: int
    end: int

    def __iter__(self) -> Iterator[Block]:
        return islice(self.schedule.blocks(), self.first, self.end)


class Kind(NamedTuple):
    """A kind of schedule that a league file can ask for."""

    create: Callable[[Plan, History], Schedule]
    keys: tuple[str, ...]
    """The keys of the league file that say how much is played and by whom; a file must have all these and no others."""


def counted(count: int, noun: str) -> str:
    """The number with its noun, which is in the plural unless the number is 1."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
