"""An entry of the registry of games: the facts of a game, the functions that create it and describe its matches, and
its bots.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from arena.games.contract import Board, Game, GameInfo, Sentences, Words

MOST_SEATS: Final = 10
MOST_OPENINGS: Final = 100
"""The largest number of actions at the beginning of a match that the deal may draw at random. A league cannot set a
larger number.
"""


class Hoarding(NamedTuple):
    """The actions to prefer and to avoid in the search for the turn with the most legal actions.

    The search plays random matches. It prefers actions that make hands and stocks grow, because these allow more
    actions later.
    """

    wanted: range
    """The preferred actions: the search always takes one of them if one is legal."""
    unwanted: tuple[range, ...]
    """The avoided actions: the search takes one of them only if no other action is legal."""


class Entry(NamedTuple):
    """A game's entry in the registry."""

    info: GameInfo
    create: Callable[[Mapping[str, object]], Game[Any, Any]]
    components: str
    """The path, from the game's folder, of the TOML file with the shipped component data; empty if there is none."""
    board: Callable[[Board, Board, Sequence[str]], list[str]]
    """The function that describes a whole board in lines of text. Its arguments are the set-up, the board, and the
    names of the seats.
    """
    words: Callable[[Board, Sequence[str], Sentences], Words]
    """The function that makes the `Words` for a match. Its arguments are the match's set-up, the names of its seats,
    and the sentences of a language.
    """
    rivals: tuple[str, ...]
    """The arena's own bots that are the standard opponents in this game, from the weakest to the strongest."""
    hoarding: Hoarding = Hoarding(range(0), ())
    """The actions to prefer and to avoid in the search for the turn with the most legal actions; by default none."""
    shared_browser: str = ""
    """The folder, below `arena`, with the game's texts, scripts and style sheets. Empty if the folder is
    `games/KEY/browser`, where KEY is the game's key.
    """
    openings: str = ""
    """The component data for leagues, as TOML: the number of first actions of a match that the deal draws at random.
    Empty if the deal draws no actions.
    """
    rules: str = ""
    """The path of the file with the game's written rules; empty for `arena/games/KEY/RULES.md`."""
    origin: str = ""
    """The source of a game from outside the arena: its file, or its package or library with the version; empty for the
    arena's own games.
    """
    files: str = ""
    """A hash over the files of a game from outside the arena, in hexadecimal. For a game of a library, it is the name
    and version of the library.
    """
    searcher: str = ""
    """The name of the arena's bot that searches ahead in this game; empty if there is none. A person who wants to ask a
    bot about a match is offered this bot first.
    """
    summary: str = ""
    """A description of the game in one line; empty if its author gives none."""

    def browser(self) -> str:
        """Returns the folder, below `arena`, with the game's texts, scripts and style sheets."""
        return self.shared_browser or f"games/{self.info.key}/browser"

    def substitute(self) -> str:
        """Returns the bot that by default replaces a person who leaves a match."""
        return self.rivals[min(1, len(self.rivals) - 1)]
