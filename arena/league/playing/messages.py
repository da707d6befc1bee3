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
    """The number of blocks that workers have claimed so far, in all segments together."""
    draining: ctypes.c_bool
    """True if no further block may begin."""


class Orders(NamedTuple):
    """The parent's message to its workers: play this segment together."""

    segment: Segment
    claimed: int
    """How many blocks workers had claimed before this segment."""
    share: int
    """How many blocks a worker claims before it plays them."""


class Admitted(NamedTuple):
    """The parent's message to the worker with the gate: the remotes that may come in from now on."""

    names: dict[str, str]
    """The name of each remote, by the hash of its token."""


class Report(NamedTuple):
    """A worker's message to its parent: finished matches, and why bots were withdrawn."""

    results: list[Result]
    withdrawn: dict[str, str]
    over: bool
    """Whether the segment is over for the worker; reported once, so that a late report cannot end the next segment."""
    usage: dict[str, Usage]
    """What bots have used since the last report that said so; empty in many reports."""
    waiting: dict[str, float]
    """How many seconds the worker has waited for each bot, by the bot's name."""
    round_trips_ms: dict[str, float]
    """The median in milliseconds of the latest round trips to each remote's connector, by the remote's name."""
    there: dict[str, float | None] | None = None
    """The connected remotes, as from `Gate.there`; None if there is no gate."""
