"""The kit for bots in Python: a bot is a class with `choose(turn) -> int`.

from arena.bot import Bot, Turn, run

class First(Bot):
    def choose(self, turn: Turn) -> int:
        return turn.legal[0]

run(First)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from arena.bot.kit import Bot, read_turn, run
from arena.bot.notes import Turn
from arena.bot.random import Random
from arena.protocol.v1.arena_pb2 import MatchEnd, MatchStart

if TYPE_CHECKING:
    from arena.bot.local_match import load, play
    from arena.bot.search import Search

__all__ = ["Bot", "MatchEnd", "MatchStart", "Random", "Search", "Turn", "load", "play", "read_turn", "run"]

LATER: Final = {"Search": "search", "load": "local_match", "play": "local_match"}
"""The names whose modules in this package load a game's engine, each with its module. A module is loaded only when one
of its names is first used, so that bots without an engine start sooner.
"""


def __getattr__(name: str) -> object:
    """Loads the module of a name in LATER when a program first uses the name; returns the object with this name."""
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"arena.bot.{LATER[name]}"), name)


def __dir__() -> list[str]:
    """Lists all names of the package, including the names that are loaded only at their first use."""
    return sorted({*globals(), *__all__})
