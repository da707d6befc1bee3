"""Writes the command-line option `--game` that a reader needs to repeat results of a game."""

from collections.abc import Callable
from pathlib import Path

from arena.games.registry import BUILT_IN, EXAMPLES, GAMES, is_made
from arena.system.commands import quoted


def game_option(game: str) -> str:
    """Returns the text ` --game ...` that names the game in a command started in the current folder; empty for games of
    the arena.
    """
    here = Path.cwd()
    return _option(game, lambda file: file.relative_to(here) if file.is_relative_to(here) else file)


def published_option(game: str) -> str:
    """Returns the text ` --game ...` for publication. The game's file has no folder there, because the folder exists
    only on this machine.
    """
    return _option(game, lambda file: Path(file.name))


def _option(game: str, shown: Callable[[Path], Path]) -> str:
    if game in (*BUILT_IN, *EXAMPLES):
        return ""
    if is_made(game):
        return f" --game {quoted(game)}"
    if game not in GAMES:
        return " --game FILE"
    file = Path(GAMES[game].origin)
    return f" --game {quoted(str(shown(file)))}" if file.is_absolute() else f" --game {game}"
