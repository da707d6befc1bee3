"""Match records as `record.proto` messages, and back."""

from google.protobuf.message import DecodeError

from arena.match import Entrant, Fault, FaultKind, MatchRecord, MatchSpec
from arena.protocol.v1 import record_pb2


def encode_record(record: MatchRecord) -> bytes:
    """The record as a serialized MatchRecord message; equal records give equal bytes."""
    spec = record.spec
    message = record_pb2.MatchRecord(
        id=spec.id,
        game=spec.game,
        rules_version=spec.rules_version,
        edition=spec.edition,
        components=spec.components,
        deal=spec.deal,
        entrants=[
            record_pb2.Entrant(name=bot.name, version=bot.version, content_hash=bot.content_hash)
            for bot in spec.entrants
        ],
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
    )
    return message.SerializeToString(deterministic=True)


def decode_record(data: bytes) -> MatchRecord:
    """The record in a serialized MatchRecord message; raises google.protobuf.message.DecodeError."""
    message = record_pb2.MatchRecord.FromString(data)
    spec = MatchSpec(
        id=message.id,
        game=message.game,
        rules_version=message.rules_version,
        edition=message.edition,
        components=message.components,
        deal=message.deal,
        entrants=tuple(Entrant(bot.name, bot.version, bot.content_hash) for bot in message.entrants),
    )
    try:
        faults = tuple(
            Fault(fault.seat, FaultKind(fault.kind), fault.action_count, fault.detail, fault.output)
            for fault in message.faults
        )
    except ValueError as error:
        raise DecodeError(f"a fault of a kind this release does not know: {error}") from error
    return MatchRecord(spec, tuple(message.actions), faults, tuple(message.scores), tuple(message.ranks))


def encode_timing(thinking_us: tuple[int, ...], slowest_us: tuple[int, ...], choices_us: tuple[int, ...] = ()) -> bytes:
    """Thinking times by seat, and by action if kept, in microseconds, as a serialized MatchTiming message."""
    message = record_pb2.MatchTiming(thinking_us=thinking_us, slowest_us=slowest_us, choices_us=choices_us)
    return message.SerializeToString()


def decode_timing(data: bytes) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The total and the longest thinking times by seat, and those by action, in a serialized MatchTiming message."""
    message = record_pb2.MatchTiming.FromString(data)
    return tuple(message.thinking_us), tuple(message.slowest_us), tuple(message.choices_us)
