"""The games of the house: some lines each."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, NamedTuple

from arena.errors import ArenaError
from arena.games.contract import Board, Game, GameInfo, Sentences, Words
from arena.games.loading import OnDemand


class Hoarding(NamedTuple):
    """How to play so that hands and stocks grow: who looks for the longest list of legal actions plays so."""

    wanted: range
    """Actions that are always taken."""
    unwanted: tuple[range, ...]
    """Actions that are taken only if there is no other."""


class Entry(NamedTuple):
    """A game as the registry knows it."""

    info: GameInfo
    create: Callable[[Mapping[str, object]], Game[Any, Any]]
    components: str
    """The shipped component data, a TOML file in the game's folder; empty for a game without."""
    board: Callable[[Any, Sequence[str]], list[str]]
    """All that lies on the table of a state, in the hands and in the piles, as lines of text that have these names."""
    words: Callable[[Board, Sequence[str], Sentences], Words]
    """Tells a match in the language of the sentences, from its set-up and its boards."""
    rivals: tuple[str, ...]
    """House bots that play it well enough to fill a table, from the weakest on."""
    hoarding: Hoarding = Hoarding(range(0), ())
    """By default actions are drawn."""
    room: str = ""
    """The folder of `browser`, where it is not that of its key."""
    origin: str = ""
    """Of a game from outside: the file, or the package and its version."""
    files: str = ""
    """The same: a hash of its files, in hexadecimal."""

    def browser(self) -> str:
        """The folder below `arena` with its sentences and what a browser needs."""
        return self.room or f"games/{self.info.key}/browser"

    def substitute(self) -> str:
        """The house bot that plays on for a person who leaves, where nobody has asked for another."""
        return self.rivals[min(1, len(self.rivals) - 1)]


def _verraeter() -> Entry:
    from arena.games import verraeter as game  # noqa: PLC0415  # loaded on demand

    no_card_played = Hoarding(range(1), ())
    rivals = ("random", "greedy", "banker")
    return Entry(game.INFO, game.create, "points.toml", game.board, game.Words, rivals, no_card_played)


def _hetverraad() -> Entry:
    from arena.games import hetverraad as game  # noqa: PLC0415  # loaded on demand
    from arena.games.hetverraad.actions import BUILD, BUY_CARD, BUY_FROM_PAWNSHOP, PAWN  # noqa: PLC0415  # likewise

    rivals = ("random", "hetverraad-builder", "hetverraad-treason")
    bought_not_built = Hoarding(
        range(BUY_CARD, BUY_CARD + 1), (range(PAWN, BUY_FROM_PAWNSHOP), range(BUILD, 2 * BUILD))
    )
    return Entry(game.INFO, game.create, "data/city.toml", game.board, game.Words, rivals, bought_not_built)


GAMES: Final = OnDemand(verraeter=_verraeter, hetverraad=_hetverraad)
DEFAULT_GAME: Final = next(iter(GAMES))
"""The game meant where none is said; the starters of bots are written for it."""


def add_entry(key: str, entry: Entry) -> None:
    """Makes one more game known in this process."""
    GAMES.add(key, entry)


def find_game(key: str) -> Entry:
    """The entry of the game with this key; raises ArenaError [unknown-game]."""
    entry = GAMES.get(key)
    if entry is None:
        raise ArenaError(
            "unknown-game",
            f"there is no game {key!r}; the games are {', '.join(GAMES)}",
            "name the file of a game from outside: --game FILE, or the file in place of the game",
        )
    return entry


def shipped_components(key: str) -> str:
    """The TOML text of the component data shipped with the game; empty for one that has none."""
    components = find_game(key).components
    return files("arena.games").joinpath(key, components).read_text("utf-8") if components else ""


def create_game(key: str, components: str | None = None) -> Game[Any, Any]:
    """The game with component data given as TOML text (default: the shipped data); raises ArenaError."""
    text = shipped_components(key) if components is None else components
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ArenaError("bad-components", f"the component data of {key} is not TOML: {error}") from error
    return find_game(key).create(data)
