"""An entry of the registry: the facts of a game, functions that create, narrate and draw it, and its bots."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from arena.games.contract import Board, Game, GameInfo, Sentences, Words

MOST_SEATS: Final = 10
MOST_OPENINGS: Final = 100
"""The most actions at the beginning of a match that the deal's luck may choose."""


class Hoarding(NamedTuple):
    """Which actions make hands and stocks grow; a search for the turn with the most legal actions prefers these."""

    wanted: range
    """Actions that the search takes whenever one is legal."""
    unwanted: tuple[range, ...]
    """Actions that the search takes only if no other is legal."""


class Entry(NamedTuple):
    """A game as the registry knows it."""

    info: GameInfo
    create: Callable[[Mapping[str, object]], Game[Any, Any]]
    components: str
    """The name of the shipped component data, a TOML file in the game's folder; empty if the game has none."""
    board: Callable[[Board, Board, Sequence[str]], list[str]]
    """Makes lines of text that tell all of a board, from the set-up, the board, and the names of the seats."""
    words: Callable[[Board, Sequence[str], Sentences], Words]
    """Makes the `Words` that tell a match, from its set-up, the names of its seats, and sentences in a language."""
    rivals: tuple[str, ...]
    """House bots that play the game well enough to be opponents, the weakest first."""
    hoarding: Hoarding = Hoarding(range(0), ())
    """Which actions the search for long turns prefers; by default none, so that it draws actions at random."""
    room: str = ""
    """The folder that `browser` returns; empty if it is the one named after the game's key."""
    openings: str = ""
    """TOML component data for leagues of this game that let the deal's luck choose the first actions; else empty."""
    rules: str = ""
    """The path of the game's rules; empty if they are the RULES.md in the folder named after its key."""
    origin: str = ""
    """Where a game from outside comes from: its file, or its package or library with the version; empty for the arena's
    own.
    """
    files: str = ""
    """A hash of the files of a game from outside, in hexadecimal; for a game of a library, the same as `origin`."""
    searcher: str = ""
    """The house bot that looks ahead, and that readers of a match are offered first; empty if there is none."""
    summary: str = ""
    """A description of the game in one line; empty if its author gives none."""

    def browser(self) -> str:
        """The folder below `arena` with the game's sentences and its files for browsers."""
        return self.room or f"games/{self.info.key}/browser"

    def substitute(self) -> str:
        """The house bot that replaces a person who leaves a match, unless somebody has chosen another bot."""
        return self.rivals[min(1, len(self.rivals) - 1)]
