"""Messages as lines of JSON, after the protobuf JSON mapping, for programs that have neither gRPC nor protobuf.

Names and their order are those of the .proto files, every field without presence is written even where it is 0 or
empty, and there is no space between the parts, so that a program with nothing but patterns finds what it needs.
"""

import json
from typing import Any, Final, cast

from google.protobuf.descriptor import Descriptor
from google.protobuf.json_format import MessageToDict, Parse, ParseError

from arena.protocol.v1.arena_pb2 import ArenaMessage, BotMessage

EXAMPLE: Final = '{"choices": {"turn_ids": [1], "actions": [8301]}}'


class BadLineError(ValueError):
    """A line that is no message a program may send; says why."""


def line_of(message: ArenaMessage) -> bytes:
    """The message as one line, with its end; ASCII only."""
    said = MessageToDict(message, always_print_fields_with_no_presence=True, preserving_proto_field_name=True)
    return json.dumps(_in_order(said, cast("Descriptor", message.DESCRIPTOR)), separators=(",", ":")).encode() + b"\n"


def choices_in(line: bytes) -> BotMessage:
    """The choices a line holds; raises BadLineError if it holds anything else."""
    try:
        message = Parse(line, BotMessage())
    except (ParseError, UnicodeDecodeError) as error:
        raise BadLineError(str(error).partition("\n")[0]) from error
    if not message.HasField("choices"):
        raise BadLineError('there is nothing in it under "choices"')
    return message


def _in_order(value: Any, kind: Descriptor | None) -> Any:  # noqa: ANN401  # JSON is anything
    """The value with its keys in the order of the fields: the library writes those that are 0 last."""
    if kind is None or not isinstance(value, dict | list):
        return value
    if isinstance(value, list):
        return [_in_order(part, kind) for part in value]
    known = {
        field.name: _in_order(value[field.name], field.message_type) for field in kind.fields if field.name in value
    }
    return known | {name: part for name, part in value.items() if name not in known}
