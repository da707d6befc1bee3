"""Lists the failures of bots in a league, the matches that each failure cost, and when each failure happened.

When a bot's process ends, the bot forfeits all its unfinished matches, so one failure can cause many faults. Faults of
a bot with the same kind, description and output are reported as one failure.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from arena.errors import ArenaError
from arena.games.contract import Game
from arena.match import Fault, replay
from leaderboards.store import StoredMatch


class Moment(NamedTuple):
    """The moment of a match in which a failure happened."""

    round: int | None
    """The number of the round; None in games without rounds."""
    phase: str
    turn: int | None
    """The turn of the failed bot's seat, counted from 1 as in `arena playback`; None if another seat had to move."""


@dataclass(slots=True)
class Failure:
    """One failure of a bot, and all matches that it cost."""

    bot: str
    match: StoredMatch
    """The match that the bot itself named in its output, or else the first match that the failure cost."""
    fault: Fault
    """The bot's fault in `match`."""
    ordinals: list[int] = field(default_factory=list)
    """The places in the schedule of all matches that the failure cost."""

    def others(self) -> list[int]:
        """Returns the schedule places of all matches that the failure cost, without that of `match`."""
        return [ordinal for ordinal in self.ordinals if ordinal != self.match.ordinal]


def failures(matches: Iterable[StoredMatch], bot: str | None = None) -> list[Failure]:
    """Returns the failures of one bot, or of all bots if `bot` is None. They are in the order in which `matches` first
    show them.
    """
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
    """Returns the moment in its match when a failure happened; None if the record does not fit the rules of this
    release.
    """
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
