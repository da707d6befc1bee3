"""Audits one stored match: its row in the store, its place in the schedule, and whether the rules allow its record."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.schedule import Fixtures, create_schedule
from arena.league.schedules.contract import History
from arena.match import Entrant, MatchSpec
from arena.match.rerun import Difference, rerun
from leaderboards.store import StoredMatch
from leaderboards.store.rows.row import Row
from leaderboards.store.rows.seal import mark_of

MOST_MISSING: Final = 1_000_000
"""The maximum number of consecutive places without a record before a stored match.

An interrupted run leaves fewer such places. So if there are more, the match's stored place is wrong.
"""


class Places:
    """The matches in the schedule of a league, by place (the position in the schedule, from 0). Callers must request
    places in ascending order.
    """

    def __init__(self, league: League, history: History) -> None:
        self._fixtures = Fixtures(league)
        self._blocks = create_schedule(league, history).blocks()
        self._specs: dict[int, MatchSpec] = {}
        self._end = 0
        """The first place of the schedule after those that have been read."""
        self._asked = 0
        self.missing: list[range] = []
        """The ranges of places that were skipped before the last requested place."""

    def spec(self, ordinal: int) -> MatchSpec | None:
        """Returns the spec of the match at this place of the schedule.

        Returns None if the schedule has no such place. Also returns None if the place is not after the previous place
        whose spec was returned, or if more than MOST_MISSING places lie between the two.
        """
        if not self._asked <= ordinal <= self._asked + MOST_MISSING:
            return None
        while ordinal >= self._end:
            block = next(self._blocks, None)
            if block is None:
                return None
            places = self._fixtures.ordinals(block)
            self._end = places.stop
            if ordinal < places.stop:
                specs = [assignment.spec for assignment in self._fixtures.assignments(block)]
                self._specs = dict(zip(places, specs, strict=True))
        if ordinal > self._asked:
            self.missing.append(range(self._asked, ordinal))
        self._asked = ordinal + 1
        return self._specs[ordinal]


class MatchAudit:
    """Compares the stored matches of a league with its schedule and the rules of its game."""

    def __init__(self, league: League) -> None:
        self._game = league.create_game()

    def differences(self, row: Row, match: StoredMatch, spec: MatchSpec | None) -> Iterator[Difference]:
        """Yields the differences of a stored match from the schedule and from the game's rules.

        `spec`: the result of `Places.spec` for the place of the match.
        """
        there = match.record.spec
        if row.id != there.id:
            yield Difference("id", f"{there.id.hex()}, as in the record", row.id.hex())
        for name, times in (("thinking time", match.thinking_us), ("slowest choice", match.slowest_us)):
            if len(times) != len(there.entrants):
                yield Difference(name, f"{len(there.entrants)} times, one for each seat", f"{len(times)}")
        actions, choices = len(match.record.actions), len(match.choices_us)
        if choices not in (0, actions):
            yield Difference("times of choices", f"none, or {actions}, one for each action", f"{choices}")
        if spec is None:
            yield Difference("ordinal", "a place in the schedule", str(row.ordinal))
        elif spec != there:
            yield from _spec_differences(spec, there)
        else:
            yield from rerun(match.record, self._game)


def mark_difference(row: Row, row_print: bytes) -> Iterator[Difference]:
    """Yields the difference between a row's stored mark (a hash) and the mark of its content; yields nothing if the row
    is unchanged.
    """
    if (mark := mark_of(row_print)) != row.mark:
        yield Difference("mark", f"{mark.hex()}, of this row as it is", row.mark.hex())


def unreadable(error: ArenaError | str) -> Difference:
    """Returns the difference that the audit reports for a row that cannot be read."""
    return Difference("row", "one that can be read", error if isinstance(error, str) else error.message)


def _spec_differences(expected: MatchSpec, there: MatchSpec) -> Iterator[Difference]:
    for field in fields(MatchSpec):
        must, found = getattr(expected, field.name), getattr(there, field.name)
        if must != found:
            yield Difference(field.name, _shown(must), _shown(found))


def _shown(value: object) -> str:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple):
        return ", ".join(map(_shown, value))
    if isinstance(value, Entrant):
        return f"{value.name} {value.version} ({value.content_hash.hex()})"
    return str(value)
