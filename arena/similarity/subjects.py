"""The bots of a similarity comparison. Each bot is read from a folder of a stranger, and gets a name from the caller.

Rule: if a bot cannot be started, only its sources are compared, not its choices of moves. A note gives the reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.building.content import content_files
from arena.building.house import MANIFEST, house_bots
from arena.building.manifest import Manifest, find_manifest, read_manifest
from arena.building.manifest_file import ManifestFile, read_manifest_file
from arena.errors import ArenaError
from arena.similarity.sources.passages import Lines
from arena.similarity.sources.source_files import Source, read_sources

MB: Final = 1 << 20
LARGEST_BOT: Final = 256 * MB
"""The maximum size in bytes of all files of a bot whose choices are compared. The limit is needed because these files
are copied.
"""


@dataclass(frozen=True, slots=True)
class Subject:
    """A bot in a similarity comparison, with its sources."""

    name: str
    files: tuple[Source, ...]
    notes: tuple[str, ...]
    """Sentences about the files that were not read, and about the reasons why the bot's choices cannot be compared."""
    bot: Manifest | None
    """The manifest with which the bot is started to compare its choices; None if it cannot be started."""

    def excerpt(self, lines: Lines) -> list[str]:
        """Returns the text of these lines of the bot's sources, as a list of lines."""
        text = next(source.text for source in self.files if source.name == lines.file)
        return text.split("\n")[lines.first - 1 : lines.last]


def locate(reference: str) -> Path:
    """Returns the folder of a bot, given by the folder's path, the manifest's path, or the name of a house bot.

    A folder without a manifest is accepted, because its sources can be compared. Raises ArenaError [bot-not-found].
    """
    return path if (path := Path(reference)).is_dir() else find_manifest(reference, Path()).parent


def read_subject(name: str, folder: Path) -> Subject:
    """Reads the manifest and sources of the bot in a folder. Problems raise no error; the subject's notes name them."""
    notes: list[str] = []
    files: list[tuple[str, Path]] = []
    bot = None
    try:
        _demand_manifest(folder / MANIFEST)
        described, _ = read_manifest_file(folder / MANIFEST)
        sources, built = _near(folder, described.sources), bool(described.build)
    except ArenaError as error:
        described, sources, built = None, [], True
        notes.append(f"not asked: {error.message}")
    try:
        files = list(content_files(folder, sources, built=built))
        if described:
            _demand_askable(folder, described, files)
            bot = read_manifest(folder / MANIFEST)
    except ArenaError as error:
        notes.append(f"not asked: {error.message}")
    except OSError as error:
        notes.append(f"not asked: {error.filename} cannot be read: {error.strerror}")
    read = read_sources(files, described.command if described else ())
    return Subject(name, read.files, (*read.notes, *notes), bot)


def read_sources_alone(name: str, folder: Path) -> Subject:
    """Reads the sources of the bot in a folder, not its manifest. Problems raise no error, but become notes."""
    try:
        read = read_sources(content_files(folder, built=False))
    except OSError as error:
        return Subject(name, (), (f"not read: {error.strerror}",), None)
    return Subject(name, read.files, read.notes, None)


def _demand_manifest(path: Path) -> None:
    if path.is_symlink() or not path.is_file():
        raise _not_askable(f"there is no {MANIFEST} in its folder")


def _near(folder: Path, sources: Sequence[str]) -> list[str]:
    """Returns those of a manifest's `sources` that the arena may read.

    A house bot's sources may be any folders. Those of any other bot must be folders below the parent of the bot's
    folder, because a stranger's manifest might name any folder of the machine.
    """
    home = folder.resolve().parent
    in_house = home.is_relative_to(house_bots())
    there = [(source, (folder / source).resolve()) for source in sources]
    return [source for source, path in there if path.is_dir() and (in_house or home in path.parents)]


def _demand_askable(folder: Path, described: ManifestFile, files: Sequence[tuple[str, Path]]) -> None:
    """Raises ArenaError [not-askable] if the bot may not be started to compare its choices.

    `_near` must return every folder in the manifest's `sources`. All `files` must lie in these folders or in the bot's
    own folder, and have at most LARGEST_BOT bytes together.
    """
    sources = _near(folder, described.sources)
    if far := [source for source in described.sources if source not in sources]:
        raise _not_askable(
            f"sources in the bot.toml names {far[0]}, which is not a folder inside or next to the bot's folder"
        )
    roots = [folder.resolve(), *((folder / source).resolve() for source in sources)]
    size = 0
    for name, path in files:
        if not any(path.resolve().is_relative_to(root) for root in roots):
            raise _not_askable(f"the file {name} is a link to a file outside the bot's folder")
        size += path.stat().st_size
    if size > LARGEST_BOT:
        raise _not_askable(f"the bot's files have {size // MB} MB, more than the limit of {LARGEST_BOT // MB} MB")


def _not_askable(why: str) -> ArenaError:
    return ArenaError("not-askable", why, "compare this bot only by its sources, with --sources-only")


def names_of(folders: Sequence[Path]) -> list[str]:
    """Returns names for the bots in these folders. A name is the last parts of the folder's path, as many as are needed
    to make all names different.

    The names in manifests are not used, because several bots may have the same one. Raises ArenaError [bot-twice] if a
    folder is given twice.
    """
    parts = [folder.resolve().parts for folder in folders]
    if twice := [folder for folder, part in zip(folders, parts, strict=True) if parts.count(part) > 1]:
        raise ArenaError("bot-twice", f"the bot {twice[0]} was given twice", "give each bot only once")
    for length in range(1, max(map(len, parts), default=0) + 1):
        names = ["/".join(part[-length:]) for part in parts]
        if len(set(names)) == len(names):
            return names
    return []
