"""The matches that a host should play, and their results."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from arena.match import Course, Entrant, MatchRecord, MatchSpec, Note

LOOKAHEAD: Final = 256
"""How many waiting matches, counted from the first, a host examines to find one that can begin."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A match that a host should play. Each of its players must have the name of a bot or guest of the host."""

    spec: MatchSpec
    seeds: tuple[int, ...]
    """The 64-bit seed for each bot's random choices, by seat."""
    process: int = 0
    """Which process of each bot plays the match: its number, from 0. All bots use the same number."""
    course: Course = Course()  # noqa: RUF009  # a Course is immutable
    """The earlier part of a continued match; empty for a new match.

    In a continued match, the players receive the start of the match and their next turns, but no earlier turns. The
    time of each player starts anew.
    """
    substitutes: tuple[Entrant | None, ...] = ()
    """For each seat, by its number, the player that takes over if the seat's player fails, so that the seat does not
    forfeit; empty if there are no substitutes.
    """

    def players(self) -> tuple[Entrant, ...]:
        """Returns the players that begin the match, by seat; for a continued match, those that continue it."""
        return self.course.players(self.spec.entrants) if self.course.handovers else self.spec.entrants


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match: its record, and the thinking times of its seats in microseconds. These times differ from run to
    run, even if the record is the same.
    """

    record: MatchRecord
    thinking_us: tuple[int, ...]
    slowest_us: tuple[int, ...]
    choices_us: tuple[int, ...] = ()
    """The time charged for each action, in microseconds, in order; empty unless the host's clock has `keep_times`."""
    notes: tuple[Note, ...] = ()
    """The notes that bots made on their choices."""


class Agenda:
    """The matches that wait to begin, in order. Further matches are read from the source only while fewer than
    `lookahead` wait.
    """

    def __init__(self, assignments: Iterable[Assignment] = (), lookahead: int = LOOKAHEAD) -> None:
        self._coming: Iterator[Assignment] = iter(assignments)
        self._lookahead = lookahead
        self._waiting: deque[Assignment] = deque()

    def waits(self) -> bool:
        """Returns whether a match that was read from the source is waiting. Directly after `take` has returned None,
        the result False means that no match is left in the source.
        """
        return bool(self._waiting)

    def take(self, can_begin: Callable[[Assignment], bool]) -> Assignment | None:
        """Removes and returns the first waiting match that can begin; examines only the first `lookahead` waiting
        matches. Returns None if none of these can begin.
        """
        waiting = self._waiting
        while len(waiting) < self._lookahead and (coming := next(self._coming, None)):
            waiting.append(coming)
        for index, assignment in enumerate(waiting):
            if can_begin(assignment):
                del waiting[index]
                return assignment
        return None
