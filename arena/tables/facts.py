"""What is known of a table: what the events of its journal say, taken together."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from google.protobuf.message import DecodeError

from arena.match import Entrant, Fault, FaultKind, MatchRecord, MatchSpec
from arena.protocol.records import decode_record
from arena.tables.journal import Event, damaged, read
from arena.tables.terms import Terms

OPEN: Final = "open"
RUNNING: Final = "running"
FINISHED: Final = "finished"
CLOSED: Final = "closed"


@dataclass(slots=True)
class Seat:
    """A seat of a table."""

    bot: str
    """The bot that sits there; empty: the seat is a person's."""
    name: str = ""
    """Of the person; empty while nobody sits there."""
    token: str = ""
    """The hash of the person's."""
    ready: bool = False
    played_by: str = ""
    """The bot that plays for the person now."""
    left: bool = False
    """Whether the person has gone for good."""


@dataclass(slots=True)
class Facts:
    """A table, as far as its journal tells."""

    id: str
    opened_s: float
    terms: Terms
    deal: bytes
    """The seed of all chance."""
    match_id: bytes
    components: bytes
    """The hash of the game's component data when the table was opened."""
    seeds: tuple[int, ...]
    """By seat: the bot's own."""
    invitation: str
    """The hash of the token with which one may sit down."""
    owner: int | None
    """The seat of who opened it, who may close it."""
    branch_of: str
    """The table from whose match this one was taken back; empty if it began of its own."""
    seats: list[Seat]
    state: str = OPEN
    reason: str = ""
    """Why it was closed."""
    rules_version: int = 0
    entrants: tuple[Entrant, ...] = ()
    """By seat, once the match has begun."""
    actions: list[int] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    record: MatchRecord | None = None
    """The finished match."""
    finished_s: float = 0.0

    @classmethod
    def of(cls, events: Iterable[Event]) -> "Facts":
        """The table a journal tells; raises KeyError, TypeError or ValueError if it tells none."""
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
            [Seat("" if who == "person" else who) for who in terms.seats],
            actions=list(first["actions"]),
        )
        for event in rest:
            facts.take(event)
        return facts

    def spec(self) -> MatchSpec:
        """All that decides the match before its players do."""
        return MatchSpec(
            self.match_id,
            self.terms.game,
            self.rules_version,
            self.terms.edition,
            self.components,
            self.deal,
            self.entrants,
        )

    def take(self, event: Event) -> None:  # noqa: C901  # one case an event
        """Something has happened at the table."""
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
                self.entrants = tuple(
                    Entrant(name, version, bytes.fromhex(content)) for name, version, content in event["entrants"]
                )
            case "taken":
                self.actions.append(event["action"])
            case "fault":
                self.faults.append(restored_fault(event))
            case "given":
                seat.played_by, seat.left = event["bot"], event["left"]
            case "back":
                seat.played_by = ""
            case "finished":
                self.state, self.record = FINISHED, decode_record(bytes.fromhex(event["record"]))
                self.finished_s = event["at"]
            case "closed":
                self.state, self.reason = CLOSED, event["reason"]
            case other:
                raise ValueError(f"an event {other!r} this release does not know")


def told_fault(fault: Fault) -> Event:
    """A fault as an event."""
    return {
        "event": "fault",
        "by": fault.seat,
        "kind": fault.kind.name,
        "action_count": fault.action_count,
        "detail": fault.detail,
        "output": fault.output,
    }


def restored_fault(event: dict[str, Any]) -> Fault:
    """The fault an event tells."""
    return Fault(event["by"], FaultKind[event["kind"]], event["action_count"], event["detail"], event["output"])


def read_facts(path: Path) -> Facts:
    """The table a journal tells; raises ArenaError [damaged-table], OSError."""
    try:
        return Facts.of(event for event, _, _ in read(path))
    except (AttributeError, DecodeError, LookupError, TypeError, ValueError) as error:
        raise damaged(path, f"it tells no table: {error}") from error
