"""Makes the reference of the bot protocol from its .proto files and the transitions of its conversation."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)
from grpc_tools import protoc

from tools.docsite.reference import conversation, markup
from tools.docsite.tree import TREE, tracked

INTRODUCTION: Final = """Every message of `arena.protocol.v1`. [The protocol](../protocol.md) tells the
conversation in order, with an example; `arena proto DIR` writes the .proto files."""
PACKAGE: Final = "arena/protocol/v1/"
FIRST: Final = "arena.proto"
PROTO: Final = "proto/"
MESSAGE, ENUM, SERVICE = 4, 5, 6
FIELD, INNER, INNER_ENUM, VALUE, METHOD = 2, 3, 4, 2, 2
"""The field numbers of the lists in protobuf's descriptor messages. The path to a comment alternates these numbers with
list indices, and begins with the number of a list in a file: (SERVICE, 0, METHOD, 1).
"""
Place = tuple[int, ...]


def page() -> str:
    """Returns the text of the page with every service, message and enum, with fields and comments."""
    parts = [
        "# Protocol messages",
        INTRODUCTION,
        "## What a bot may say, and when",
        conversation.drawing(),
        conversation.table(),
    ]
    for file in _files():
        comments = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}
        parts.append(f"## {file.name.removeprefix(PACKAGE)}")
        for at, service in enumerate(file.service):
            parts += [f"### {service.name}", _text(comments, (SERVICE, at))]
            for number, method in enumerate(service.method):
                parts += [f"#### {service.name}.{method.name}", _text(comments, (SERVICE, at, METHOD, number))]
        for at, message in enumerate(file.message_type):
            parts += _message(message, comments, (MESSAGE, at), "")
        for at, enum in enumerate(file.enum_type):
            parts += _enum(enum, comments, (ENUM, at), "")
    return markup.page(*parts)


def _files() -> list[FileDescriptorProto]:
    """Returns the descriptors of the protocol's files; the file with the conversation between arena and
    bot is first.
    """
    names = [path.removeprefix(PROTO) for path in tracked() if path.startswith(PROTO + PACKAGE)]
    names.sort(key=lambda name: (not name.endswith(FIRST), name))
    well_known = Path(protoc.__file__).parent / "_proto"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "descriptors"
        done = protoc.main(
            [
                "protoc",
                f"-I{TREE / PROTO}",
                f"-I{well_known}",
                "--include_source_info",
                f"--descriptor_set_out={out}",
                *names,
            ]
        )
        assert done == 0, "protoc failed"
        files = {file.name: file for file in FileDescriptorSet.FromString(out.read_bytes()).file}
    return [files[name] for name in names]


def _message(message: DescriptorProto, comments: dict[Place, str], path: Place, outer: str) -> Iterator[str]:
    name = outer + message.name
    yield f"### {name} {{ #{name.lower().replace('.', '-')} }}"
    yield _text(comments, path)
    if message.field:
        rows = (
            (str(field.number), markup.code(field.name), _type(field, message), _line(comments, (*path, FIELD, at)))
            for at, field in enumerate(message.field)
        )
        yield markup.table(("number", "field", "type", "meaning"), rows)
    for at, inner in enumerate(message.nested_type):
        if not inner.options.map_entry:
            yield from _message(inner, comments, (*path, INNER, at), f"{name}.")
    for at, enum in enumerate(message.enum_type):
        yield from _enum(enum, comments, (*path, INNER_ENUM, at), f"{name}.")


def _enum(enum: EnumDescriptorProto, comments: dict[Place, str], path: Place, outer: str) -> Iterator[str]:
    name = outer + enum.name
    yield f"### {name} {{ #{name.lower().replace('.', '-')} }}"
    yield _text(comments, path)
    rows = (
        (str(value.number), markup.code(value.name), _line(comments, (*path, VALUE, at)))
        for at, value in enumerate(enum.value)
    )
    yield markup.table(("number", "value", "meaning"), rows)


def _type(field: FieldDescriptorProto, message: DescriptorProto) -> str:
    """Returns the type of a field as Markdown; a type that the protocol defines is a link to its part of the page."""
    repeated = "repeated " if field.label == FieldDescriptorProto.LABEL_REPEATED else ""
    if not field.type_name:
        return markup.code(repeated + FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower())
    own = ".arena.protocol.v1."
    name = field.type_name.removeprefix(own)
    entries = {f"{own}{message.name}.{inner.name}": inner for inner in message.nested_type if inner.options.map_entry}
    if entry := entries.get(field.type_name):
        return f"map of {_type(entry.field[0], message)} to {_type(entry.field[1], message)}"
    if not field.type_name.startswith(own):
        return markup.code(repeated + name.lstrip("."))
    return f"{repeated}[{name}](#{name.lower().replace('.', '-')})"


def _text(comments: dict[Place, str], path: Place) -> str:
    """Returns the comment at this path as Markdown, with its line breaks, since a comment may have paragraphs and
    lists.
    """
    return "\n".join(markup.prose(line.strip()) for line in comments.get(path, "").strip().splitlines())


def _line(comments: dict[Place, str], path: Place) -> str:
    return markup.prose(" ".join(comments.get(path, "").split()))
