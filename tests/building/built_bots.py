"""Bots that are built, and how their builds end."""

from pathlib import Path

import pytest

from arena.building.building import build
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from tests.league.leagues import write_bot

COUNTING = "echo built >> ../builds; printf '#!/bin/sh\\n' > program; chmod +x program"
"""A build that says each time that it ran."""


def write_built_bot(folder: Path, script: str, extra: str = "", name: str = "ann") -> Path:
    """A bot whose build is a shell script that makes `program`."""
    manifest = write_bot(folder, name)
    (manifest.parent / ".gitignore").write_text("program\n")
    (manifest.parent / "build.sh").write_text(script)
    manifest.write_text(f'name = "{name}"\nbuild = ["sh", "build.sh"]\ncommand = ["./program"]\n{extra}')
    return manifest


def failure(bot: Manifest) -> ArenaError:
    """The error with which its build ends."""
    with pytest.raises(ArenaError) as caught:
        build(bot)
    return caught.value
