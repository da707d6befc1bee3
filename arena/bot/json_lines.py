"""Messages as lines of JSON, after the protobuf JSON mapping, for programs that have neither gRPC nor protobuf.

Names and their order are those of the .proto files. Every field without presence is written even if it is 0 or empty,
and there is no space between the parts, so that a program can find what it needs by patterns alone.
"""

import json
from typing import Any, Final, cast

from google.protobuf.descriptor import Descriptor
from google.protobuf.descriptor_pool import Default
from google.protobuf.json_format import MessageToDict, Parse, ParseError

from arena.bot.rows import Shape
from arena.protocol.v1.arena_pb2 import ArenaMessage, Batch, BotMessage, MatchStart, Turn

EXAMPLE: Final = '{"choices": {"turn_ids": [1], "actions": [8301]}}'


class BadLineError(ValueError):
    """Raised for a line that is not a valid message of a program; its text says why."""


class Lines:
    """Writes messages to one program; the values of rows get the names that the program's matches give them."""

    def __init__(self) -> None:
        self._shapes: dict[int, Shape] = {}
        """The shape of each match's rows, by the number of the match on the stream."""

    def line_of(self, message: ArenaMessage) -> bytes:
        """The message as one line of ASCII, with its newline."""
        for start in message.batch.starts:
            _drop_unknown(start)
        for turn in message.batch.turns:
            _drop_unknown(turn)
        said = MessageToDict(message, always_print_fields_with_no_presence=True, preserving_proto_field_name=True)
        ordered = _in_order(said, cast("Descriptor", message.DESCRIPTOR))
        if message.HasField("batch"):
            _leave_out_no_words(ordered["batch"])
            self._name_rows(message.batch, ordered["batch"])
        return json.dumps(ordered, separators=(",", ":")).encode() + b"\n"

    def _name_rows(self, batch: Batch, said: dict[str, Any]) -> None:
        """Replaces `values` by `rows` in each turn that has them."""
        for start in batch.starts:
            if start.HasField("schema"):
                self._shapes[start.match] = Shape(start.schema.rows)
        for turn, told in zip(batch.turns, said["turns"], strict=True):
            if turn.HasField("values"):
                del told["values"]
                rows = self._shapes[turn.match].rows(turn)
                told["rows"] = {name: list(values) for name, values in rows.items()}
        for end in batch.ends:
            self._shapes.pop(end.match, None)


def _leave_out_no_words(batch: dict[str, Any]) -> None:
    """Removes empty names and words, since most programs have not asked for them."""
    for part in (*batch["starts"], *batch["turns"]):
        for name in ("rules", "names", "position"):
            if name in part and not part[name]:
                del part[name]


def _drop_unknown(part: MatchStart | Turn) -> None:
    """Removes a message of unknown type, which cannot be written as JSON; the bot plays on without it."""
    if part.HasField("other"):
        try:
            Default().FindMessageTypeByName(part.other.TypeName())
        except KeyError:
            part.ClearField("other")


def choices_in(line: bytes) -> BotMessage:
    """The choices in a line; raises BadLineError if it holds anything else."""
    try:
        message = Parse(line, BotMessage())
    except (ParseError, UnicodeDecodeError) as error:
        raise BadLineError(str(error).partition("\n")[0]) from error
    if not message.HasField("choices"):
        raise BadLineError('the line has no "choices"')
    return message


def _in_order(value: Any, kind: Descriptor | None) -> Any:  # noqa: ANN401  # JSON is anything
    """The value with its keys in the order of the fields; the library puts fields that are 0 last."""
    if kind is None or not isinstance(value, dict | list):
        return value
    if isinstance(value, list):
        return [_in_order(part, kind) for part in value]
    known = {
        field.name: _in_order(value[field.name], field.message_type) for field in kind.fields if field.name in value
    }
    return known | {name: part for name, part in value.items() if name not in known}
