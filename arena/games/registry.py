"""The registry of games: the built-in games and the examples, and games that are added while the arena runs."""

import tomllib
from functools import partial
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError
from arena.files.text_files import suggestion
from arena.games.contract import Game
from arena.games.entry import Entry, Hoarding
from arena.games.lazy_mapping import OnDemand
from arena.system.commands import quoted


def _verraeter() -> Entry:
    from arena.games import verraeter as game  # noqa: PLC0415  # loaded on demand

    no_card_played = Hoarding(range(1), ())
    rivals = ("random", "greedy", "banker")
    return Entry(
        game.INFO,
        game.create,
        "points.toml",
        game.board,
        game.Words,
        rivals,
        no_card_played,
        searcher="montecarlo",
        summary="a card game of hidden roles, in which seats change sides in the middle of a fight",
    )


def _hetverraad() -> Entry:
    from arena.games import hetverraad as game  # noqa: PLC0415  # loaded on demand
    from arena.games.hetverraad.actions import BUILD, BUY_CARD, BUY_FROM_PAWNSHOP, PAWN  # noqa: PLC0415  # likewise

    rivals = ("random", "hetverraad-builder", "hetverraad-treason")
    bought_not_built = Hoarding(
        range(BUY_CARD, BUY_CARD + 1), (range(PAWN, BUY_FROM_PAWNSHOP), range(BUILD, 2 * BUILD))
    )
    return Entry(
        game.INFO,
        game.create,
        "data/city.toml",
        game.board,
        game.Words,
        rivals,
        bought_not_built,
        searcher="hetverraad-montecarlo",
        summary="a board game of areas and buildings, in which seats may serve a Black Master in secret",
    )


def _example(key: str) -> Entry:
    from arena.games.outside.examples import example  # noqa: PLC0415  # loaded on demand

    return example(key)


BUILT_IN: Final = ("verraeter", "hetverraad")
"""The keys of the games that have their own messages, sentences and boards in the arena."""
EXAMPLES: Final = ("connect-four", "liars-dice", "tron")
"""The keys of the example games, which are shipped with the arena. Each is written in one file, like a game from
outside the arena.
"""
GAMES: Final = OnDemand(
    dict(zip(BUILT_IN, (_verraeter, _hetverraad), strict=True)) | {key: partial(_example, key) for key in EXAMPLES}
)
DEFAULT_GAME: Final = next(iter(GAMES))
"""The key of the game that is used if no game is named. The starter bots are written for it."""


SCHEMES: Final = {"openspiel": "arena.games.outside.openspiel.game_by_name"}
"""The module that makes the games of a library, by scheme. The scheme is the part of a game's key before the colon; see
`finding.add_made`.
"""


def is_made(reference: str) -> bool:
    """Whether the reference has the form SCHEME:NAME, which means a game of a library."""
    return reference.partition(":")[0] in SCHEMES and ":" in reference


def add_entry(key: str, entry: Entry) -> None:
    """Adds a game to the registry of this process."""
    GAMES.add(key, entry)


def find_game(key: str) -> Entry:
    """Returns the entry of the game with this key. Raises ArenaError [unknown-game] if no such game is registered."""
    entry = GAMES.get(key)
    if entry is None:
        if is_made(key):
            problem = (
                f"the game {key!r} is from a library, and this command does not load games from libraries by itself"
            )
            raise ArenaError("unknown-game", problem, f"name the game with --game {quoted(key)} in this command")
        raise ArenaError(
            "unknown-game",
            f"the game {key!r} does not exist; to use a game from a file, give the file with --game FILE",
            suggestion(key, [*GAMES]),
        )
    return entry


def shipped_components(key: str) -> str:
    """Returns the TOML text of the component data shipped with the game; empty if the game has none."""
    components = find_game(key).components
    return Path(__file__).with_name(key).joinpath(components).read_text("utf-8") if components else ""


def league_components(key: str) -> str:
    """Returns the default component data for a league, as TOML text: the number of random first actions if the game
    has them by default, else the shipped data.
    """
    return find_game(key).openings or shipped_components(key)


def create_game(key: str, components: str | None = None) -> Game[Any, Any]:
    """Returns the game with component data given as TOML text, by default the shipped data. Raises ArenaError:
    [bad-components] if the data are not valid, [unknown-game] if there is no such game.
    """
    text = shipped_components(key) if components is None else components
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ArenaError(
            "bad-components", f"the component data of the game {key} are not valid TOML: {error}"
        ) from error
    return find_game(key).create(data)
