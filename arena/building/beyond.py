"""The files outside its folder that a bot may see.

A manifest opens a box, and a bot's files are read by the arena, which may be root: whoever plays strangers' bots
decides what of that is theirs to see.
"""

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from arena.building.manifest import Manifest
from arena.sandbox.runtime import PYTHON, SYSTEM

OWN_PYTHON: Final = "{python}"


class Wish(NamedTuple):
    """One thing that a bot wants to see."""

    said: str
    """Where it says so: a key of its manifest with its value, or a link among its files."""
    path: Path
    """What that is, whatever links lead there."""

    def sentence(self, bot: str) -> str:
        """It in words."""
        return f"{bot} wants to see {self.path}, beside its own folder: {self.said}"


def wishes(bot: Manifest, shared: Iterable[Path] = ()) -> list[Wish]:
    """What a bot wants to see that lies in none of the folders that are shared; nothing for bots of the house."""
    if bot.in_house():
        return []
    seen = [bot.folder.resolve(), *(path.resolve() for path in shared)]
    return [wish for wish in _wishes(bot) if not any(wish.path.is_relative_to(folder) for folder in seen)]


def _wishes(bot: Manifest) -> Iterator[Wish]:
    sources = [(bot.folder / source).resolve() for source in bot.sources]
    yield from (Wish(f"sources has {said!r}", path) for said, path in zip(bot.sources, sources, strict=True))
    for key, program in _programs(bot):
        path = (bot.folder / program).resolve()
        if os.sep in program and not _installed(program, path):
            yield Wish(f"{key} has {program!r}", path)
    for name, path in bot.files():
        if path.is_symlink() and not any(path.resolve().is_relative_to(source) for source in sources):
            yield Wish(f"{name} is a link", path.resolve())


def _programs(bot: Manifest) -> Iterator[tuple[str, str]]:
    yield from (("command", program) for program in bot.command[:1] if program != OWN_PYTHON)
    yield from (("build", program) for program in bot.build[:1])
    yield from (("needs", program) for program in bot.needs)


def _installed(program: str, path: Path) -> bool:
    """Whether a program by its path is one that can be named without it, or one of the system's."""
    in_system = any(path.is_relative_to(folder) for folder in SYSTEM)
    return in_system or program in (shutil.which(Path(program).name), PYTHON)
