"""The argument type for a game, which is named by its key, by its file, or by its key in an installed package.

The code that finds games outside the arena is loaded only if such a game is named, so that help and completion are
quick.
"""

from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from arena.cli.options.one_of import OneOf
from arena.cli.terminal.messages import tell
from arena.games.registry import BUILT_IN, EXAMPLES, GAMES, find_game, is_made

GAME_HELP: Final = (
    "The game: a game's key (see arena games), or the path of its Python file, whose code the command runs."
)


class GameChoice(OneOf):
    """The type of an argument that names a game. The argument's value is the game's key."""

    def __init__(self) -> None:
        super().__init__([*BUILT_IN, *EXAMPLES])  # GAMES may already contain games loaded from files

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ANN401  # Click's signature
        """Returns the key of the named game, and loads the game if it is not part of the arena. Raises
        click.BadParameter if no game has this name, and ArenaError if the game cannot be loaded.
        """
        if value in GAMES:
            return str(value)
        from arena.games.finding import is_path, packaged  # noqa: PLC0415  # see the docstring of the module

        named = is_made(value) or is_path(value) or value in packaged()
        return _load(value) if named else str(super().convert(value, param, ctx))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Returns completions: all files, and the keys of games that begin with `incomplete`."""
        return [CompletionItem(incomplete, type="file"), *super().shell_complete(ctx, param, incomplete)]


def tell_game(key: str) -> None:
    """If a game is not part of the arena, prints where its code comes from, and that the code runs unconfined."""
    if origin := find_game(key).origin:
        tell(f"game: {key}, from {origin}; its code runs unconfined")


def _load(reference: str) -> str:
    from arena.games.finding import find_game_named  # noqa: PLC0415  # see the docstring of the module

    key = find_game_named(reference, Path())
    tell_game(key)
    return key


def _load_all(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> None:
    for file in value:
        _load(file)


game_files_option = click.option(
    "--game",
    metavar="FILE",
    multiple=True,
    expose_value=False,
    callback=_load_all,
    help="Path of the Python file of a game that is needed here and does not come with the arena, or the game's "
    "key; the command runs the game's code. Repeat the option for more games.",
)
