"""Tests of the last lines that `make league` prints: each line is short, and names a further command that exists."""

import re
import subprocess

from arena.cli.command_list import COMMANDS
from tests.installed import TREE

WIDTH = 100
"""The maximum number of characters in one of these last lines."""


def last_words() -> list[str]:
    """Returns the lines that the last command of `make league` prints."""
    steps = subprocess.run(
        ("make", "--no-print-directory", "--dry-run", "--always-make", "league"),
        cwd=TREE,
        text=True,
        capture_output=True,
        check=True,
    ).stdout
    return re.findall(r"'([^']*)'", steps.partition("printf '%s\\n' ")[2])


def targets() -> set[str]:
    """Returns the names of the targets in the Makefile."""
    return set(re.findall(r"^([a-z-]+):", (TREE / "Makefile").read_text(), re.MULTILINE))


def test_each_line_is_short_and_names_a_command_that_there_is() -> None:
    blank, heading, *lines = last_words()
    assert (blank, heading) == ("", "Next (arena stands for build/league/bin/arena):")
    assert lines
    for line in lines:
        assert len(line) <= WIDTH
        assert (typed := re.match(r"(make|arena) ([a-z][a-z-]+)( [^:]+)?: [a-z]", line)), line
        assert typed[2] in {"make": targets(), "arena": COMMANDS}[typed[1]], line


def test_pages_name_no_target_that_the_makefile_lacks() -> None:
    for page in (TREE / "README.md", TREE / "CONTRIBUTING.md", *TREE.glob("docs/**/*.md"), *TREE.glob("bots/*.md")):
        named = re.findall(r"(?:^|`)make ([a-z][a-z-]+)", page.read_text(), re.MULTILINE)
        assert set(named) <= targets(), page
