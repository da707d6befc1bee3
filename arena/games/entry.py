"""An entry of the registry: facts of a game, how to create, narrate and draw it, and its bots."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from arena.games.contract import Board, Game, GameInfo, Sentences, Words

MOST_SEATS: Final = 10
MOST_OPENINGS: Final = 100
"""Of the first actions of a match, so many at most may be drawn by the deal's luck."""


class Hoarding(NamedTuple):
    """How to play so that hands and stocks grow: a search for the longest list of legal actions plays so."""

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
    board: Callable[[Board, Board, Sequence[str]], list[str]]
    """Tells a board, from the set-up, as lines of text that have these names of seats: all that it tells."""
    words: Callable[[Board, Sequence[str], Sentences], Words]
    """Tells a match in the language of the sentences, from its set-up and its boards."""
    rivals: tuple[str, ...]
    """House bots that play it well enough to fill a table, from the weakest on."""
    hoarding: Hoarding = Hoarding(range(0), ())
    """By default actions are drawn."""
    room: str = ""
    """The folder of `browser`, where it is not that of its key."""
    openings: str = ""
    """The component data of its leagues where they are not the shipped ones: TOML text that says how many of the first
    actions of a match the deal's luck draws."""
    rules: str = ""
    """The path of its rules, where they are not the RULES.md in the folder of its key."""
    origin: str = ""
    """Of a game from outside: the file, or the package or library and its version."""
    files: str = ""
    """The same: a hash of its files, in hexadecimal; of a game of a library, the library and its version."""
    searcher: str = ""
    """The house bot that looks ahead, whom readers of a match ask first; empty where there is none."""
    summary: str = ""
    """What it is, in one line; empty where its author does not say."""

    def browser(self) -> str:
        """The folder below `arena` with its sentences and what a browser needs."""
        return self.room or f"games/{self.info.key}/browser"

    def substitute(self) -> str:
        """The house bot that plays on for a person who leaves, where nobody has asked for another."""
        return self.rivals[min(1, len(self.rivals) - 1)]
