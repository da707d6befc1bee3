"""The values that define a match before it is played, and those that record how it went."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

MOST_NOTE: Final = 200
"""Most characters of a note that are kept."""
MOST_NOTES: Final = 4_000
"""Most characters that are kept of all notes of a seat in a match together."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot that plays in matches; two entrants with the same name, version and files are the same bot."""

    name: str
    version: str
    content_hash: bytes
    """A hash of 16 bytes over all of the bot's files; empty for a remote bot."""


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """All that defines a match before the bots choose."""

    id: bytes
    """16 bytes; the same match of the same league has the same id everywhere."""
    game: str
    rules_version: int
    edition: str
    components: bytes
    """16 bytes: hash of the game's component data."""
    deal: bytes
    """16 bytes: the seed of all chance; secret until the match is over."""
    entrants: tuple[Entrant, ...]
    """The entrants by seat."""


class FaultKind(IntEnum):
    """How a seat can come to forfeit, with the numbers of the enum in `record.proto`."""

    STARTUP = 1
    """The bot did not start or introduce itself in time."""
    TIMEOUT = 2
    """A choice took longer than the time left."""
    DISCONNECT = 3
    """The bot's process or stream ended."""
    PROTOCOL = 4
    """The bot broke the protocol."""
    ILLEGAL_ACTION = 5
    """The bot chose an action that was not legal."""
    MEMORY = 6
    """The bot used more memory than it may."""
    PROCESSES = 7
    """The bot had more processes and threads than it may."""
    DISK = 8
    """The bot wrote more than it may."""
    OUT_OF_TURN = 9
    """The bot computed while others had the turn; only with strict timing."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: what a seat's bot did wrong, so that the seat forfeits the match."""

    seat: int
    kind: FaultKind
    action_count: int
    """How many actions of the match came before the fault."""
    detail: str
    """What happened, in a sentence for people."""
    output: str = ""
    """The last lines the bot wrote to its standard output and its standard error."""


class Note(NamedTuple):
    """A bot's note on a choice, for its author."""

    action_count: int
    """How many actions of the match came before the choice."""
    text: str
    """One line of a stranger's text, at most MOST_NOTE characters."""


@dataclass(frozen=True, slots=True)
class Handover:
    """A change of the player of a seat; it is not a fault."""

    seat: int
    action_count: int
    """How many actions of the match came before the change."""
    player: Entrant
    """The player that has the seat from then on."""
    detail: str
    """The reason, in a sentence for people."""


@dataclass(frozen=True, slots=True)
class Course:
    """What has happened in a match so far, so that another process can continue it."""

    actions: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()
    handovers: tuple[Handover, ...] = ()

    def players(self, entrants: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
        """The present player of each seat, by seat, in a match that began with these entrants."""
        players = list(entrants)
        for handover in self.handovers:
            players[handover.seat] = handover.player
        return tuple(players)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A finished match; with seeded bots every run gives an equal record."""

    spec: MatchSpec
    actions: tuple[int, ...]
    """All actions in the order in which they were taken, including those of stand-ins."""
    faults: tuple[Fault, ...]
    """The faults in the order they happened, at most one for each seat."""
    scores: tuple[int, ...]
    """The points of each seat."""
    ranks: tuple[int, ...]
    """The rank of each seat: 1 is best, and equal seats share a rank; seats that forfeited rank last."""
    handovers: tuple[Handover, ...] = ()
    """The handovers in the order they happened."""
    opening: tuple[int, ...] | None = None
    """The first actions, chosen by the luck of the deal; None if the deal had other luck, or if this was not kept.

    Matches of different deals with the same opening can be equal.
    """


def stood_in(faults: Iterable[Fault], seat: int | None, number: int) -> bool:
    """Whether a stand-in took action `number` of the match (from 0) because `seat` had forfeited."""
    return any(fault.seat == seat and fault.action_count <= number for fault in faults)
