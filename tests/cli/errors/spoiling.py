"""Ways to spoil a folder that holds a league file and its bots."""

from collections.abc import Callable
from pathlib import Path

from tests.league.leagues import LEAGUE, write_league

Spoil = Callable[[Path], None]
Case = tuple[str, Spoil, str]
"""The name of the snapshot, what is done before, and the command."""


def nothing(_: Path) -> None:
    """Leaves all as it is."""


def append(text: str) -> Spoil:
    """Text at the end of the league file, where the last of the bots stands."""

    def spoil(folder: Path) -> None:
        path = folder / "cup.toml"
        path.write_text(path.read_text() + text)

    return spoil


def head(old: str, new: str) -> Spoil:
    """Another line in the league file before the bots."""

    def spoil(folder: Path) -> None:
        assert old in LEAGUE
        write_league(folder, LEAGUE.replace(old, new))

    return spoil


def encoded(name: str, encoding: str, text: str = "") -> Spoil:
    """A file in another encoding, with some text added."""

    def spoil(folder: Path) -> None:
        path = folder / name
        path.write_bytes((path.read_text() + text).encode(encoding))

    return spoil


def manifest(text: str) -> Spoil:
    """Another manifest for ann."""

    def spoil(folder: Path) -> None:
        (folder / "ann" / "bot.toml").write_text(text)

    return spoil


def bots(*references: str) -> Spoil:
    """A league of these bots."""

    def spoil(folder: Path) -> None:
        entries = "".join(f'[[bots]]\nmanifest = "{reference}"\n' for reference in references)
        (folder / "cup.toml").write_text(LEAGUE + entries)

    return spoil
