"""The kit for bots in Python: a bot is a class with `choose(turn) -> int`.

from arena.bot import Bot, Turn, run

class First(Bot):
def choose(self, turn: Turn) -> int:
return turn.legal[0]

run(First)
"""

from arena.bot.kit import Bot, run
from arena.bot.search import Search
from arena.protocol.v1.arena_pb2 import MatchEnd, MatchStart, Turn

__all__ = ["Bot", "MatchEnd", "MatchStart", "Search", "Turn", "run"]
