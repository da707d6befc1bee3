"""Finds the files outside a bot's own folder that its manifest asks the sandbox to show.

The arena can show a bot every file that the arena itself can read. So the person who plays strangers' bots should check
these requests.
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
    """A file or folder outside its own folder that a bot asks to see."""

    said: str
    """A clause that says where the bot makes the request, such as "sources has '../lib'" or "data is a link"."""
    path: Path
    """The path of the requested file or folder, with links resolved."""

    def sentence(self, bot: str) -> str:
        """Returns a sentence for people: the requested path, and where the bot named `bot` requests it."""
        return f"the bot {bot} uses {self.path}, which is outside the bot's folder: {self.said}"


def wishes(bot: Manifest, shared: Iterable[Path] = ()) -> list[Wish]:
    """Returns the bot's requests for paths outside its own folder and outside `shared`, the folders that every bot may
    read; empty for house bots.
    """
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
    """Returns whether the program at this path is installed: it lies in a system folder, or a search for its bare name
    finds the same file.
    """
    in_system = any(path.is_relative_to(folder) for folder in SYSTEM)
    return in_system or program in (shutil.which(Path(program).name), PYTHON)
