"""The help of every command, word by word."""

from pathlib import Path

import pytest

from arena.cli.main import COMMANDS
from tests.cli.conftest import SNAPSHOTS, Arena, compare, said


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_says_what_a_command_does(arena: Arena, tmp_path: Path, command: str) -> None:
    result = arena(*command.split(), "--help")
    assert result.exit_code == 0
    compare(f"help-{command or 'arena'}", said(result, tmp_path))


def test_help_without_a_command_and_by_the_short_flag_is_the_same(arena: Arena) -> None:
    assert arena("-h").stdout == arena("--help").stdout


def test_the_version_is_the_distributions(arena: Arena) -> None:
    assert arena("--version").stdout.startswith("arena, version 0")


def test_no_snapshot_is_left_over_from_a_command_that_is_gone() -> None:
    names = {path.stem.removeprefix("help-") for path in SNAPSHOTS.glob("help-*.txt")}
    assert names == {"arena", *COMMANDS}
