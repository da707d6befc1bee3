"""The contract of schedules: a schedule gives blocks, in an order that never changes, and their number.

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
    """One table of bots and one deal, which the bots play in every seating."""

    number: int
    round: int
    """How often the same table has played before this block; each time it has a different deal."""
    table: tuple[int, ...]
    """The bots of the table, by their indices in the league, in the order of the first seating."""
    like: tuple[int, ...] = ()
    """The table of the block whose deal and, bot by bot, seeds this block shares; empty if it has its own."""


class Stay(NamedTuple):
    """A period in which a bot takes part, as numbers of blocks."""

    joined: int = 0
    """The first block for which the bot may be drawn; all blocks known when the bot came are before it."""
    left: int | None = None
    """The first block for which the bot may no longer be drawn; None if the stay has no end."""

    def has(self, number: int) -> bool:
        """Whether block `number` lies in this stay."""
        return self.joined <= number and (self.left is None or number < self.left)


@dataclass(frozen=True, slots=True)
class Plan:
    """The values of a league from which its schedule is made."""

    bots: tuple[str, ...]
    """The names of the bots; schedules refer to bots by their indices in this tuple."""
    seats: int
    lots: bytes
    """The key with which random draws are made."""
    block_matches: int
    """How many matches a block has: one for each seating."""
    rounds: int = 0
    blocks: int = 0
    hero: str = ""
    apart: frozenset[tuple[int, int]] = frozenset()
    """Pairs of bots that must not meet, each in both orders."""

    stays: tuple[tuple[Stay, ...], ...] = ()
    """The stays of each bot, by its index; bots that came later are later in the order. Empty: all bots take part
    always.
    """

    def present(self, number: int) -> list[int]:
        """The indices of the bots that take part in block `number`."""
        stays = self.stays or ((Stay(),),) * len(self.bots)
        return [bot for bot, own in enumerate(stays) if any(stay.has(number) for stay in own)]

    def changes(self) -> list[int]:
        """The numbers of the blocks at which bots come or go, ascending."""
        return sorted({block for own in self.stays for stay in own for block in stay if block is not None})

    def may_sit(self, table: Sequence[int]) -> bool:
        """Whether no two of these bots are among those that must not meet."""
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
    """Gives the matches of a league that have been played."""

    def matches(self) -> Iterable[PlayedMatch]:
        """All matches with a record, in schedule order."""

    def matches_from(self, first: int) -> Iterable[PlayedMatch]:
        """The matches with a record from place `first` of the schedule on, in schedule order."""


class Schedule(Protocol):
    """A schedule: the blocks of a league in order."""

    def total(self) -> int:
        """How many blocks the league has if it is played to its end."""

    def known(self) -> int:
        """How many blocks can be told now: all, unless later blocks depend on results that are still missing."""

    def even(self) -> int:
        """How many blocks a cycle has; after each cycle, bots in the same role have played equally often, to within one
        block.
        """

    def blocks(self) -> Iterator[Block]:
        """The known blocks, in order."""

    def between(self, first: int, end: int) -> Iterable[Block]:
        """The known blocks from number `first` to before `end`, in a form that can be sent to other processes."""

    def sentence(self) -> str:
        """A sentence for people that says what is played."""


class Planned(ABC):
    """The base of schedules whose blocks depend only on the plan, not on results."""

    def __init__(self, plan: Plan, _history: History) -> None:
        self._plan = plan

    def total(self) -> int:
        """How many blocks the league has."""
        return self._plan.blocks

    def known(self) -> int:
        """How many blocks can be told now: always all."""
        return self.total()

    @abstractmethod
    def blocks(self) -> Iterator[Block]:
        """All blocks, in order."""

    def between(self, first: int, end: int) -> "Stretch":
        """The blocks from number `first` to before `end`."""
        return Stretch(self, first, end)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive blocks of a schedule, computed anew each time they are iterated."""

    schedule: Planned
    first: int
    end: int

    def __iter__(self) -> Iterator[Block]:
        return islice(self.schedule.blocks(), self.first, self.end)


class Kind(NamedTuple):
    """A kind of schedule, and the league file's keys that it needs."""

    create: Callable[[Plan, History], Schedule]
    keys: tuple[str, ...]
    """The keys that say how much is played and by whom; a league file must have all these, and none of another kind."""


def counted(count: int, noun: str) -> str:
    """The number with its noun, which is in the plural unless the number is 1."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
