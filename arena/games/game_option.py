"""Writes the command-line option that names the game of some results."""

from collections.abc import Callable
from pathlib import Path

from arena.games.registry import BUILT_IN, EXAMPLES, GAMES, is_made
from arena.system.commands import quoted


def game_option(game: str) -> str:
    """The text ` --game ...` that names the game to a command in this folder; empty for games of the arena."""
    here = Path.cwd()
    return _option(game, lambda file: file.relative_to(here) if file.is_relative_to(here) else file)


def published_option(game: str) -> str:
    """The same text for publication: with the bare name of the game's file, without its folder."""
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
