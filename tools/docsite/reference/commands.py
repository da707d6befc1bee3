"""Makes the reference of commands from Click's own descriptions."""

import inspect
import re
from collections.abc import Iterator
from typing import Final

import click

from arena.cli.command_list import GROUPS
from arena.cli.main import main
from tools.docsite.reference import markup

AS_IT_IS: Final = "\b"
"""The mark at the beginning of a paragraph whose lines must not be joined."""


def page() -> str:
    """Returns the text of the page with every command, its arguments and options."""
    top = click.Context(main, info_name="arena", **main.context_settings)  # the settings define the help options
    parts = ["# Commands", "Every command prints this with `--help`."]
    for heading, commands in GROUPS.values():
        parts.append(f"## {heading}")
        for name in commands:
            command = main.get_command(top, name)
            assert command, name
            parts += _command(command, click.Context(command, info_name=name, parent=top))
    return markup.page(*parts)


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yields the sections of the page that describe a command and its subcommands."""
    path = context.command_path
    yield f"### {path} {{ #{path.replace(' ', '-')} }}"
    yield markup.block(command.get_usage(context).removeprefix("Usage: "))
    yield from map(_paragraph, re.split(r"\n\s*\n", _description(command)))
    options = [record for param in command.get_params(context) if (record := param.get_help_record(context))]
    if options:
        yield markup.table(
            ("option", "what it does"), ((markup.code(name), markup.prose(text)) for name, text in options)
        )
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner, name
            if not inner.hidden:
                yield from _command(inner, click.Context(inner, info_name=name, parent=context))


def _description(command: click.Command) -> str:
    """Returns the description that `--help` prints for a command."""
    return inspect.cleandoc(command.help or "").partition("\f")[0].strip()


def _paragraph(text: str) -> str:
    if text.startswith(AS_IT_IS):
        return markup.block(text.removeprefix(AS_IT_IS).strip("\n"))
    return markup.prose(" ".join(text.split()))
