"""A finished match as one JSON document for viewers; docs/replays.md describes it."""

from collections.abc import Sequence
from typing import Any, Final, TypedDict

from arena.games.contract import Board, Game
from arena.match.frames import ALL, Eyes, Frame, Onlooker
from arena.match.opening import opening
from arena.match.record import Entrant, Fault, Handover, MatchRecord, Note
from arena.match.replay import replay

FORMAT: Final = 1
"""The format's version; raised when viewers of the last one would draw something wrong, not for mere additions."""


class BotData(TypedDict):
    """A bot that plays a seat."""

    name: str
    version: str
    content_hash: str


class FaultData(TypedDict):
    """A fault: what a bot did wrong."""

    seat: int
    kind: str
    action_count: int
    """How many actions had been taken before; also the number of the frame in which it happened."""
    detail: str | None
    """A sentence; like the bot's last `output` it may contain secrets, so both are None for the eyes of others."""
    output: str | None


class HandoverData(TypedDict):
    """A change of the player of a seat."""

    seat: int
    action_count: int
    """How many actions had been taken before; those from this number on are the new player's."""
    bot: BotData
    detail: str | None
    """The reason, in a sentence; None for the eyes of others."""


class SpecData(TypedDict):
    """What decided the match, and how it ended; bytes in hexadecimal."""

    id: str
    game: str
    rules_version: int
    edition: str
    components: str
    deal: str | None
    """The seed of all chance, which reveals all secrets; None unless the viewer may see everything."""
    bots: list[BotData]
    scores: list[int]
    ranks: list[int]
    faults: list[FaultData]
    handovers: list[HandoverData]


class ClockData(TypedDict):
    """The time a seat had: a bank for the whole match, and what each choice added to it."""

    bank_ms: int
    increment_ms: int


class ReplayData(TypedDict):
    """The whole document."""

    format: int
    eyes: Eyes
    spec: SpecData
    clock: ClockData | None
    """The clock; None if it is not known."""
    setup: Board
    opening: list[str]
    """The actions before the first frame, drawn by the deal, in notation; empty unless the viewer sees everything."""
    frames: list[Frame]
    """The state before any action, then one after each."""


def replay_data(
    record: MatchRecord,
    game: Game[Any, Any],
    eyes: Eyes,
    choices_us: Sequence[int] = (),
    notes: Sequence[Note] = (),
    clock: ClockData | None = None,
) -> ReplayData:
    """The match for these eyes; raises ArenaError [bad-record] if the record does not fit the rules.

    `choices_us`: how long each action took, if that is kept; `notes`: the bots' notes.
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
    """The match without its actions."""
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
