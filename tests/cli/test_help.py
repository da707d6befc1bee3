"""Tests of the exact help text of every command."""

from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path
from typing import Final

import click
import pytest

from arena.cli.command_list import COMMANDS, GROUPS
from arena.cli.compiled import is_compiled
from arena.cli.main import main
from arena.games import values
from tests.cli.conftest import SNAPSHOTS, Arena, compare, said

LONGEST: Final = 62
"""The maximum number of letters in a command's summary, so that it fits next to the longest command name in a terminal
of 80 columns.
"""


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_says_what_a_command_does(arena: Arena, tmp_path: Path, command: str) -> None:
    result = arena(*command.split(), "--help")
    assert result.exit_code == 0
    compare(f"help-{command or 'arena'}", said(result, tmp_path))


def each_command(group: click.Group, *above: str) -> Iterator[tuple[str, click.Command]]:
    """Yields all commands of a group and of its subgroups, each with the words that a user types for it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        yield " ".join((*above, name)), command
        if isinstance(command, click.Group):
            yield from each_command(command, *above, name)


def test_the_first_sentence_of_each_command_is_whole_in_the_help_of_what_it_belongs_to() -> None:
    long = {typed: short for typed, one in each_command(main) if len(short := one.get_short_help_str(1_000)) > LONGEST}
    assert long == {}


def test_what_is_listed_of_a_command_is_what_it_says_of_itself() -> None:
    context = click.Context(main)
    commands = {name: main.get_command(context, name) for name in main.list_commands(context)}
    said = {name: command.get_short_help_str(1_000) for name, command in commands.items() if command}
    assert {name: sentence for group in GROUPS.values() for name, sentence in group.commands.items()} == said


def test_help_without_a_command_and_by_the_short_flag_is_the_same(arena: Arena) -> None:
    assert arena("-h").stdout == arena("--help").stdout


def test_the_version_is_the_distributions_and_says_whether_it_is_compiled(arena: Arena) -> None:
    kind = "plain Python" if values.__file__.endswith(".py") else "compiled"
    assert arena("--version").stdout == f"arena, version {version('bot-arena')}, {kind}\n"


@pytest.mark.parametrize("suffix", EXTENSION_SUFFIXES)
def test_one_is_compiled_that_has_compiled_modules(tmp_path: Path, suffix: str) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "values.py").touch()
    assert not is_compiled(tmp_path)
    (tmp_path / "games" / f"values{suffix}").touch()
    assert is_compiled(tmp_path)


def test_no_snapshot_is_left_over_from_a_command_that_is_gone() -> None:
    names = {path.stem.removeprefix("help-") for path in SNAPSHOTS.glob("help-*.txt")}
    assert names == {"arena", *COMMANDS}
