"""Passes results from the host, the part of the arena that plays matches, to the store."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from arena.league.league import League
from arena.league.schedule import Fixtures
from arena.league.schedules.contract import Block, PlayedMatch
from arena.protocol.records import encode_record, encode_timing
from arena.transport import Assignment, Finished


class Result(NamedTuple):
    """A finished match with its place in the schedule, in the form in which it is sent to the store."""

    ordinal: int
    """The place of the match in the schedule."""
    id: bytes
    record: bytes
    """The match's record as a serialized MatchRecord message."""
    timing: bytes
    """The thinking times in the match as a serialized MatchTiming message."""


class ResultStore(Protocol):
    """The part of a store of results that a run of a league uses."""

    def played(self, matches: int, first: int = 0) -> bytearray:
        """Returns a byte for each place in the schedule from `first` up to but not including `matches`: 1 if the match
        at this place has a record, else 0.
        """

    def add(self, results: Sequence[Result]) -> None:
        """Stores the results; when the method returns, they are safely on the disk."""

    def matches(self) -> Iterable[PlayedMatch]:
        """Returns all matches with a record, in schedule order."""

    def matches_from(self, first: int) -> Iterable[PlayedMatch]:
        """Returns the matches with a record from place `first` of the schedule on, in schedule order."""


class Recorder:
    """Turns blocks of the schedule into assignments, which are matches for the host to play, and turns the finished
    matches into results.
    """

    def __init__(self, league: League, played: bytes) -> None:
        """Prepares the recorder; `played` has one byte for each match of the schedule: 1 if the match has a record,
        else 0.
        """
        self._fixtures = Fixtures(league)
        self._played = played
        self._ordinals: dict[bytes, int] = {}
        self._results: list[Result] = []

    def assignments(self, blocks: Iterable[Block]) -> Iterator[Assignment]:
        """Yields an assignment, a match to be played, for each match of `blocks` that has no record."""
        for block in blocks:
            ordinals = self._fixtures.ordinals(block)
            for ordinal, assignment in zip(ordinals, self._fixtures.assignments(block), strict=True):
                if not self._played[ordinal]:
                    self._ordinals[assignment.spec.id] = ordinal
                    yield assignment

    def finished(self, finished: Finished) -> None:
        """Turns a match that the host has finished into a result, which `take` returns."""
        match_id = finished.record.spec.id
        timing = encode_timing(finished.thinking_us, finished.slowest_us, finished.choices_us, finished.notes)
        self._results.append(Result(self._ordinals.pop(match_id), match_id, encode_record(finished.record), timing))

    def take(self) -> list[Result]:
        """Returns the results of the matches that were finished since the last call."""
        results, self._results = self._results, []
        return results
