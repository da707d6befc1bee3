"""Tests of the commands in the README and the docs: each command exists, and the README's commands succeed with an
installed arena.
"""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import pytest

from arena.cli.main import main
from tests.installed import TREE, environment, surroundings
from tests.suite.sizes import full

PAGES: Final = [
    TREE / "README.md",
    *sorted(page for page in TREE.glob("docs/**/*.md") if page.parent.name != "decisions"),
]
BLOCK: Final = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND: Final = re.compile(r"^(?:\$ )?(arena [a-z-].*)$")
BEHIND: Final = ("|", ">", ">>", "2>", "<", "&&", ";", "&")
"""The shell words that end a command within a line."""
ELLIPSIS: Final = re.compile(r"\.\.\.|…|[A-Z]{3,}")
"""The pattern of placeholders, which a reader must replace: "...", "…", or a word of at least three capital letters."""


def commands(page: Path) -> Iterator[list[str]]:
    """Yields the words of each arena command in the code blocks of a page."""
    for block in BLOCK.findall(page.read_text("utf-8")):
        for line in block.replace("\\\n", " ").splitlines():
            if found := COMMAND.match(line.strip()):
                words = shlex.split(found[1], comments=True)
                end = next((place for place, word in enumerate(words) if word in BEHIND), len(words))
                yield words[1:end]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(TREE).as_posix())
def test_every_command_on_a_page_is_one_with_options_that_there_are(page: Path) -> None:
    for words in commands(page):
        command: click.Command = main
        # with the settings, because click keeps the help option of a command's first context
        context = click.Context(main, info_name="arena", **main.context_settings)
        rest = list(words)
        while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
            name = rest.pop(0)
            found = command.get_command(context, name)
            assert found, f"{page.name}: arena {' '.join(words)}"
            command, context = found, click.Context(found, info_name=name, parent=context)
        try:
            command.make_parser(context).parse_args([word for word in rest if not ELLIPSIS.fullmatch(word)])
        except click.UsageError as error:
            raise AssertionError(f"{page.name}: arena {' '.join(words)}: {error.format_message()}") from error


@full  # in `make test`, test_installed.py runs commands of an installed arena
@pytest.mark.timeout(1_800)
def test_the_commands_of_the_readme_do_what_it_says(tmp_path: Path) -> None:
    """The README's commands succeed when they are run in order and in one folder, and no bot forfeits a match. Without
    cargo, the commands for the bot `mybot`, which is in Rust, are left out.
    """
    path = f"{environment() / 'bin'}:{os.environ['PATH']}"
    needs_cargo = not shutil.which("cargo")
    for words in commands(TREE / "README.md"):
        if words[:1] == ["serve"]:
            with subprocess.Popen(
                ["arena", *words], cwd=tmp_path, env=surroundings(PATH=path), stderr=subprocess.PIPE
            ) as server:
                assert server.stderr
                assert server.stderr.readline()
                server.terminate()
            continue
        if words == ["run-league", "my-league.toml"] or (needs_cargo and "mybot" in words):
            continue
        done = subprocess.run(
            ["arena", *words], cwd=tmp_path, env=surroundings(PATH=path), capture_output=True, text=True, check=False
        )
        allowed = {0, 1} if words[0] == "compare" else {0}
        assert done.returncode in allowed, (words, done.stdout[-2_000:], done.stderr[-2_000:])
        assert "forfeits:" not in done.stdout
