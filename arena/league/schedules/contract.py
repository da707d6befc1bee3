"""The contract of schedules: blocks in an order that never changes, and their number.

Rule 1: a schedule depends on its plan and, where it pairs by results, on the records of blocks that come before.
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
    """How often the table has played before: with it the deal changes."""
    table: tuple[int, ...]
    """Indices of its bots in the league, in the order of the first seating."""
    like: tuple[int, ...] = ()
    """The table whose deal and whose bots' seeds it has, bot by bot; empty: its own."""


class Stay(NamedTuple):
    """When a bot is there."""

    joined: int = 0
    """The number of the first block that may be drawn with it: no block that was known when it came."""
    left: int | None = None
    """That of the first one that may not; None: it is there for good."""

    def has(self, number: int) -> bool:
        """Whether a bot is there in block `number`."""
        return self.joined <= number and (self.left is None or number < self.left)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a schedule is made of."""

    bots: tuple[str, ...]
    """Names; everywhere else bots are indices into these."""
    seats: int
    lots: bytes
    """The key of what is drawn by lot."""
    block_matches: int
    """Matches in a block: one for each seating."""
    rounds: int = 0
    blocks: int = 0
    hero: str = ""
    apart: frozenset[tuple[int, int]] = frozenset()
    """Pairs of bots that never sit at one table, each in both orders."""

    stays: tuple[tuple[Stay, ...], ...] = ()
    """When each bot is there, where bots come and go, who comes behind the others; empty: all of them, always."""

    def present(self, number: int) -> list[int]:
        """The bots that are there in block `number`."""
        stays = self.stays or ((Stay(),),) * len(self.bots)
        return [bot for bot, own in enumerate(stays) if any(stay.has(number) for stay in own)]

    def changes(self) -> list[int]:
        """The numbers of the blocks from which on other bots are there than before, ascending."""
        return sorted({block for own in self.stays for stay in own for block in stay if block is not None})

    def may_sit(self, table: Sequence[int]) -> bool:
        """Whether these bots may sit at one table."""
        return not self.apart or not any(pair in self.apart for pair in combinations(table, 2))


class PlayedMatch(Protocol):
    """A match that has a record."""

    @property
    def ordinal(self) -> int:
        """Its place in the schedule."""

    @property
    def record(self) -> MatchRecord:
        """What happened."""


class History(Protocol):
    """What has been played."""

    def matches(self) -> Iterable[PlayedMatch]:
        """All matches that have a record, in schedule order."""

    def matches_from(self, first: int) -> Iterable[PlayedMatch]:
        """The matches from this place of the schedule on."""


class Schedule(Protocol):
    """The blocks of a league."""

    def total(self) -> int:
        """How many blocks there will be."""

    def known(self) -> int:
        """How many blocks are known: all of them, unless later blocks depend on results that are still missing."""

    def even(self) -> int:
        """The blocks of a cycle: after each, bots in the same role have played equally often, or one block more."""

    def blocks(self) -> Iterator[Block]:
        """The blocks that are known, in order."""

    def between(self, first: int, end: int) -> Iterable[Block]:
        """The known blocks from `first` to before `end`, as a value that can be sent to other processes."""

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
        """All of them."""
        return self.total()

    @abstractmethod
    def blocks(self) -> Iterator[Block]:
        """The blocks in order."""

    def between(self, first: int, end: int) -> "Stretch":
        """Those from number `first` to before `end`."""
        return Stretch(self, first, end)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Blocks that follow each other, found when they are asked for."""

    schedule: Planned
    first: int
    end: int

    def __iter__(self) -> Iterator[Block]:
        return islice(self.schedule.blocks(), self.first, self.end)


class Kind(NamedTuple):
    """A kind of schedule, as a league file may ask for it."""

    create: Callable[[Plan, History], Schedule]
    keys: tuple[str, ...]
    """The keys of the league file that say how much is played and by whom; each is needed, and no other fits."""


def counted(count: int, noun: str) -> str:
    """The number with its noun, in the plural unless there is one."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
