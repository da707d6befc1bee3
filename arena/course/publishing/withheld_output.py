"""Removes the output of bots from published matches if it might identify somebody."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from arena.course.folder import Course
from arena.course.publishing.identities import Names
from arena.course.publishing.machine import Machine
from arena.games.contract import Game
from arena.match import Fault, Note, replay
from leaderboards.store import StoredMatch

UNPUBLISHED: Final = "the course publishes no more of it"
WITHHELD: Final = "withheld: it may reveal who wrote it"
MOST_KEPT: Final = 1_000
"""The size of the cache of texts that were searched for names; a failing bot prints the same text in many matches."""


class Leak(NamedTuple):
    """A case of withheld output: the bot, the match, and the text that is the reason."""

    bot: str
    match: int
    text: str
    """The part of the output that might identify somebody."""


def silent(match: StoredMatch) -> StoredMatch:
    """Returns a copy of the match without the bots' notes, the output of faults, and the details of faults and
    handovers.
    """
    return _telling(match, [_silent(fault, UNPUBLISHED) for fault in match.record.faults], [])


class Withholding:
    """Withholds all output of a bot in a match if any part of that output might identify somebody."""

    def __init__(self, course: Course, game: Game[Any, Any]) -> None:
        self.leaks: list[Leak] = []
        """The cases in which output was withheld so far."""
        self._game, self._machine = game, Machine(course.folder)
        names = Names(course.roster.secrets() | self._machine.texts())
        self._found: Callable[[str], str] = lru_cache(MOST_KEPT)(names.found)

    def match(self, match: StoredMatch) -> StoredMatch:
        """Returns the published form of a match; raises ArenaError [bad-record] if it cannot be replayed."""
        spec, told = match.record.spec, []
        faults = [self._machine.left_out(spec, fault) for fault in match.record.faults]
        noted = self._by_seat(match)
        for seat, entrant in enumerate(spec.entrants):
            notes = noted.get(seat, [])
            printed = [text for fault in faults if fault.seat == seat for text in (fault.detail, fault.output)]
            if said := next(filter(None, map(self._found, [*printed, *(note.text for note in notes)])), ""):
                self.leaks.append(Leak(entrant.name, match.ordinal, said))
                faults = [_silent(one, WITHHELD) if one.seat == seat else one for one in faults]
                notes = [note._replace(text=WITHHELD) for note in notes]
            told += notes
        return _telling(match, faults, sorted(told))

    def _by_seat(self, match: StoredMatch) -> dict[int, list[Note]]:
        """Returns the notes of a match, by the seat of the bot that wrote them."""
        found: dict[int, list[Note]] = {}
        if match.notes:
            _, *steps = replay(match.record, self._game, (), match.notes)
            for number, step in enumerate(steps):
                if step.note and step.seat is not None:
                    found.setdefault(step.seat, []).append(Note(number, step.note))
        return found


def _telling(match: StoredMatch, faults: list[Fault], notes: list[Note]) -> StoredMatch:
    """Returns a copy of the match with these faults and notes instead of its own, and without the details of handovers.

    A handover is a change of the player at a seat.
    """
    handovers = tuple(replace(one, detail=UNPUBLISHED) for one in match.record.handovers)
    record = replace(match.record, faults=tuple(faults), handovers=handovers)
    return replace(match, record=record, notes=tuple(notes))


def _silent(fault: Fault, detail: str) -> Fault:
    return replace(fault, detail=detail, output="")
