"""The messages between the process that runs a league and its workers."""

import ctypes
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized
from typing import NamedTuple

from arena.league.playing.results import Result
from arena.league.playing.segments import Segment
from arena.transport.crew.usage import Usage


@dataclass(frozen=True, slots=True)
class Shared:
    """The memory that the workers of one run share with their parent."""

    claimed: "Synchronized[int]"
    """The number of blocks claimed so far, in all segments."""
    draining: ctypes.c_bool
    """True when no further block should begin."""


class Orders(NamedTuple):
    """The order of a parent to its workers to play a segment together."""

    segment: Segment
    claimed: int
    """How many blocks had been claimed before the segment's first."""
    share: int
    """How many blocks a worker claims before it plays them."""


class Admitted(NamedTuple):
    """The message of a parent to the worker with the gate: the remotes that may come in from now on."""

    names: dict[str, str]
    """By the hash of its token, each remote's name."""


class Report(NamedTuple):
    """The report of a worker to its parent: matches that are over, and withdrawn bots with the reason."""

    results: list[Result]
    withdrawn: dict[str, str]
    over: bool
    """Whether the segment is over for the worker; reported once, so that a late report cannot end the next segment."""
    usage: dict[str, Usage]
    """What bots have used since the last report that said so; many reports leave it empty."""
    waiting: dict[str, float]
    """By bot, for how many seconds the worker has waited for it."""
    round_trips_ms: dict[str, float]
    """By remote, the median of the latest round trips to its connector."""
    there: dict[str, float | None] | None = None
    """The remotes whose connectors are there, as from `Gate.there`; None if there is no gate."""
