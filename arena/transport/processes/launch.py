"""The description of how a bot is started."""

import re
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena.sandbox.box import UNCONFINED, Box

STRANGE: Final = re.compile(r"[^\w.+-]+|^\.|\.(?=(?:new|old)$)")
"""Matches the characters that the name of a folder for a bot's output must not contain; an underscore replaces them."""
COMPARED: Final = re.compile(r"((?!\.)[\w.+-]+) \((new|old)\)")
"""Matches the name of a bot in a comparison of two versions, such as "mybot (new)". The folder for this bot's
output is "mybot.new".
"""


@dataclass(frozen=True, slots=True)
class Launch:
    """The description of how a bot is started: its program, its folder, and the files that it may read."""

    name: str
    command: tuple[str, ...]
    folder: Path
    """The working directory of the bot's program."""
    unfit: str = ""
    """The reason why the bot cannot be started, in a sentence; empty if it can be. `output` has the details."""
    output: str = ""
    environment: tuple[tuple[str, str], ...] = ()
    """Environment variables that the bot gets besides the usual variables; a variable replaces a usual one of the same
    name.
    """
    box: Box = UNCONFINED
    readable: tuple[Path, ...] = ()
    """Files and folders that a confined bot may read in addition to its own folder and the system's."""
    kept: Path | None = None
    """The folder in which the bot's whole output is stored; None if only its last lines are stored."""


def folder_name(bot: str) -> str:
    """Returns the name of the folder for this bot's output. No other bot has the same folder name, and the name needs
    no quotes in a shell.
    """
    if version := COMPARED.fullmatch(bot):
        return f"{version[1]}.{version[2]}"
    name = STRANGE.sub("_", bot)
    return name if name == bot else f"{name}-{blake2b(bot.encode(), digest_size=4).hexdigest()}"
