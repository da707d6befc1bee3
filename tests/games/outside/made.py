"""A library that exists only for tests. It has a single game, pig."""

from arena.errors import ArenaError
from arena.games.outside.module import Made
from tests.games.outside.pig import Pig


def made(name: str) -> Made:
    """Returns the game pig. Raises ArenaError [unknown-game] for any other name."""
    if name.removesuffix("()") != "pig":
        raise ArenaError("unknown-game", f"the library has no game {name!r}", "it has pig")
    return Made("pig", Pig(), "library 1.2")
