"""Sends a game's file or name to another machine of a cluster, which then loads the same game.

Most games belong to the arena. The modules that load games from outside the arena are therefore imported only when the
game is from outside.
"""

from pathlib import Path
from typing import Final, NamedTuple

from arena.errors import ArenaError
from arena.games.registry import GAMES, find_game

OTHER_GAME: Final = "other-game"


class SentGame(NamedTuple):
    """The information with which another machine can load a game."""

    key: str
    origin: str
    """The path of the game's file, or its package and version; empty for games of the arena."""
    files: str
    """The hash of the game's files, as in its registry entry; empty for games of the arena."""
    content: bytes | None
    """The content of the game's file; None if the game was not loaded from a file."""


def sent_game(key: str) -> SentGame:
    """Returns the information with which another machine can load a registered game. Raises ArenaError [other-game] if
    the game's file has changed since it was loaded.
    """
    entry = find_game(key)
    file = Path(entry.origin)
    if not file.is_file():
        return SentGame(key, entry.origin, entry.files, None)
    from arena.games.outside.module import digest_of  # noqa: PLC0415  # see the docstring of the module

    content = file.read_bytes()
    if digest_of({file.name: content}) != entry.files:
        raise ArenaError(
            OTHER_GAME,
            f"{file} has changed since the game {key} was loaded from it",
            "run the command again to use the changed file; do not change the file of a game while the game is played",
        )
    return SentGame(key, entry.origin, entry.files, content)


def receive_game(sent: SentGame) -> None:
    """Registers a game that another machine has sent. Raises ArenaError: [other-game] if this process has another
    version of it, [unknown-game] or [bad-game] if it cannot be loaded.
    """
    if sent.key not in GAMES:
        from arena.games.finding import add_content, add_installed  # noqa: PLC0415  # see the docstring of the module

        if sent.content is None:
            add_installed(sent.key)
        else:
            add_content(Path(sent.origin), sent.content)
    entry = find_game(sent.key)
    if entry.files != sent.files:
        raise ArenaError(
            OTHER_GAME,
            f"a worker of the cluster has another version of the game {sent.key}: "
            f"the worker has {_version(entry.origin, entry.files)}, this machine has "
            f"{_version(sent.origin, sent.files)}",
            "install the same version of the game on all machines, then start the workers of the cluster again",
        )


def _version(origin: str, files: str) -> str:
    """Returns the origin of a game and the beginning of its hash, as text for an error message."""
    if not origin:
        return "the arena's own"
    return origin if files == origin else f"{origin} ({files[:8]})"
