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
    """A match to be played; the names of its entrants are names of bots of the host."""

    spec: MatchSpec
    seeds: tuple[int, ...]
    """By seat: the bot's own seed, 64 bits."""
    process: int = 0
    """The number of the process, of each bot, that plays the match."""
    course: Course = Course()  # noqa: RUF009  # a Course is immutable
    """How far the match has come already. Its players are sent the start, then their turns, whose views are complete;
    each player's time begins anew.
    """
    substitutes: tuple[Entrant | None, ...] = ()
    """By seat: the player that replaces one that fails, so that the seat does not forfeit. Empty if there are none."""

    def players(self) -> tuple[Entrant, ...]:
        """By seat: the player at the beginning."""
        return self.course.players(self.spec.entrants) if self.course.handovers else self.spec.entrants


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that was played, and its thinking times, which differ from run to run."""

    record: MatchRecord
    thinking_us: tuple[int, ...]
    slowest_us: tuple[int, ...]
    choices_us: tuple[int, ...] = ()
    """By action: the time charged for it; empty unless the clock keeps it."""
    notes: tuple[Note, ...] = ()
    """The notes that bots made on their choices."""


class Agenda:
    """The waiting assignments, in order; it takes more from the source only while fewer than `lookahead` wait."""

    def __init__(self, assignments: Iterable[Assignment] = (), lookahead: int = LOOKAHEAD) -> None:
        self._coming: Iterator[Assignment] = iter(assignments)
        self._lookahead = lookahead
        self._waiting: deque[Assignment] = deque()

    def waits(self) -> bool:
        """Whether an assignment waits that `take` has read; after `take` returned None: whether any is left at all."""
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
