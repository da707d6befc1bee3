"""Games from outside: what their authors write, and the whole game that is made of it."""

from arena.games.outside.author import HIDDEN, Info, Row
from arena.games.outside.fault import GameFault
from arena.games.outside.game import Outside

__all__ = ["HIDDEN", "GameFault", "Info", "Outside", "Row"]
