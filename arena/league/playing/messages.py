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
    """The number of blocks that workers have claimed since the run began, in all segments together."""
    draining: ctypes.c_bool
    """True when no further block may begin, because the run is ending."""


class Orders(NamedTuple):
    """The parent's order to its workers to play a segment, which is a range of blocks of the schedule."""

    segment: Segment
    claimed: int
    """The number of blocks that workers had claimed before they began this segment."""
    share: int
    """The number of blocks that a worker claims at a time; the worker plays these blocks before it claims more."""


class Admitted(NamedTuple):
    """The parent's message to the worker that runs the gate: the remote bots that may connect from now on."""

    names: dict[str, str]
    """The name of each remote bot, by the hash of the bot's token."""


class Report(NamedTuple):
    """A worker's message to its parent: finished matches, withdrawn bots with the reasons, and the worker's state."""

    results: list[Result]
    withdrawn: dict[str, str]
    over: bool
    """Whether the worker has just finished the segment. This is true in only one report for each segment, because the
    parent would take a second one for the end of the next segment.
    """
    usage: dict[str, Usage]
    """The resources that bots have used since the last report in which this field was not empty. It is empty in most
    reports, because usage is measured at longer intervals.
    """
    waiting: dict[str, float]
    """How many seconds the worker has waited for each bot, by the bot's name."""
    round_trips_ms: dict[str, float]
    """The median of the latest round-trip times to each remote bot's connector, in milliseconds, by the bot's name. A
    connector is the program that connects a bot to the gate.
    """
    there: dict[str, float | None] | None = None
    """The remote bots that are connected, each with its round trip in ms, or None if that is unknown. The whole field
    is None if there is no gate.
    """
