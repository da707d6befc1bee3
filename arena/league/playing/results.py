"""Passes results from the host that played them to the store."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from arena.league.league import League
from arena.league.schedule import Fixtures
from arena.league.schedules.contract import Block, PlayedMatch
from arena.protocol.records import encode_record, encode_timing
from arena.transport import Assignment, Finished


class Result(NamedTuple):
    """A finished match with its place in the schedule, as it is sent to the store."""

    ordinal: int
    """The place of the match in the schedule."""
    id: bytes
    record: bytes
    """A serialized MatchRecord."""
    timing: bytes
    """A serialized MatchTiming."""


class ResultStore(Protocol):
    """A store of results, as far as a run of a league uses it."""

    def played(self, matches: int, first: int = 0) -> bytearray:
        """For each place of the schedule from `first` to before `matches` a byte: 1 if there is a record, else 0."""

    def add(self, results: Sequence[Result]) -> None:
        """Stores results; they are safe on the disk when it returns."""

    def matches(self) -> Iterable[PlayedMatch]:
        """All matches with a record, in schedule order."""

    def matches_from(self, first: int) -> Iterable[PlayedMatch]:
        """The matches with a record from place `first` of the schedule on, in schedule order."""


class Recorder:
    """Turns blocks into assignments for the host, and matches the host has finished into results."""

    def __init__(self, league: League, played: bytes) -> None:
        """`played`: a byte for each match of the schedule, 1 if it has a record."""
        self._fixtures = Fixtures(league)
        self._played = played
        self._ordinals: dict[bytes, int] = {}
        self._results: list[Result] = []

    def assignments(self, blocks: Iterable[Block]) -> Iterator[Assignment]:
        """The assignments for those matches of `blocks` that have no record."""
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
        """The results of matches finished since the last call."""
        results, self._results = self._results, []
        return results
