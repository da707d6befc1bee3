"""How to start a bot, as a value."""

import re
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena.sandbox.box import UNCONFINED, Box

STRANGE: Final = re.compile(r"[^\w.+-]+|^\.|\.(?=(?:new|old)$)")
"""What a folder's name must not have; it is replaced."""
COMPARED: Final = re.compile(r"((?!\.)[\w.+-]+) \((new|old)\)")
"""The name of a version in a comparison; no other bot's folder gets the ending .new or .old."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How a bot is started."""

    name: str
    command: tuple[str, ...]
    folder: Path
    """Working directory."""
    unfit: str = ""
    """Why the bot cannot be started, in a sentence; empty if it can. `output` says more."""
    output: str = ""
    environment: tuple[tuple[str, str], ...] = ()
    """Variables that the bot gets besides the usual ones, which they override."""
    box: Box = UNCONFINED
    readable: tuple[Path, ...] = ()
    """What the bot may read besides its folder and the system, if it is confined."""
    kept: Path | None = None
    """The folder in which all it prints is kept; None if only its last lines are."""


def folder_name(bot: str) -> str:
    """The name of the folder for this bot: no other bot has the same, and it needs no quotes in a shell."""
    if version := COMPARED.fullmatch(bot):
        return f"{version[1]}.{version[2]}"
    name = STRANGE.sub("_", bot)
    return name if name == bot else f"{name}-{blake2b(bot.encode(), digest_size=4).hexdigest()}"
