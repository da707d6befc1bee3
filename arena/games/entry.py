"""An entry of the registry: the facts of a game, functions that create, narrate and draw it, and its bots."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from arena.games.contract import Board, Game, GameInfo, Sentences, Words

MOST_SEATS: Final = 10
MOST_OPENINGS: Final = 100
"""The most first actions of a match that the deal's luck may draw."""


class Hoarding(NamedTuple):
    """Which actions make hands and stocks grow; the search for the turn with the most legal actions prefers them."""

    wanted: range
    """Actions that are always taken."""
    unwanted: tuple[range, ...]
    """Actions that are taken only if there is no other."""


class Entry(NamedTuple):
    """A game as the registry knows it."""

    info: GameInfo
    create: Callable[[Mapping[str, object]], Game[Any, Any]]
    components: str
    """The shipped component data, a TOML file in the game's folder; empty for a game that has none."""
    board: Callable[[Board, Board, Sequence[str]], list[str]]
    """Turns set-up, board and names of the seats into lines of text with all that the board tells."""
    words: Callable[[Board, Sequence[str], Sentences], Words]
    """Makes the `Words` that tell a match, from its set-up, the names of its seats, and sentences in a language."""
    rivals: tuple[str, ...]
    """House bots that play the game well enough to fill a table, the weakest first."""
    hoarding: Hoarding = Hoarding(range(0), ())
    """The default prefers no action: then actions are drawn at random."""
    room: str = ""
    """The folder that `browser` gives, if it is not the one named after the game's key."""
    openings: str = ""
    """The component data for its leagues, if not the shipped data: TOML text that says how many of the first actions of
    a match the deal's luck draws."""
    rules: str = ""
    """The path of its rules, if they are not the RULES.md in the folder named after its key."""
    origin: str = ""
    """The file of a game from outside, or the package or library and its version; else empty."""
    files: str = ""
    """A hash of the files of a game from outside, in hexadecimal; of a game of a library, the same as `origin`."""
    searcher: str = ""
    """The house bot that looks ahead, which readers of a match ask first; empty if there is none."""
    summary: str = ""
    """A description of the game in one line; empty if its author gives none."""

    def browser(self) -> str:
        """The folder below `arena` with the game's sentences and its files for browsers."""
        return self.room or f"games/{self.info.key}/browser"

    def substitute(self) -> str:
        """The house bot that plays on for a person who leaves, unless somebody has chosen another bot."""
        return self.rivals[min(1, len(self.rivals) - 1)]
