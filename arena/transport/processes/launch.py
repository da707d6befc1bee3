"""How to start a bot, as a value."""

import re
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena.sandbox.box import UNCONFINED, Box

STRANGE: Final = re.compile(r"[^\w.+-]+|^\.|\.(?=(?:new|old)$)")
"""In a name that becomes a folder's."""
COMPARED: Final = re.compile(r"((?!\.)[\w.+-]+) \((new|old)\)")
"""A version in a comparison, which no other name of a folder ends as."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How a bot is started."""

    name: str
    command: tuple[str, ...]
    folder: Path
    """Working directory."""
    unfit: str = ""
    """Why it cannot be started, in a sentence; empty if it can. `output` says more."""
    output: str = ""
    environment: tuple[tuple[str, str], ...] = ()
    """Variables it gets beside those it always gets; they prevail."""
    box: Box = UNCONFINED
    readable: tuple[Path, ...] = ()
    """What it may read beside its folder and the system, where it is confined."""
    kept: Path | None = None
    """The folder in which all it prints is kept; None: only its last lines are."""


def folder_name(bot: str) -> str:
    """The name of the folder for a bot of this name: no other bot has it, and a shell takes it as it is."""
    if version := COMPARED.fullmatch(bot):
        return f"{version[1]}.{version[2]}"
    name = STRANGE.sub("_", bot)
    return name if name == bot else f"{name}-{blake2b(bot.encode(), digest_size=4).hexdigest()}"
