"""Encodes match records as `record.proto` messages, and decodes them."""

from google.protobuf.message import DecodeError

from arena.match import Entrant, Fault, FaultKind, Handover, MatchRecord, MatchSpec, Note
from arena.match.record import MOST_NOTE
from arena.protocol.v1 import record_pb2


def encode_record(record: MatchRecord) -> bytes:
    """Returns the record as a serialized MatchRecord message; equal records give equal bytes."""
    spec = record.spec
    message = record_pb2.MatchRecord(
        id=spec.id,
        game=spec.game,
        rules_version=spec.rules_version,
        edition=spec.edition,
        components=spec.components,
        deal=spec.deal,
        entrants=map(_encode_entrant, spec.entrants),
        actions=record.actions,
        faults=[
            record_pb2.Fault(
                seat=fault.seat,
                kind=record_pb2.FaultKind.Name(fault.kind),
                action_count=fault.action_count,
                detail=fault.detail,
                output=fault.output,
            )
            for fault in record.faults
        ],
        scores=record.scores,
        ranks=record.ranks,
        handovers=[
            record_pb2.Handover(
                seat=handover.seat,
                action_count=handover.action_count,
                player=_encode_entrant(handover.player),
                detail=handover.detail,
            )
            for handover in record.handovers
        ],
        opening=None if record.opening is None else record_pb2.Opening(actions=record.opening),
    )
    return message.SerializeToString(deterministic=True)


def decode_record(data: bytes) -> MatchRecord:
    """Returns the record from a serialized MatchRecord message; raises google.protobuf.message.DecodeError if the bytes
    are no such message.
    """
    message = record_pb2.MatchRecord.FromString(data)
    spec = MatchSpec(
        id=message.id,
        game=message.game,
        rules_version=message.rules_version,
        edition=message.edition,
        components=message.components,
        deal=message.deal,
        entrants=tuple(map(_decode_entrant, message.entrants)),
    )
    try:
        faults = tuple(
            Fault(fault.seat, FaultKind(fault.kind), fault.action_count, fault.detail, fault.output)
            for fault in message.faults
        )
    except ValueError as error:
        raise DecodeError(f"a fault of a kind this release does not know: {error}") from error
    handovers = tuple(
        Handover(handover.seat, handover.action_count, _decode_entrant(handover.player), handover.detail)
        for handover in message.handovers
    )
    return MatchRecord(
        spec,
        tuple(message.actions),
        faults,
        tuple(message.scores),
        tuple(message.ranks),
        handovers,
        opening=tuple(message.opening.actions) if message.HasField("opening") else None,
    )


def _encode_entrant(entrant: Entrant) -> record_pb2.Entrant:
    return record_pb2.Entrant(name=entrant.name, version=entrant.version, content_hash=entrant.content_hash)


def _decode_entrant(message: record_pb2.Entrant) -> Entrant:
    return Entrant(message.name, message.version, message.content_hash)


def encode_timing(
    thinking_us: tuple[int, ...],
    slowest_us: tuple[int, ...],
    choices_us: tuple[int, ...] = (),
    notes: tuple[Note, ...] = (),
) -> bytes:
    """Returns a serialized MatchTiming message.

    `thinking_us`: the total thinking times by seat. `slowest_us`: the longest time for one choice, by seat.
    `choices_us`: the time of each action; empty if these times were not kept. `notes`: the bots' notes.
    """
    message = record_pb2.MatchTiming(
        thinking_us=thinking_us,
        slowest_us=slowest_us,
        choices_us=choices_us,
        notes=[record_pb2.Note(action_count=note.action_count, text=note.text) for note in notes],
    )
    return message.SerializeToString()


def decode_timing(data: bytes) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[Note, ...]]:
    """Returns the content of a serialized MatchTiming message: the total thinking times by seat, the longest thinking
    times by seat, the times by action (all in microseconds), and the notes.
    """
    message = record_pb2.MatchTiming.FromString(data)
    notes = tuple(Note(note.action_count, note.text[:MOST_NOTE]) for note in message.notes)
    return tuple(message.thinking_us), tuple(message.slowest_us), tuple(message.choices_us), notes
