"""The value that says how a bot is started."""

import re
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena.sandbox.box import UNCONFINED, Box

STRANGE: Final = re.compile(r"[^\w.+-]+|^\.|\.(?=(?:new|old)$)")
"""Matches what a folder's name must not contain; it is replaced."""
COMPARED: Final = re.compile(r"((?!\.)[\w.+-]+) \((new|old)\)")
"""Matches the name of a version in a comparison; only its folder's name ends in .new or .old."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How a bot is started: its program, where it runs, and what it may see."""

    name: str
    command: tuple[str, ...]
    folder: Path
    """The working directory."""
    unfit: str = ""
    """Why the bot cannot be started, in a sentence; empty if it can. `output` says more."""
    output: str = ""
    environment: tuple[tuple[str, str], ...] = ()
    """Environment variables that the bot gets in addition to the usual ones, or in place of them."""
    box: Box = UNCONFINED
    readable: tuple[Path, ...] = ()
    """Files and folders that a confined bot may read besides its own folder and the system's."""
    kept: Path | None = None
    """The folder in which all that the bot prints is kept; None if only its last lines are."""


def folder_name(bot: str) -> str:
    """The name of a folder for this bot, which no other bot has and which needs no quotes in a shell."""
    if version := COMPARED.fullmatch(bot):
        return f"{version[1]}.{version[2]}"
    name = STRANGE.sub("_", bot)
    return name if name == bot else f"{name}-{blake2b(bot.encode(), digest_size=4).hexdigest()}"
