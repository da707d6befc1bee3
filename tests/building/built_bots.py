"""Helpers for tests: bots that have a build, and the errors of their builds."""

from pathlib import Path

import pytest

from arena.building.building import build
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from tests.league.leagues import write_bot

COUNTING = "echo built >> ../builds; printf '#!/bin/sh\\n' > program; chmod +x program"
"""A build script that adds a line to a file each time it runs, so that tests can count the builds."""


def write_built_bot(folder: Path, script: str, extra: str = "", name: str = "ann") -> Path:
    """Writes a bot whose build is a shell script that makes `program`; returns the path of its manifest."""
    manifest = write_bot(folder, name)
    (manifest.parent / ".gitignore").write_text("program\n")
    (manifest.parent / "build.sh").write_text(script)
    manifest.write_text(f'name = "{name}"\nbuild = ["sh", "build.sh"]\ncommand = ["./program"]\n{extra}')
    return manifest


def failure(bot: Manifest) -> ArenaError:
    """Builds the bot, which must fail; returns the error."""
    with pytest.raises(ArenaError) as caught:
        build(bot)
    return caught.value
