"""The kit for bots in Python: a bot is a class with `choose(turn) -> int`.

from arena.bot import Bot, Turn, run

class First(Bot):
    def choose(self, turn: Turn) -> int:
        return turn.legal[0]

run(First)
"""

from typing import TYPE_CHECKING

from arena.bot.kit import Bot, run
from arena.bot.noting import Turn
from arena.bot.random import Random
from arena.protocol.v1.arena_pb2 import MatchEnd, MatchStart

if TYPE_CHECKING:
    from arena.bot.search import Search

__all__ = ["Bot", "MatchEnd", "MatchStart", "Random", "Search", "Turn", "run"]


def __getattr__(name: str) -> object:
    """`Search`, when it is asked for: it brings the engines, and most bots start sooner without them."""
    if name != "Search":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from arena.bot.search import Search  # noqa: PLC0415  # only for bots that search

    return Search
