"""The type of a command's argument that names a game: the key of a built-in or installed game, or a Python file.

The code that loads games from files and packages is imported only if such a game is named, so that help and completion
stay quick.
"""

from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from arena.cli.messages import tell
from arena.cli.one_of import OneOf
from arena.games.registry import BUILT_IN, EXAMPLES, GAMES, find_game, is_made

GAME_HELP: Final = "A game, or the path of a game's file."


class GameChoice(OneOf):
    """The type of an argument that names a game. Its value is the game's key; a game in a file or package is loaded
    first.
    """

    def __init__(self) -> None:
        super().__init__([*BUILT_IN, *EXAMPLES])  # GAMES may already hold games of files

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ANN401  # as click has it
        """Returns the key of the named game; loads the game first if a file or a package defines it.

        Raises click.BadParameter if there is no such game, or ArenaError if it cannot be loaded.
        """
        if value in GAMES:
            return str(value)
        from arena.games.outside_games import is_path, packaged  # noqa: PLC0415  # see above

        named = is_made(value) or is_path(value) or value in packaged()
        return _load(value) if named else str(super().convert(value, param, ctx))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offers the keys of games that begin with `incomplete`, and all files."""
        return [CompletionItem(incomplete, type="file"), *super().shell_complete(ctx, param, incomplete)]


def tell_game(key: str) -> None:
    """Prints the origin of a game from a file or package, and that its code runs unconfined.

    For one of the arena's own games it prints nothing.
    """
    if origin := find_game(key).origin:
        tell(f"game: {key}, from {origin}; its code runs unconfined")


def _load(reference: str) -> str:
    from arena.games.outside_games import find_game_named  # noqa: PLC0415  # see above

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
    help="The Python file of the game, if it is not built in; its code runs.",
)
