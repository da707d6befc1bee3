"""Tests of the names of fields: no name is equal to a name that generated code adds in one of the languages."""

import pytest
from google.protobuf.descriptor import FieldDescriptor

from arena.protocol.v1 import arena_pb2, hetverraad_pb2, record_pb2, verraeter_pb2

MESSAGES = [
    message
    for module in (arena_pb2, hetverraad_pb2, record_pb2, verraeter_pb2)
    for message in module.DESCRIPTOR.message_types_by_name.values()
]
TAKEN = ("_size", "_count", "_list", "_bytes")
"""The endings that generated code adds to the name of a repeated field: `_size` in C++, the other endings in Java."""


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.name)
def test_no_field_is_named_as_generated_code_names_a_part_of_another(message: object) -> None:
    fields: dict[str, FieldDescriptor] = message.fields_by_name  # type: ignore[attr-defined]  # a message descriptor
    repeated = [name for name, field in fields.items() if field.is_repeated]
    assert not {name + ending for name in repeated for ending in TAKEN} & set(fields)
