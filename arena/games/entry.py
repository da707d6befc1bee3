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
    """The actions that a search prefers or avoids. The search looks in random matches for the turn with the most legal
    actions. Such turns come from large hands and stocks, so the preferred actions are those that make hands and stocks
    grow.
    """

    wanted: range
    """The actions that the search for turns with many legal actions takes whenever one of them is legal."""
    unwanted: tuple[range, ...]
    """The actions that the search for turns with many legal actions takes only if no other action is legal."""


class Entry(NamedTuple):
    """A game's entry in the registry."""

    info: GameInfo
    create: Callable[[Mapping[str, object]], Game[Any, Any]]
    components: str
    """The name of the shipped component data, a TOML file in the game's folder; empty if the game has none."""
    board: Callable[[Board, Board, Sequence[str]], list[str]]
    """The function that describes a whole board in lines of text. Its arguments are the set-up, the board, and the
    names of the seats.
    """
    words: Callable[[Board, Sequence[str], Sentences], Words]
    """The function that makes the `Words` for a match. Its arguments are the match's set-up, the names of its seats,
    and the sentences of a language.
    """
    rivals: tuple[str, ...]
    """The arena's own bots that play the game well enough to be opponents, in order of strength. The weakest is
    first.
    """
    hoarding: Hoarding = Hoarding(range(0), ())
    """The actions that the search for turns with many legal actions prefers. By default there are none, and the search
    takes random actions.
    """
    shared_browser: str = ""
    """The folder, below `arena`, with the game's sentences and its files for browsers; empty if it is the folder
    `browser` of the game's own folder.
    """
    openings: str = ""
    """Component data, as TOML, for leagues in which the deal draws the first actions of a match at random; empty if the
    game has random events of its own, such as dice.
    """
    rules: str = ""
    """The path of the game's written rules; empty if they are the RULES.md in the folder named after the game's key."""
    origin: str = ""
    """The source of a game from outside the arena: its file, or its package or library with the version; empty for the
    arena's own games.
    """
    files: str = ""
    """A hash over the files of a game from outside the arena, in hexadecimal. For a game of a library, it is the name
    and version of the library.
    """
    searcher: str = ""
    """The name of the arena's bot for this game that searches ahead; empty if there is none. A person who asks a bot
    about a position of a match is offered this bot first.
    """
    summary: str = ""
    """A description of the game in one line; empty if its author gives none."""

    def browser(self) -> str:
        """Returns the folder, below `arena`, with the game's sentences and its files for browsers."""
        return self.shared_browser or f"games/{self.info.key}/browser"

    def substitute(self) -> str:
        """Returns the bot that by default replaces a person who leaves a match."""
        return self.rivals[min(1, len(self.rivals) - 1)]
