"""The data that define a match before it is played, and the data that record its course and result."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

MOST_NOTE: Final = 200
"""The most characters of a note that are stored; the rest of a longer note is cut off."""
MOST_NOTES: Final = 4_000
"""The most characters that all stored notes of one seat in a match have together; the rest is cut off."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot that plays in matches; two entrants with the same name, version and files are the same bot."""

    name: str
    version: str
    content_hash: bytes
    """A hash of 16 bytes over all of the bot's files; empty for a remote bot."""


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """All data that define a match before the bots choose."""

    id: bytes
    """The match's id, 16 bytes. In a league it is derived from the league, the deal and the seating, so every run of
    the match has the same id.
    """
    game: str
    rules_version: int
    edition: str
    components: bytes
    """A hash of 16 bytes over the game's component data, such as point tables."""
    deal: bytes
    """The seed of all chance in the match, 16 bytes; secret until the match is over."""
    entrants: tuple[Entrant, ...]
    """The bots that play the match, by seat."""


class FaultKind(IntEnum):
    """The kinds of faults by which a seat forfeits, with the numbers of the enum in `record.proto`."""

    STARTUP = 1
    """The bot did not start and connect within its startup time, or it had been withdrawn."""
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
    """The bot wrote more to the disk than it may."""
    OUT_OF_TURN = 9
    """The bot used processor time while another seat had the turn; detected only with strict timing."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a seat's bot, by which the seat forfeits the match."""

    seat: int
    kind: FaultKind
    action_count: int
    """The number of actions of the match before the fault."""
    detail: str
    """The description of the fault, in a sentence for people."""
    output: str = ""
    """The last lines the bot wrote to its standard output and its standard error."""


class Note(NamedTuple):
    """A bot's note on one of its choices, for the bot's author."""

    action_count: int
    """The number of actions of the match before the choice."""
    text: str
    """The note, one line of untrusted text with at most MOST_NOTE characters."""


@dataclass(frozen=True, slots=True)
class Handover:
    """A change of the player at a seat, which is not a fault."""

    seat: int
    action_count: int
    """The number of actions of the match before the change."""
    player: Entrant
    """The player that has the seat after the change."""
    detail: str
    """The reason for the change of players, in a sentence for people."""


@dataclass(frozen=True, slots=True)
class Course:
    """The actions, faults and changes of players in a match so far, so that another process can continue the match."""

    actions: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()
    handovers: tuple[Handover, ...] = ()

    def players(self, entrants: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
        """Returns the present player of each seat, by seat; `entrants` are the players at the start of the match."""
        players = list(entrants)
        for handover in self.handovers:
            players[handover.seat] = handover.player
        return tuple(players)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The record of a finished match; if all bots use only their seeds for chance, every run of the match gives an
    equal record.
    """

    spec: MatchSpec
    actions: tuple[int, ...]
    """All actions in the order in which they were taken, including those of stand-ins."""
    faults: tuple[Fault, ...]
    """The faults in the order they happened, at most one for each seat."""
    scores: tuple[int, ...]
    """The points of each seat."""
    ranks: tuple[int, ...]
    """The rank of each seat: 1 is best, and equal seats share a rank. Forfeited seats share the last rank."""
    handovers: tuple[Handover, ...] = ()
    """The changes of players at seats, in the order they happened."""
    opening: tuple[int, ...] | None = None
    """The actions with which the match began, if the deal drew them at random and nothing else in the match is random.
    None for all other matches, and if the opening was not recorded.

    Two matches with the same opening and the same later actions are the same match, even if their deals have different
    seeds.
    """


def stood_in(faults: Iterable[Fault], seat: int | None, number: int) -> bool:
    """Returns whether a stand-in took an action for `seat`, because the seat had forfeited. `number` is the action's
    number in the match, from 0.
    """
    return any(fault.seat == seat and fault.action_count <= number for fault in faults)
