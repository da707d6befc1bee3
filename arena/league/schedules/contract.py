"""The contract of schedules. A schedule lists a league's blocks in an order that never changes; a block is the matches
of one table of bots with one deal.

Rule 1: a schedule depends only on its plan and on the records of earlier blocks; the records matter only if results
decide which bots play together.
Rule 2: if two plans differ only in their length, the schedule of the longer plan begins with all blocks of the shorter
one. A league that has been played can therefore be made longer.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import NamedTuple, Protocol

from arena.match import MatchRecord


@dataclass(frozen=True, slots=True)
class Block:
    """The matches of one table of bots with one deal, one match for each seating of the bots."""

    number: int
    round: int
    """The number of earlier blocks with the same table; each of these blocks has a different deal."""
    table: tuple[int, ...]
    """The bots of the table, as their indices in the league, in ascending order."""
    like: tuple[int, ...] = ()
    """The table of the block that this block repeats with another version of one bot; empty if it repeats none. Both
    blocks have the same deal and seeds.
    """


class Stay(NamedTuple):
    """A period in which a bot takes part in a ladder, as a range of blocks of the schedule."""

    joined: int = 0
    """The number of the first block for which the bot may be drawn."""
    left: int | None = None
    """The first block for which the bot may no longer be drawn; None if the stay has no end."""

    def has(self, number: int) -> bool:
        """Whether block `number` of the schedule lies in this stay, which is a period of taking part."""
        return self.joined <= number and (self.left is None or number < self.left)


@dataclass(frozen=True, slots=True)
class Plan:
    """The values of a league from which its schedule is made."""

    bots: tuple[str, ...]
    """The names of the bots; schedules refer to bots by their indices in this tuple."""
    seats: int
    lots: bytes
    """The key from which all random draws of the schedule are derived; the same key gives the same draws."""
    block_matches: int
    """The number of matches in a block, one for each seating."""
    rounds: int = 0
    blocks: int = 0
    hero: str = ""
    apart: frozenset[tuple[int, int]] = frozenset()
    """Pairs of bots that must not play together; each pair is listed in both orders."""

    stays: tuple[tuple[Stay, ...], ...] = ()
    """The stays of each bot, by the bot's index; a stay is a period of taking part. Empty if all bots always take part.
    Bots that joined later have higher indices.
    """

    def present(self, number: int) -> list[int]:
        """Returns the indices of the bots that take part in block `number`."""
        stays = self.stays or ((Stay(),),) * len(self.bots)
        return [bot for bot, own in enumerate(stays) if any(stay.has(number) for stay in own)]

    def changes(self) -> list[int]:
        """Returns the numbers of the blocks at which bots join or leave, in ascending order."""
        return sorted({block for own in self.stays for stay in own for block in stay if block is not None})

    def may_sit(self, table: Sequence[int]) -> bool:
        """Whether all bots of the table may play together."""
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
    """The matches of a league that have been played."""

    def matches(self) -> Iterable[PlayedMatch]:
        """Returns all matches with a record, in schedule order."""

    def matches_from(self, first: int) -> Iterable[PlayedMatch]:
        """Returns the matches with a record from place `first` of the schedule onwards, in schedule order."""


class Schedule(Protocol):
    """A schedule: the blocks of a league in order. A block is the matches of one table of bots with one deal."""

    def total(self) -> int:
        """Returns the number of blocks that the league has if it is played to its end; a block is the matches of one
        table of bots with one deal.
        """

    def known(self) -> int:
        """Returns the number of blocks that can be listed now: all blocks, unless later blocks depend on results that
        are still missing.
        """

    def even(self) -> int:
        """Returns the number of blocks in a cycle, after which bots in the same role have played about equally often.
        In a gauntlet, the hero has a role of its own, and all other bots share one.
        """

    def blocks(self) -> Iterator[Block]:
        """Returns the known blocks of the schedule, in order; a block is the matches of one table of bots with one
        deal.
        """

    def between(self, first: int, end: int) -> Iterable[Block]:
        """Returns the known blocks from number `first` up to but not including `end`, in a form that can be sent to
        other processes.
        """

    def sentence(self) -> str:
        """Returns a description of the schedule, as a sentence for people."""


class Planned(ABC):
    """The base of all schedules in which blocks depend only on the plan, not on results."""

    def __init__(self, plan: Plan, _history: History) -> None:
        self._plan = plan

    def total(self) -> int:
        """Returns the number of blocks that the league has; a block is the matches of one table of bots with one
        deal.
        """
        return self._plan.blocks

    def known(self) -> int:
        """Returns the number of blocks that can be listed now, which is always the number of all blocks."""
        return self.total()

    @abstractmethod
    def blocks(self) -> Iterator[Block]:
        """Yields all blocks of the schedule, in order; a block is the matches of one table of bots with one deal."""

    def between(self, first: int, end: int) -> "Stretch":
        """Returns the blocks from number `first` up to but not including `end`."""
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
    """A kind of schedule, with the keys of the league file that it needs."""

    create: Callable[[Plan, History], Schedule]
    keys: tuple[str, ...]
    """The keys that set the length and the bots of this kind of schedule. A league file must have all of these keys,
    and no key that only other kinds need.
    """


def counted(count: int, noun: str) -> str:
    """Returns the number with its noun, which gets a plural "s" unless the number is 1."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
