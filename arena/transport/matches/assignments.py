"""The matches a host is to play, and their results."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from arena.match import Course, Entrant, MatchRecord, MatchSpec, Note

LOOKAHEAD: Final = 256
"""How many waiting matches are searched for one that can begin."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A match to be played: its entrants' names are the names of bots of the host."""

    spec: MatchSpec
    seeds: tuple[int, ...]
    """By seat: the bot's own seed, 64 bits."""
    process: int = 0
    """Which process of each bot plays it."""
    course: Course = Course()  # noqa: RUF009  # it is a value
    """How far it has come already. Its players are told of its start, then of their turns, whose views are complete;
    the time of each begins anew.
    """
    substitutes: tuple[Entrant | None, ...] = ()
    """By seat, where there are any: the player that replaces one that fails, so that the seat does not forfeit."""

    def players(self) -> tuple[Entrant, ...]:
        """By seat: who plays when it begins."""
        return self.course.players(self.spec.entrants) if self.course.handovers else self.spec.entrants


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that was played, and how long its seats thought; the times differ from run to run."""

    record: MatchRecord
    thinking_us: tuple[int, ...]
    slowest_us: tuple[int, ...]
    choices_us: tuple[int, ...] = ()
    """By action, where the clock keeps it."""
    notes: tuple[Note, ...] = ()
    """What bots noted on their choices."""


class Agenda:
    """The waiting assignments, in order; it takes more from the source only while fewer than `lookahead` wait."""

    def __init__(self, assignments: Iterable[Assignment] = (), lookahead: int = LOOKAHEAD) -> None:
        self._coming: Iterator[Assignment] = iter(assignments)
        self._lookahead = lookahead
        self._waiting: deque[Assignment] = deque()

    def waits(self) -> bool:
        """Whether an assignment that `take` has read waits; after `take` returned None, whether any is left at all."""
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
