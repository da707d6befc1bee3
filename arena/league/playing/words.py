"""The messages between a league and its workers."""

import ctypes
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized
from typing import NamedTuple

from arena.league.playing.results import Result
from arena.league.playing.segments import Segment
from arena.transport.crew.usage import Usage


@dataclass(frozen=True, slots=True)
class Shared:
    """What the workers of one run share."""

    claimed: "Synchronized[int]"
    """The number of blocks claimed so far, in all segments."""
    draining: ctypes.c_bool
    """True when no further block shall begin."""


class Orders(NamedTuple):
    """What a parent tells its workers: to play a segment together."""

    segment: Segment
    claimed: int
    """How many blocks had been claimed before its first."""
    share: int
    """How many blocks a worker claims before it has played them."""


class Admitted(NamedTuple):
    """What a parent tells the worker at whose gate remotes come in: who may, from now on."""

    names: dict[str, str]
    """By the hashes of their tokens."""


class Report(NamedTuple):
    """What a worker tells its parent: matches that are over, and bots that were withdrawn, with the reason."""

    results: list[Result]
    withdrawn: dict[str, str]
    over: bool
    """Whether the segment is over for it; said once, so that what is read late is not taken for the next one's end."""
    usage: dict[str, Usage]
    """What bots have used since it was told last; it is told now and then."""
    waiting: dict[str, float]
    """Bots it waits for, and for how many seconds."""
    round_trips_ms: dict[str, float]
    """To the connectors of remotes and back, as they were lately."""
    there: dict[str, float | None] | None = None
    """The remotes whose connectors are there, as `Gate.there` says it; None where there is no gate."""
