"""The faults of a league: failures, the matches each cost, and where they happened.

A process that ends forfeits every match it was in, so one failure is many faults; those with the same kind, sentence
and output are told as one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from arena.errors import ArenaError
from arena.games.contract import Game
from arena.match import Fault, replay
from leaderboards.store import StoredMatch


class Moment(NamedTuple):
    """When in a match something happened."""

    round: int | None
    """None in games without rounds."""
    phase: str
    turn: int | None
    """Of the seat, from 1, as `arena playback` counts them; None where another seat was to move."""


@dataclass(slots=True)
class Failure:
    """Something a bot did wrong."""

    bot: str
    match: StoredMatch
    """The one the bot itself named in its output, or the first."""
    fault: Fault
    """In that match."""
    ordinals: list[int] = field(default_factory=list)
    """Places in the schedule of all matches it cost."""

    def others(self) -> list[int]:
        """Places of the matches that were forfeited with `match`."""
        return [ordinal for ordinal in self.ordinals if ordinal != self.match.ordinal]


def failures(matches: Iterable[StoredMatch], bot: str | None = None) -> list[Failure]:
    """What went wrong, for one bot or for all, in the order in which the schedule has the matches it cost first."""
    found: dict[tuple[object, ...], Failure] = {}
    for match in matches:
        for fault in match.record.faults:
            name = match.record.spec.entrants[fault.seat].name
            if bot not in (None, name):
                continue
            failure = found.setdefault((name, fault.kind, fault.detail, fault.output), Failure(name, match, fault))
            failure.ordinals.append(match.ordinal)
            if match.record.spec.id.hex() in fault.output:
                failure.match, failure.fault = match, fault
    return list(found.values())


def moment_of(failure: Failure, game: Game[Any, Any]) -> Moment | None:
    """When in its match the failure happened; None where the record does not fit the rules of this release."""
    fault, turns = failure.fault, 0
    try:
        for count, step in enumerate(replay(failure.match.record, game)):
            turns += step.seat == fault.seat
            if count == fault.action_count:
                told, asked = game.reveal(step.state), game.actor(step.state) == fault.seat
                phase = str(told["phase"])
                return Moment(int(str(told["round"])) if phase else None, phase, turns + 1 if asked else None)
    except ArenaError:
        pass
    return None
