"""Writes the option `--game` of commands that the arena prints for a reader to run."""

from collections.abc import Callable
from pathlib import Path

from arena.games.registry import BUILT_IN, EXAMPLES, GAMES, is_made
from arena.system.commands import quoted


def game_option(game: str) -> str:
    """Returns the option ` --game ...` that selects this game in a command started in the current folder; empty for
    games of the arena, which need no option.
    """
    here = Path.cwd()
    return _option(game, lambda file: file.relative_to(here) if file.is_relative_to(here) else file)


def published_option(game: str) -> str:
    """Returns the option ` --game ...` for commands in published texts. A game's file is named without its folder,
    because the folder exists only on this machine.
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
