"""Games of a library that is but this: pig, by however many points."""

from arena.errors import ArenaError
from arena.games.outside.module import Made
from tests.games.outside.pig import Pig


def made(name: str) -> Made:
    """Pig alone."""
    if name.removesuffix("()") != "pig":
        raise ArenaError("unknown-game", f"the library has no game {name!r}", "it has pig")
    return Made("pig", Pig(), "library 1.2")
