"""The games of the house: some lines each."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, NamedTuple

from arena.errors import ArenaError
from arena.files.reading import suggestion
from arena.games.contract import Board, Game, GameInfo, Sentences, Words
from arena.games.loading import OnDemand


class Entry(NamedTuple):
    """A game as the registry knows it."""

    info: GameInfo
    create: Callable[[Mapping[str, object]], Game[Any, Any]]
    components: str
    """The shipped component data, a TOML file in the game's folder."""
    board: Callable[[Any, Sequence[str]], list[str]]
    """All that lies on the table of a state, in the hands and in the piles, as lines of text that have these names."""
    words: Callable[[Board, Sequence[str], Sentences], Words]
    """Tells a match in the language of the sentences, from its set-up and its boards."""


def _verraeter() -> Entry:
    from arena.games import verraeter as game  # noqa: PLC0415  # loaded on demand

    return Entry(game.INFO, game.create, "points.toml", game.board, game.Words)


def _hetverraad() -> Entry:
    from arena.games import hetverraad as game  # noqa: PLC0415  # loaded on demand

    return Entry(game.INFO, game.create, "data/city.toml", game.board, game.Words)


GAMES: Final = OnDemand(verraeter=_verraeter, hetverraad=_hetverraad)


def find_game(key: str) -> Entry:
    """The entry of the game with this key; raises ArenaError [unknown-game]."""
    entry = GAMES.get(key)
    if entry is None:
        raise ArenaError("unknown-game", f"there is no game {key!r}", suggestion(key, list(GAMES)))
    return entry


def shipped_components(key: str) -> str:
    """The TOML text of the component data shipped with the game."""
    return files("arena.games").joinpath(key, find_game(key).components).read_text("utf-8")


def create_game(key: str, components: str | None = None) -> Game[Any, Any]:
    """The game with component data given as TOML text (default: the shipped data); raises ArenaError."""
    text = shipped_components(key) if components is None else components
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ArenaError("bad-components", f"the component data of {key} is not TOML: {error}") from error
    return find_game(key).create(data)
