"""A bot's manifest, `bot.toml`: what it is called, how it is started, and the hash of its files."""

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.games.registry import GAMES
from arena.league.reading import Section, suggestion
from arena.match import Entrant
from arena.transport import Launch

MANIFEST: Final = "bot.toml"
HASH_BYTES: Final = 16
LONGEST_NAME: Final = 40
NOT_CONTENT: Final = ("__pycache__", "node_modules")
"""Folders that do not count as the bot's files, beside hidden ones."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A bot as its author describes it."""

    name: str
    version: str
    author: str
    language: str
    command: tuple[str, ...]
    """The program, which is installed or stands in `folder`, and its arguments; run in `folder`. `{python}` stands for
    the arena's own Python."""
    folder: Path
    content_hash: bytes
    """16 bytes over the names and contents of all files in `folder`."""
    games: tuple[str, ...] = ()
    """Keys of the games it plays; empty: any game."""

    def entrant(self) -> Entrant:
        """The bot as it enters matches."""
        return Entrant(self.name, self.version, self.content_hash)

    def launch(self) -> Launch:
        """How the bot is started."""
        program, *arguments = (part.replace("{python}", sys.executable) for part in self.command)
        own = self.folder / program
        return Launch(self.name, (str(own) if own.is_file() else program, *arguments), self.folder)


def demand_game(bot: Manifest, game: str) -> None:
    """Complains of a bot that does not play the game: ArenaError [wrong-game]."""
    if bot.games and game not in bot.games:
        raise ArenaError(
            "wrong-game",
            f"{bot.folder / MANIFEST}: {bot.name} plays {', '.join(bot.games)}, not {game}",
            f"name bots that play {game}, or add it to games there",
        )


def house_bots() -> Path:
    """The folder of the bots that come with the arena: beside the package when it is installed, else in the tree."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "house_bots"
    return installed if installed.is_dir() else package.parent / "bots"


def house_bot_names() -> dict[str, Path]:
    """The manifests of the house bots, by the name of their folder."""
    return {path.parent.name: path for path in sorted(house_bots().glob(f"*/*/{MANIFEST}"))}


def find_manifest(reference: str, base: Path) -> Path:
    """The manifest a person means by a path from `base` or the name of a house bot; raises ArenaError."""
    path = base / reference
    candidates = [path, path / MANIFEST]
    house = house_bot_names()
    if reference in house:
        candidates.append(house[reference])
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise ArenaError(
        "bot-not-found", f"no bot manifest at {path}", f"house bots: {suggestion(Path(reference).name, list(house))}"
    )


def read_manifest(path: Path) -> Manifest:
    """The manifest in `path`; raises ArenaError [bad-manifest], also if its program cannot be found."""
    section = Section.of_file(path, "bad-manifest")
    manifest = Manifest(
        name=_name(section),
        version=section.text("version", "0"),
        author=section.text("author", "unknown"),
        language=section.text("language", "unknown"),
        command=section.texts("command"),
        folder=path.resolve().parent,
        content_hash=_hash(path.resolve().parent),
        games=section.choices("games", list(GAMES)),
    )
    section.finish()
    program = manifest.launch().command[0]
    if (os.sep in program and not Path(program).is_absolute()) or not shutil.which(program):
        raise section.complaint(
            "command", list(manifest.command), "a program that is installed or stands in its folder, and may be run"
        )
    return manifest


def _name(section: Section) -> str:
    name = section.text("name")
    if len(name) > LONGEST_NAME or not name.isprintable() or name != name.strip():
        raise section.complaint("name", name, f"at most {LONGEST_NAME} characters that can be printed, on one line")
    return name


def _hash(folder: Path) -> bytes:
    try:
        return hash_folder(folder)
    except OSError as error:
        raise ArenaError(
            "bad-manifest",
            f"{error.filename} cannot be read: {error.strerror}; all that lies in a bot's folder is the bot",
            "let the arena read it, or move it elsewhere",
        ) from error


def hash_folder(folder: Path) -> bytes:
    """A hash over the relative paths and contents of the files below `folder`, hidden and derived ones left out."""
    digest = blake2b(digest_size=HASH_BYTES)
    for name, path in content_files(folder):
        content = path.read_bytes()
        digest.update(os.fsencode(name) + f"\0{len(content)}\0".encode())
        digest.update(content)
    return digest.digest()


def content_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files that count as the bot's content, in the order of their names, which are relative and have `/`."""
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).parts):
        parts = path.relative_to(folder).parts
        if path.is_file() and not any(part.startswith(".") or part in NOT_CONTENT for part in parts):
            yield "/".join(parts), path
