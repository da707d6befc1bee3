"""A bot's manifest, `bot.toml`: what it is called, how it is started, and the hash of its files."""

import shutil
import sys
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.league.reading import Section, suggestion
from arena.match import Entrant
from arena.transport import Launch

MANIFEST: Final = "bot.toml"
HASH_BYTES: Final = 16
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
    """The program and its arguments, run in `folder`; `{python}` stands for the arena's own Python."""
    folder: Path
    content_hash: bytes
    """16 bytes over the names and contents of all files in `folder`."""

    def entrant(self) -> Entrant:
        """The bot as it enters matches."""
        return Entrant(self.name, self.version, self.content_hash)

    def launch(self) -> Launch:
        """How the bot is started."""
        return Launch(self.name, tuple(part.replace("{python}", sys.executable) for part in self.command), self.folder)


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
    raise ArenaError("bot-not-found", f"no bot manifest at {path}", f"house bots: {suggestion(reference, list(house))}")


def read_manifest(path: Path) -> Manifest:
    """The manifest in `path`; raises ArenaError [bad-manifest], also if its program cannot be found."""
    section = Section.of_file(path, "bad-manifest")
    name = section.text("name")
    manifest = Manifest(
        name=name,
        version=section.text("version", "0"),
        author=section.text("author", "unknown"),
        language=section.text("language", "unknown"),
        command=section.texts("command"),
        folder=path.resolve().parent,
        content_hash=hash_folder(path.resolve().parent),
    )
    section.finish()
    program = manifest.launch().command[0]
    if not (shutil.which(program) or (manifest.folder / program).is_file()):
        raise section.complaint(
            "command", list(manifest.command), "a program that is installed or stands in its folder"
        )
    return manifest


def hash_folder(folder: Path) -> bytes:
    """A hash over the relative paths and contents of the files below `folder`, hidden and derived ones left out."""
    digest = blake2b(digest_size=HASH_BYTES)
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and not any(part.startswith(".") or part in NOT_CONTENT for part in parts):
            content = path.read_bytes()
            digest.update(f"{'/'.join(parts)}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.digest()
