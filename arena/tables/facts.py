"""The present state of a table, called its facts, computed from the events in the table's journal file."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from google.protobuf.message import DecodeError

from arena.errors import ArenaError
from arena.games.registry import find_game
from arena.match import Course, Entrant, Fault, FaultKind, Handover, MatchRecord, MatchSpec
from arena.protocol.records import decode_record
from arena.tables.journal import Event, damaged, read
from arena.tables.table_settings import PERSON, Terms, components_hash

OPEN: Final = "open"
RUNNING: Final = "running"
FINISHED: Final = "finished"
CLOSED: Final = "closed"
GIVEN: Final = "the person has handed the seat over"
BACK: Final = "the person has taken the seat back"
"""The reason stored with a handover (a change of a seat's player) if a person takes the seat back from a bot.

The reason is GIVEN if the person hands the seat over to a bot. Any other reason means that a bot took over because the
person's time had run out.
"""


@dataclass(slots=True)
class Seat:
    """The state of one seat at a table."""

    bot: str
    """The name of the bot at the seat; empty if the seat is for a person."""
    name: str = ""
    """The name of the person at the seat; empty while the seat is free."""
    token: str = ""
    """The hash of the token that gives the person access to the seat; empty while no person has the seat."""
    ready: bool = False
    given: bool = False
    """Whether a bot should play for the person, because the person requested this or has run out of time."""
    played_by: str = ""
    """The name of the bot that now plays for the person; empty if the person plays."""
    bank_ms: int | None = None
    """The person's remaining time in ms after the last choice; 0 if the time has run out.

    None before the first choice, and at tables without a clock.
    """
    left: bool = False
    """Whether the person has left the table for good."""


@dataclass(slots=True)
class Facts:
    """The present state of a table, as its journal records it."""

    id: str
    opened_s: float
    terms: Terms
    deal: bytes
    """The random seed of the match, which decides all its chance events."""
    match_id: bytes
    components: bytes
    """The hash of the game's component data at the time when the table was opened."""
    seeds: tuple[int, ...]
    """The random seed for the bot at each seat."""
    invitation: str
    """The hash of the invitation token, which allows people to sit down."""
    owner: int | None
    """The seat of the person who opened the table; None if that person has no seat.

    No other person may close or remove the table.
    """
    branch_of: str
    """The id of the table whose match is continued here from an earlier step; empty for a new match."""
    again_of: str
    """The id of the earlier table with the same people, who play again here; empty if there is none."""
    seats: list[Seat]
    state: str = OPEN
    reason: str = ""
    """The reason why the table was closed; empty if it was not closed."""
    rules_version: int = 0
    entrants: tuple[Entrant, ...] = ()
    """The players by seat; empty until the match begins."""
    substitutes: tuple[Entrant | None, ...] = ()
    """The bots that can replace people, by seat; None for a bot's seat."""
    actions: list[int] = field(default_factory=list)
    handovers: list[Handover] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    record: MatchRecord | None = None
    """The record of the finished match; None until it is over."""
    finished_s: float = 0.0

    @classmethod
    def of(cls, events: Iterable[Event]) -> "Facts":
        """Returns the state of a table after these events; raises KeyError, TypeError or ValueError if the events do
        not describe a table.
        """
        first, *rest = events
        terms = Terms.restored(first["terms"])
        facts = cls(
            first["id"],
            first["at"],
            terms,
            bytes.fromhex(first["deal"]),
            bytes.fromhex(first["match_id"]),
            bytes.fromhex(first["components"]),
            tuple(first["seeds"]),
            first["invitation"],
            first["owner"],
            first["branch_of"],
            first.get("again_of", ""),
            [Seat("" if who == PERSON else who) for who in terms.seats],
            actions=list(first["actions"]),
        )
        for event in rest:
            facts.take(event)
        return facts

    def spec(self) -> MatchSpec:
        """The description of the match: all data that decide it, except the players' choices."""
        return MatchSpec(
            self.match_id,
            self.terms.game,
            self.rules_version,
            self.terms.edition,
            self.components,
            self.deal,
            self.entrants,
        )

    def demand_same_rules(self) -> None:
        """Raises ArenaError [other-rules] if the rules or component data of this release differ from those of the
        match.
        """
        game = self.terms.game
        here = find_game(game).info.rules_version
        if self.entrants and self.rules_version != here:
            how = f"with version {self.rules_version} of the rules of {game}, but this arena has version {here}"
        elif self.components != components_hash(game):
            how = f"with other component data of {game} than this arena has"
        else:
            return
        raise ArenaError(
            "other-rules",
            f"the match of table {self.id} was begun {how}",
            "use the release of the arena that began the match; if you do not need this table any more, move its "
            ".jsonl file to another folder",
        )

    def course(self) -> Course:
        """Returns the actions, faults and handovers (changes of a seat's player) of the match so far."""
        return Course(tuple(self.actions), tuple(self.faults), tuple(self.handovers))

    def take(self, event: Event) -> None:  # noqa: C901, PLR0912  # one case for each kind of event
        """Updates the state by one event; raises ValueError for an event that this release does not know."""
        seat = self.seats[event["seat"]] if "seat" in event else Seat("")
        match event["event"]:
            case "sat":
                seat.name, seat.token, seat.ready = event["name"], event["token"], False
            case "rose":
                seat.name, seat.token, seat.ready = "", "", False
            case "moved":
                self.seats[event["to"]], self.seats[event["seat"]] = seat, Seat("")
                self.owner = event["to"] if self.owner == event["seat"] else self.owner
            case "ready":
                seat.ready = event["ready"]
            case "began":
                self.state, self.rules_version = RUNNING, event["rules_version"]
                self.entrants = tuple(map(_entrant, event["entrants"]))
                self.substitutes = tuple(one and _entrant(one) for one in event["substitutes"])
            case "taken":
                self.actions.append(event["action"])
                if "bank_ms" in event:
                    seat.bank_ms = event["bank_ms"]
            case "fault":
                detail, output = event["detail"], event["output"]
                self.faults.append(Fault(event["seat"], FaultKind[event["kind"]], event["count"], detail, output))
            case "handover":
                player = _entrant(event["player"])
                self.handovers.append(Handover(event["seat"], event["count"], player, event["detail"]))
                seat.played_by = "" if player == self.entrants[event["seat"]] else player.name
                if event["detail"] not in (GIVEN, BACK):
                    seat.given, seat.bank_ms = bool(seat.played_by), 0
            case "given":
                seat.given, seat.left = True, event["left"]
            case "back":
                seat.given = False
            case "finished":
                self.state, self.record = FINISHED, decode_record(bytes.fromhex(event["record"]))
                self.finished_s = event["at"]
            case "closed":
                self.state, self.reason = CLOSED, event["reason"]
            case other:
                raise ValueError(f"an event {other!r} this release does not know")


def told_entrant(entrant: Entrant) -> list[str]:
    """Returns an entrant as JSON values: its name, version and content hash."""
    return [entrant.name, entrant.version, entrant.content_hash.hex()]


def told_fault(fault: Fault) -> Event:
    """Returns a fault as an event for the table's journal."""
    return {
        "event": "fault",
        "seat": fault.seat,
        "kind": fault.kind.name,
        "count": fault.action_count,
        "detail": fault.detail,
        "output": fault.output,
    }


def told_handover(handover: Handover) -> Event:
    """Returns a handover (a change of a seat's player) as an event for the table's journal."""
    return {
        "event": "handover",
        "seat": handover.seat,
        "count": handover.action_count,
        "player": told_entrant(handover.player),
        "detail": handover.detail,
    }


def _entrant(told: list[str]) -> Entrant:
    name, version, content = told
    return Entrant(name, version, bytes.fromhex(content))


def read_facts(path: Path) -> Facts:
    """Reads the present state of a table (its facts) from its journal; raises ArenaError [damaged-table]."""
    try:
        return Facts.of(event for event, _, _ in read(path))
    except (AttributeError, DecodeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise damaged(path, f"the file does not describe a table: {error}") from error
