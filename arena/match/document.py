"""A finished match as one JSON document for viewers; docs/replays.md describes it."""

from collections.abc import Sequence
from typing import Any, Final, TypedDict

from arena.games.contract import Board, Game
from arena.match.frames import ALL, Eyes, Frame, Onlooker
from arena.match.opening import opening
from arena.match.record import Entrant, Fault, Handover, MatchRecord, Note
from arena.match.replay import replay

FORMAT: Final = 1
"""The format's version; it changes only if viewers made for the version before would draw something wrong."""


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
    """How many actions came before; this is also the number of the frame in which the fault happened."""
    detail: str | None
    """A sentence for people; it and the bot's last `output` may contain secrets, and are None for the eyes of other
    seats.
    """
    output: str | None


class HandoverData(TypedDict):
    """A change of the player of a seat."""

    seat: int
    action_count: int
    """How many actions came before; later actions of the seat are the new player's."""
    bot: BotData
    detail: str | None
    """The reason, in a sentence; None for the eyes of other seats."""


class SpecData(TypedDict):
    """What defined the match, and how it ended; bytes are in hexadecimal."""

    id: str
    game: str
    rules_version: int
    edition: str
    components: str
    deal: str | None
    """The seed of all chance, from which all secrets follow; None unless the viewer may see everything."""
    bots: list[BotData]
    scores: list[int]
    ranks: list[int]
    faults: list[FaultData]
    handovers: list[HandoverData]


class ClockData(TypedDict):
    """The time of each seat in milliseconds: a bank for the whole match, and what each choice adds to it."""

    bank_ms: int
    increment_ms: int


class ReplayData(TypedDict):
    """A whole replay document, as viewers read it."""

    format: int
    eyes: Eyes
    spec: SpecData
    clock: ClockData | None
    """The time that seats had; None if it is not known."""
    setup: Board
    opening: list[str]
    """The notations of the actions drawn by the deal, before the first frame; empty unless the viewer sees all."""
    frames: list[Frame]
    """The frame before any action, then one after each action."""


def replay_data(
    record: MatchRecord,
    game: Game[Any, Any],
    eyes: Eyes,
    choices_us: Sequence[int] = (),
    notes: Sequence[Note] = (),
    clock: ClockData | None = None,
) -> ReplayData:
    """The replay document of a match, with what these eyes may see; raises ArenaError [bad-record] if it breaks the
    rules.

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
    """The document's part about the match without its actions: what defined it, and how it ended."""
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
