"""Finds the words to replace, such as names and commands, when a starter (a bot's template) is copied for a game."""

from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.games.registry import BUILT_IN, DEFAULT_GAME, create_game, find_game
from arena.system.commands import quoted
from arena.system.files import from_folder

OVER_GAME: Final = "connect-four"
"""The key of the game for which the starters that read rows (named lists of values) are written."""


def rivals(game: str) -> str:
    """Returns the names of a bot's opponents in a match, separated by spaces.

    They are the rivals in the game's registry entry. If these are too many for the game's maximum of seats, the last
    ones are left out. If they are too few for its minimum of seats, names repeat.
    """
    entry = find_game(game)
    seats, names = entry.info.seats, entry.rivals
    count = max(seats[0], min(seats[-1], 1 + len(names))) - 1
    return " ".join((names * count)[:count])


def typed(game: str, folder: Path) -> str:
    """Returns the game as it is typed in a command in `folder`: its key, or the path of its file if
    a file defines it.
    """
    file = Path(find_game(game).origin)
    return quoted(from_folder(file, folder) if file.is_absolute() else game)


def commands(game: str, folder: Path) -> tuple[str, str]:
    """Returns two commands to type in a bot's folder: one plays a match with this bot, and one checks this bot."""
    reference = typed(game, folder)
    check = "arena check ." if reference == game else f"arena check . --game {reference}"
    return f"arena play {reference} . {rivals(game)}", check


def game_words(game: str, folder: Path) -> dict[str, str]:
    """Returns the words to replace in a copy of a starter for this game, each with its replacement.

    Raises ArenaError [no-starter] if the game is sent as rows (named lists of values) and no row contains integers.
    """
    if game in BUILT_IN:
        words = dict(zip(_message_words(DEFAULT_GAME), _message_words(game), strict=True))
    else:
        words = _rows_words(game)
    return words | dict(zip(commands(DEFAULT_GAME, folder), commands(game, folder), strict=True))


def _message_words(game: str) -> tuple[str, ...]:
    """Returns the words in a starter that depend on the game, for a game with its own Protobuf message types.

    They are the game's key, the key with a capital first letter (as in the names of accessors), the names of the game's
    set-up and view messages, and its title.
    """
    from arena.protocol.v1.arena_pb2 import MatchStart, Turn  # noqa: PLC0415  # loading it would delay the list of commands

    setup, view = (type(getattr(message, game)).__name__ for message in (MatchStart(), Turn()))
    return game, game.capitalize(), setup, view, find_game(game).info.title


def _rows_words(game: str) -> dict[str, str]:
    """Returns the words to replace in a copy of a starter, with their replacements, for a game that is sent as rows
    (named lists of values).

    The words are the titles of DEFAULT_GAME and OVER_GAME, the key of DEFAULT_GAME, and the name of the row that the
    starter reads, in quotes.
    """
    title = find_game(game).info.title
    titles = {find_game(written).info.title: title for written in (DEFAULT_GAME, OVER_GAME)}
    return titles | {DEFAULT_GAME: game, f'"{_first_row(OVER_GAME)}"': f'"{_first_row(game)}"'}


def _first_row(game: str) -> str:
    """Returns the name of the game's first row that contains integers; raises ArenaError [no-starter] if none does."""
    from arena.games.outside.author import INTEGERS  # noqa: PLC0415  # as above

    for row in create_game(game).schema:  # type: ignore[attr-defined]  # a game that is sent as rows has a schema
        if row.kind == INTEGERS:
            return str(row.name)
    raise ArenaError(
        "no-starter",
        f"every starter reads a row (a named list) of integers, but the game {game} sends bots no row of integers",
        f'make a bot for {OVER_GAME} with arena init --game {OVER_GAME}; then write {game} into the list "games" in '
        f"its bot.toml, and change the bot's code so that it reads the rows that {game} sends instead",
    )
