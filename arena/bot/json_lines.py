"""Messages as lines of JSON, for programs that have neither gRPC nor protobuf. The lines follow the protobuf JSON
mapping.

The keys have the names and the order of the fields in the .proto files. Zeros, empty texts and empty lists are
written, except for empty `rules`, `names` and `position`. The JSON has no spaces between its parts. So a program can
find its data by text patterns alone.
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
    """Raised for a line of a bot program's output that is not a valid message; the error's text states the reason."""


class Lines:
    """Writes messages to one program as lines of JSON. The values of a turn are written under the names of their
    rows, which come from MatchStart.
    """

    def __init__(self) -> None:
        self._shapes: dict[int, Shape] = {}
        """The layout of the rows in each match, by the match's number on the stream."""

    def line_of(self, message: ArenaMessage) -> bytes:
        """Returns the message as one line of ASCII, with a newline at the end."""
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
        """Replaces, in each turn of `said`, the message `values` by `rows`, a mapping from row names to values.

        `said`: the JSON form of `batch`. A turn without `values` stays unchanged.
        """
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
    """Removes the keys `rules`, `names` and `position` if they are empty, as they are for a program that has not
    requested these texts.
    """
    for part in (*batch["starts"], *batch["turns"]):
        for name in ("rules", "names", "position"):
            if name in part and not part[name]:
                del part[name]


def _drop_unknown(part: MatchStart | Turn) -> None:
    """Clears the field `other`, which contains a message of any type, if this program does not know the type. Such a
    message cannot be written as JSON, and the bot plays on without it.
    """
    if part.HasField("other"):
        try:
            Default().FindMessageTypeByName(part.other.TypeName())
        except KeyError:
            part.ClearField("other")


def choices_in(line: bytes) -> BotMessage:
    """Returns the bot's message in a line; raises BadLineError if the line is no valid message or has no choices."""
    try:
        message = Parse(line, BotMessage())
    except (ParseError, UnicodeDecodeError) as error:
        raise BadLineError(str(error).partition("\n")[0]) from error
    if not message.HasField("choices"):
        raise BadLineError('the line has no "choices"')
    return message


def _in_order(value: Any, kind: Descriptor | None) -> Any:  # noqa: ANN401  # any JSON value
    """Returns a message's JSON value with its keys in the order of the fields in `kind`, the message's type.

    The protobuf library itself puts the fields with the value 0 last.
    """
    if kind is None or not isinstance(value, dict | list):
        return value
    if isinstance(value, list):
        return [_in_order(part, kind) for part in value]
    known = {
        field.name: _in_order(value[field.name], field.message_type) for field in kind.fields if field.name in value
    }
    return known | {name: part for name, part in value.items() if name not in known}
