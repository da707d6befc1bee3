"""Games from outside: the interface for authors, and the whole game made of it."""

from arena.games.outside.author import HIDDEN, Info, Row
from arena.games.outside.fault import GameFault
from arena.games.outside.game import Outside

__all__ = ["HIDDEN", "GameFault", "Info", "Outside", "Row"]
