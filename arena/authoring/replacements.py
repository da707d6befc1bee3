"""The game-specific words and commands that are replaced in a bot's starter."""

from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.games.registry import BUILT_IN, DEFAULT_GAME, create_game, find_game
from arena.system.commands import quoted
from arena.system.files import from_folder

OVER_GAME: Final = "connect-four"
"""The game that the starters for games in rows are written for."""


def rivals(game: str) -> str:
    """The names of house bots for the other seats of a match, separated by spaces as on a command line."""
    entry = find_game(game)
    seats, names = entry.info.seats, entry.rivals
    count = max(seats[0], min(seats[-1], 1 + len(names))) - 1
    return " ".join((names * count)[:count])


def typed(game: str, folder: Path) -> str:
    """The game as it is typed in a command in `folder`: its key, or the path of its file if it comes from one."""
    file = Path(find_game(game).origin)
    return quoted(from_folder(file, folder) if file.is_absolute() else game)


def commands(game: str, folder: Path) -> tuple[str, str]:
    """The command that plays a match with the bot in `folder`, and the command that checks it."""
    reference = typed(game, folder)
    check = "arena check ." if reference == game else f"arena check . --game {reference}"
    return f"arena play {reference} . {rivals(game)}", check


def game_words(game: str, folder: Path) -> dict[str, str]:
    """What to replace in a starter for this game: each word with its replacement. Raises ArenaError [no-starter]."""
    if game in BUILT_IN:
        words = dict(zip(_message_words(DEFAULT_GAME), _message_words(game), strict=True))
    else:
        words = _rows_words(game)
    return words | dict(zip(commands(DEFAULT_GAME, folder), commands(game, folder), strict=True))


def _message_words(game: str) -> tuple[str, ...]:
    """The words for a game that has messages of its own: key, key in accessors, set-up and view messages, and title."""
    from arena.protocol.v1.arena_pb2 import MatchStart, Turn  # noqa: PLC0415  # loading it would delay the list of commands

    setup, view = (type(getattr(message, game)).__name__ for message in (MatchStart(), Turn()))
    return game, game.capitalize(), setup, view, find_game(game).info.title


def _rows_words(game: str) -> dict[str, str]:
    """The words to replace for a game in rows, with replacements: title, key, and the row that the starter reads."""
    title = find_game(game).info.title
    titles = {find_game(written).info.title: title for written in (DEFAULT_GAME, OVER_GAME)}
    return titles | {DEFAULT_GAME: game, f'"{_first_row(OVER_GAME)}"': f'"{_first_row(game)}"'}


def _first_row(game: str) -> str:
    """The name of the game's first row that holds integers; raises ArenaError [no-starter] if there is none."""
    from arena.games.outside.author import INTEGERS  # noqa: PLC0415  # as above

    for row in create_game(game).schema:  # type: ignore[attr-defined]  # a game that shows itself in rows has one
        if row.kind == INTEGERS:
            return str(row.name)
    raise ArenaError(
        "no-starter",
        f"{game} has no row of integers, which every starter reads",
        f"begin with the starter of {OVER_GAME}, and change `games` in its bot.toml",
    )
