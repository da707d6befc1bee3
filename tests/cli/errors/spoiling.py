"""Functions that introduce errors into a folder with a league file and its bots."""

from collections.abc import Callable
from pathlib import Path

from tests.league.leagues import LEAGUE, write_league

Spoil = Callable[[Path], None]
Case = tuple[str, Spoil, str]
"""A test case: the name of the snapshot, the function that introduces the error, and the command that must fail."""


def nothing(_: Path) -> None:
    """Changes nothing; used for commands that fail in a folder without errors."""


def append(text: str) -> Spoil:
    """Returns a function that appends a text to the league file, where the text follows the entry of the last bot."""

    def spoil(folder: Path) -> None:
        path = folder / "cup.toml"
        path.write_text(path.read_text() + text)

    return spoil


def head(old: str, new: str) -> Spoil:
    """Returns a function that replaces a text in the first part of the league file, before the entries of the bots."""

    def spoil(folder: Path) -> None:
        assert old in LEAGUE
        write_league(folder, LEAGUE.replace(old, new))

    return spoil


def encoded(name: str, encoding: str, text: str = "") -> Spoil:
    """Returns a function that appends `text` to the file with this name, and stores the file in this encoding."""

    def spoil(folder: Path) -> None:
        path = folder / name
        path.write_bytes((path.read_text() + text).encode(encoding))

    return spoil


def manifest(text: str) -> Spoil:
    """Returns a function that replaces the manifest of the bot ann by this text."""

    def spoil(folder: Path) -> None:
        (folder / "ann" / "bot.toml").write_text(text)

    return spoil


def bots(*references: str) -> Spoil:
    """Returns a function that replaces the bots in the league file by these house bots or folders of bots."""

    def spoil(folder: Path) -> None:
        entries = "".join(f'[[bots]]\nmanifest = "{reference}"\n' for reference in references)
        (folder / "cup.toml").write_text(LEAGUE + entries)

    return spoil
