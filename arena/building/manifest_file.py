"""A bot's manifest file, `bot.toml`; this module reads no other file of the bot."""

import os
import shutil
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from arena.files.keys import Source, called, key, label, read_keys, texts
from arena.games.registry import GAMES, is_made

BAD_MANIFEST: Final = "bad-manifest"
LONGEST_NAME: Final = 40
LONGEST_VERSION: Final = 40
LONGEST_LANGUAGE: Final = 40
LONGEST_AUTHOR: Final = 100
LONGEST_GAME: Final = 250
"""The maximum length of a game's key in characters; the parameters in the key count too."""
ALIKE: Final = 0.8
"""The similarity, from 0 to 1, above which an unknown key of a game is regarded as a misspelling of a known key."""


def games(source: Source, name: str, value: object) -> tuple[str, ...]:
    """Checks the value of a manifest key that lists games. Unknown games are allowed, but a misspelt key of a known
    game is refused.
    """
    if not isinstance(value, list) or not value or not all(map(_may_be_game, value)):
        raise source.complaint(name, value, f"a list of keys of games, such as {', '.join(GAMES)}")
    return tuple(map(str, value))


def _may_be_game(word: object) -> bool:
    """Returns whether a word can be the key of a game; False if it looks like a misspelling of a known key."""
    if not isinstance(word, str) or not word or len(word) > LONGEST_GAME:
        return False
    if is_made(word):
        return word.isascii() and word.isprintable()
    if not all(letter.isalnum() or letter in "-_" for letter in word):
        return False
    return word in GAMES or not get_close_matches(word, GAMES, 1, ALIKE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestFile:
    """The keys of a manifest file, by which an author describes a bot."""

    name: str = key(called(LONGEST_NAME))
    """The bot's name, as tables show it."""
    version: str = key(label(LONGEST_VERSION), "0")
    """The bot's version, for people."""
    author: str = key(label(LONGEST_AUTHOR), "unknown")
    """The name of the bot's author, as the author gives it."""
    language: str = key(label(LONGEST_LANGUAGE), "unknown")
    """The language the bot is written in."""
    command: tuple[str, ...] = key(texts)
    """The program that plays, and its arguments; it is run in the bot's folder. `{python}` stands for the arena's own
    Python."""
    games: tuple[str, ...] = key(games, ())
    """The keys of the games that the bot plays. Default: any game."""
    build: tuple[str, ...] = key(texts, ())
    """The program that builds the bot, and its arguments; it is run in the bot's folder. Default: nothing is built."""
    needs: tuple[str, ...] = key(texts, ())
    """Programs that must be installed to build and run the bot."""
    sources: tuple[str, ...] = key(texts, ())
    """Folders outside the bot's own that also belong to the bot, by their paths from its folder."""


def read_manifest_file(path: Path) -> tuple[ManifestFile, Source]:
    """Reads the manifest file `path`. Returns its values, and the Source for errors about these values.

    Raises ArenaError [bad-manifest].
    """
    return read_keys(path, ManifestFile, BAD_MANIFEST)


def missing_programs(file: ManifestFile, folder: Path) -> list[str]:
    """Returns the programs that the bot in `folder` needs and that are not installed, without repetitions."""
    needed = dict.fromkeys((*file.needs, *file.build[:1]))
    return [program for program in needed if not _is_installed(program, folder)]


def _is_installed(program: str, folder: Path) -> bool:
    installed = os.sep not in program and bool(shutil.which(program))
    return installed or os.access(folder / program, os.X_OK)
