"""A finished match as one JSON document for viewers; docs/replays.md describes the format."""

from collections.abc import Sequence
from typing import Any, Final, TypedDict

from arena.games.contract import Board, Game
from arena.match.frames import ALL, Eyes, Frame, Onlooker
from arena.match.opening import opening
from arena.match.record import Entrant, Fault, Handover, MatchRecord, Note
from arena.match.replay import replay

FORMAT: Final = 1
"""The version of the format; it increases only when a program for the previous version would draw something wrong."""


class BotData(TypedDict):
    """The document's entry for a bot that plays a seat."""

    name: str
    version: str
    content_hash: str


class FaultData(TypedDict):
    """A bot's fault that made its seat forfeit."""

    seat: int
    kind: str
    action_count: int
    """The number of actions before the fault; this is also the number of the frame in which the fault happened."""
    detail: str | None
    """The description of the fault, in a sentence for people. It may contain secrets, as may the bot's last `output`.
    Both are None unless the viewer has this seat's point of view or may see everything.
    """
    output: str | None


class HandoverData(TypedDict):
    """A change of the player at a seat."""

    seat: int
    action_count: int
    """The number of actions before the change; the new player takes all later actions of the seat."""
    bot: BotData
    detail: str | None
    """The reason for the change of players, in a sentence. None unless the viewer has this seat's point of view or may
    see everything.
    """


class SpecData(TypedDict):
    """The data that defined the match, and its result; bytes are in hexadecimal."""

    id: str
    game: str
    rules_version: int
    edition: str
    components: str
    deal: str | None
    """The seed of all chance in the match. All secrets can be computed from it, so it is None unless the viewer may see
    everything.
    """
    bots: list[BotData]
    scores: list[int]
    ranks: list[int]
    faults: list[FaultData]
    handovers: list[HandoverData]


class ClockData(TypedDict):
    """The time of each seat in milliseconds: a bank for the whole match, and an increment for each choice."""

    bank_ms: int
    increment_ms: int


class ReplayData(TypedDict):
    """A whole replay document, as viewers receive it."""

    format: int
    eyes: Eyes
    spec: SpecData
    clock: ClockData | None
    """The limits on the thinking time of each seat; None if they are not known."""
    setup: Board
    opening: list[str]
    """The notations of the match's first actions, if the deal drew them, and nothing else, at random. The first frame
    comes after them. Empty for other matches, and unless the viewer may see everything.
    """
    frames: list[Frame]
    """The frame before any action, and a frame after each action."""


def replay_data(
    record: MatchRecord,
    game: Game[Any, Any],
    eyes: Eyes,
    choices_us: Sequence[int] = (),
    notes: Sequence[Note] = (),
    clock: ClockData | None = None,
) -> ReplayData:
    """Returns the replay document of a match, with the content that the point of view `eyes` may see. Raises ArenaError
    [bad-record] if the match breaks the rules.

    `choices_us`: the time that each action took, in microseconds; empty if the times are not known. `notes`: the bots'
    notes.
    """
    onlooker = Onlooker(game, eyes)
    steps = list(replay(record, game, choices_us, notes))
    return {
        "format": FORMAT,
        "eyes": eyes,
        "spec": spec_data(record, eyes),
        "clock": clock,
        "setup": game.setup(game.view(steps[0].state, 0)),
        "opening": opening(record.spec, game) if eyes == ALL else [],
        "frames": [onlooker.frame(step) for step in steps],
    }


def spec_data(record: MatchRecord, eyes: Eyes) -> SpecData:
    """Returns the part of the document that describes the match without its actions: its definition and its result."""
    spec = record.spec
    return {
        "id": spec.id.hex(),
        "game": spec.game,
        "rules_version": spec.rules_version,
        "edition": spec.edition,
        "components": spec.components.hex(),
        "deal": spec.deal.hex() if eyes == ALL else None,
        "bots": [_bot(entrant) for entrant in spec.entrants],
        "scores": list(record.scores),
        "ranks": list(record.ranks),
        "faults": [_fault(fault, eyes) for fault in record.faults],
        "handovers": [_handover(handover, eyes) for handover in record.handovers],
    }


def _bot(entrant: Entrant) -> BotData:
    return {"name": entrant.name, "version": entrant.version, "content_hash": entrant.content_hash.hex()}


def _handover(handover: Handover, eyes: Eyes) -> HandoverData:
    return {
        "seat": handover.seat,
        "action_count": handover.action_count,
        "bot": _bot(handover.player),
        "detail": handover.detail if eyes in (ALL, handover.seat) else None,
    }


def _fault(fault: Fault, eyes: Eyes) -> FaultData:
    told = eyes in (ALL, fault.seat)
    return {
        "seat": fault.seat,
        "kind": fault.kind.name.lower(),
        "action_count": fault.action_count,
        "detail": fault.detail if told else None,
        "output": fault.output if told else None,
    }
