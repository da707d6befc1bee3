"""The matches that a host should play, and their results."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from arena.match import Course, Entrant, MatchRecord, MatchSpec, Note

LOOKAHEAD: Final = 256
"""How many waiting matches are searched for one that can begin."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A match that should be played; its entrants' names are those of the host's bots."""

    spec: MatchSpec
    seeds: tuple[int, ...]
    """The seed that each bot is given, 64 bits, by seat."""
    process: int = 0
    """The number of the process of each bot that plays the match."""
    course: Course = Course()  # noqa: RUF009  # a Course is immutable
    """What has happened in the match already, if it is continued.

    Its players are sent the start and then their turns, whose views are complete; each player's time begins anew.
    """
    substitutes: tuple[Entrant | None, ...] = ()
    """The player, by seat, that replaces one that fails, so that the seat does not forfeit; empty if there are none."""

    def players(self) -> tuple[Entrant, ...]:
        """The players of the seats, by seat, when the match begins here."""
        return self.course.players(self.spec.entrants) if self.course.handovers else self.spec.entrants


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that was played, with thinking times by seat in microseconds, which differ from run to run."""

    record: MatchRecord
    thinking_us: tuple[int, ...]
    slowest_us: tuple[int, ...]
    choices_us: tuple[int, ...] = ()
    """The time charged for each action, in microseconds; empty unless the clock keeps times."""
    notes: tuple[Note, ...] = ()
    """The notes that bots made on their choices."""


class Agenda:
    """The assignments that wait, in order; it reads more from its source only while fewer than `lookahead` wait."""

    def __init__(self, assignments: Iterable[Assignment] = (), lookahead: int = LOOKAHEAD) -> None:
        self._coming: Iterator[Assignment] = iter(assignments)
        self._lookahead = lookahead
        self._waiting: deque[Assignment] = deque()

    def waits(self) -> bool:
        """Whether an assignment that was read waits; after `take` returned None, whether any is left at all."""
        return bool(self._waiting)

    def take(self, can_begin: Callable[[Assignment], bool]) -> Assignment | None:
        """Removes and returns the first of the next `lookahead` assignments that can begin; None if none can."""
        waiting = self._waiting
        while len(waiting) < self._lookahead and (coming := next(self._coming, None)):
            waiting.append(coming)
        for index, assignment in enumerate(waiting):
            if can_begin(assignment):
                del waiting[index]
                return assignment
        return None
