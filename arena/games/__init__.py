"""The games: rules as pure functions of a state and an action.

The package exports `Info` and `Row`, which the author of a game from outside the arena needs to describe it.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.games.chance import Chance
    from arena.games.outside.author import Info, Row

__all__ = ["Chance", "Info", "Row"]


def __getattr__(name: str) -> object:
    """Imports a name of `__all__` when it is first used; raises AttributeError for any other name."""
    if name in ("Info", "Row"):
        from arena.games.outside import author  # noqa: PLC0415  # the arena's own games do not need it

        return getattr(author, name)
    if name == "Chance":
        from arena.games.chance import Chance  # noqa: PLC0415  # likewise

        return Chance
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
