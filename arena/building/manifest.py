"""The manifest of a bot, with the hash of its files and the command that starts the bot."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena.building.content import content_files, content_hash
from arena.building.first_line import flaw_of
from arena.building.house import MANIFEST, house_bot_names, in_house
from arena.building.manifest_file import BAD_MANIFEST, ManifestFile, missing_programs, read_manifest_file
from arena.errors import ArenaError
from arena.files.keys import Source, values_of
from arena.files.slashes import WITH_SLASHES, slashed
from arena.files.text_files import suggestion
from arena.match import Entrant
from arena.sandbox.box import UNCONFINED, Box
from arena.sandbox.runtime import PYTHON, program_runtime, python_runtime
from arena.transport import Launch
from arena.transport.processes.launch import folder_name

REMOTE: Final = "remote"
"""The version that every remote bot (a bot that runs on its owner's machine) has in results, because the arena does not
know its files.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest(ManifestFile):
    """A bot's manifest file together with the bot's folder and the hash of its content."""

    folder: Path
    content_hash: bytes
    """A hash of 16 bytes over the names and contents of the bot's files; empty if the bot is remote."""
    bot: str = ""
    """The name that the author gave the bot, if the league uses another name for it (see `arena.league.field`); empty
    if the league uses the author's name.
    """
    unfit: str = ""
    """The reason why the bot cannot be started, in a sentence; empty if it can be. The field `output` has the details,
    such as the last lines of a failed build.
    """
    output: str = ""

    def entrant(self) -> Entrant:
        """The bot as an entrant of matches: name, version and content hash."""
        return Entrant(self.name, self.version, self.content_hash)

    def launch(self, box: Box = UNCONFINED, output: Path | None = None) -> Launch:
        """Returns the Launch, the description of how the bot is started. A confined bot may read its own folders, and
        what its program, the system and the arena's Python need.

        `output`: the folder in which the bot gets a folder for its whole output; None if this output is not stored.
        """
        program, *arguments = (part.replace("{python}", PYTHON) for part in self.command)
        own = self.folder / program
        command = (str(own) if own.is_file() else program, *arguments)
        _, *sources = self.folders()
        readable = (*sources, *python_runtime(), *program_runtime(command[:1]))
        kept = output / folder_name(self.name) if output else None
        return Launch(self.name, command, self.folder, self.unfit, self.output, box=box, readable=readable, kept=kept)

    def folders(self) -> list[Path]:
        """The folders with the bot's content: its own folder, then its `sources`."""
        return [self.folder, *(Path(os.path.normpath(self.folder / source)) for source in self.sources)]

    def remote(self) -> bool:
        """Whether the bot runs on its owner's machine, and is not started here."""
        return not self.content_hash

    def in_house(self) -> bool:
        """Whether the bot comes with the arena."""
        return in_house(self.folder)

    def startable(self) -> bool:
        """Whether the bot's program exists and may be run."""
        program = self.launch().command[0]
        return (os.sep not in program or Path(program).is_absolute()) and bool(shutil.which(program))

    def files(self) -> Iterator[tuple[str, Path]]:
        """Yields the name and the path of each file that counts as the bot's content; the name is the path from
        `folder`.
        """
        return content_files(self.folder, self.sources, built=bool(self.build))

    def file_hashes(self) -> dict[str, bytes]:
        """Returns a hash of each file that counts as the bot's content, by the file's name; raises OSError."""
        return {name: blake2b(path.read_bytes()).digest() for name, path in self.files()}

    def missing(self) -> list[str]:
        """The names of the programs that the bot needs and that are not installed; empty if all are."""
        return missing_programs(self, self.folder)


def remote_bot(name: str) -> Manifest:
    """Returns the manifest of a remote bot (a bot that runs on its owner's machine), of which the arena knows only the
    name.
    """
    return Manifest(name=name, version=REMOTE, command=(), folder=Path(), content_hash=b"")


def demand_game(bot: Manifest, game: str) -> None:
    """Raises ArenaError [wrong-game] if the bot does not play the game."""
    if not bot.games or game in bot.games:
        return
    played = ", ".join(bot.games)
    if bot.in_house():
        fitting = [name for name, path in house_bot_names().items() if _may_play(path, game)]
        raise ArenaError(
            "wrong-game",
            f"the house bot {bot.name} plays {played}, not {game}",
            f"use one of the house bots that play {game}: {', '.join(fitting)}",
        )
    raise ArenaError(
        "wrong-game",
        f"{bot.folder / MANIFEST}: {bot.name} plays {played}, not {game}",
        f'name bots that play {game}, or add {game} to the list "games" in this bot.toml',
    )


def _may_play(manifest: Path, game: str) -> bool:
    games = read_manifest_file(manifest)[0].games
    return not games or game in games


def find_manifest(reference: str, base: Path, game: str | None = None) -> Path:
    """Returns the path of the manifest that `reference` names: a path from `base`, or the name of a house bot.

    Raises ArenaError [bot-not-found]. `game`: the game that the bot should play, if known; then the error suggests only
    house bots that play this game.
    """
    path = base / reference
    candidates = [path, path / MANIFEST]
    house = house_bot_names()
    if reference in house:
        candidates.append(house[reference])
    for candidate in candidates:
        if candidate.is_file():
            if candidate.suffix != ".toml":
                raise ArenaError(
                    "bot-not-found",
                    f"{path} is not a {MANIFEST}, the file that describes a bot",
                    f"name the bot's folder, which contains a {MANIFEST}",
                )
            return candidate
    if path.is_dir():
        raise ArenaError(
            "bot-not-found",
            f"the folder {path.resolve()} does not contain a {MANIFEST}, so it is not a bot",
            "name the folder of a bot, or make a new bot with arena init",
        )
    if fixed := slashed(reference):
        raise ArenaError("bot-not-found", f"the bot {path} was not found", f"{WITH_SLASHES}: {fixed}")
    fitting = [name for name in house if game is None or _may_play(house[name], game)]
    whose = f"a house bot that plays {game}" if game else "a house bot"
    raise ArenaError(
        "bot-not-found",
        f"the bot {path} was not found",
        f"give the path of a bot's folder, or the name of {whose}: {suggestion(Path(reference).name, fitting)}",
    )


def read_manifest(path: Path) -> Manifest:
    """Reads and checks the manifest in `path`.

    Raises ArenaError [bad-manifest], also if the bot's program is missing and the bot has no build that could make it.
    """
    file, source = read_manifest_file(path)
    folder = path.resolve().parent
    for name in file.sources:
        if os.path.relpath(folder / name, folder) != os.path.normpath(name) or not (folder / name).is_dir():
            expected = "a list of folders that are there, by their shortest path from the bot's own"
            raise source.complaint("sources", list(file.sources), expected)
    content = _hash(folder, file.sources, built=bool(file.build))
    manifest = Manifest(**values_of(file, ManifestFile), folder=folder, content_hash=content)
    source.demand_known()
    _demand_flawless(manifest, source)
    if not (manifest.build or manifest.startable()):
        raise source.complaint(
            "command",
            list(manifest.command),
            "a program that is installed or is in the bot's folder, and that may be run",
        )
    return manifest


def _demand_flawless(bot: Manifest, source: Source) -> None:
    """Raises ArenaError [bad-manifest] if the bot's program is an existing file that the system cannot start."""
    program, flaw = bot.folder / bot.command[0], None
    with suppress(OSError):  # the name is invalid for a file, or the program can be run but not read
        flaw = flaw_of(program, runs=not bot.build) if program.is_file() else None
    if flaw:
        raise source.refusal(f"command starts {bot.command[0]}, {flaw.sentence}", flaw.hint)


def _hash(folder: Path, sources: Sequence[str], *, built: bool) -> bytes:
    try:
        return content_hash(folder, sources, built=built)
    except OSError as error:
        raise ArenaError(
            BAD_MANIFEST,
            f"the file {error.filename} in the bot's folder cannot be read: {error.strerror}",
            "change the file's permissions so that the arena can read the file, or move the file out of the bot's "
            "folder",
        ) from error
