"""Functions that spoil a folder with a league file and its bots, so that a command fails."""

from collections.abc import Callable
from pathlib import Path

from tests.league.leagues import LEAGUE, write_league

Spoil = Callable[[Path], None]
Case = tuple[str, Spoil, str]
"""A case of an error message: the name of its snapshot, the function that spoils the folder, and the command that
fails.
"""


def nothing(_: Path) -> None:
    """Changes nothing, for commands that fail anyway."""


def append(text: str) -> Spoil:
    """Returns a function that appends text to the league file, where the entry of the last bot is."""

    def spoil(folder: Path) -> None:
        path = folder / "cup.toml"
        path.write_text(path.read_text() + text)

    return spoil


def head(old: str, new: str) -> Spoil:
    """Returns a function that replaces a line of the league file, before the entries of the bots."""

    def spoil(folder: Path) -> None:
        assert old in LEAGUE
        write_league(folder, LEAGUE.replace(old, new))

    return spoil


def encoded(name: str, encoding: str, text: str = "") -> Spoil:
    """Returns a function that stores a file in another encoding, with some text appended."""

    def spoil(folder: Path) -> None:
        path = folder / name
        path.write_bytes((path.read_text() + text).encode(encoding))

    return spoil


def manifest(text: str) -> Spoil:
    """Returns a function that replaces the manifest of the bot ann."""

    def spoil(folder: Path) -> None:
        (folder / "ann" / "bot.toml").write_text(text)

    return spoil


def bots(*references: str) -> Spoil:
    """Returns a function that replaces the bots of the league by these bots."""

    def spoil(folder: Path) -> None:
        entries = "".join(f'[[bots]]\nmanifest = "{reference}"\n' for reference in references)
        (folder / "cup.toml").write_text(LEAGUE + entries)

    return spoil
