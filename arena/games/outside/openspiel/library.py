"""Loads the library OpenSpiel, if it is installed."""

from importlib import import_module
from importlib.metadata import version
from typing import Any, Final

from arena.errors import ArenaError

DISTRIBUTION: Final = "open_spiel"


def library() -> Any:  # noqa: ANN401  # the library has no types
    """Returns the module `pyspiel`. Raises ArenaError [no-openspiel] if it is not installed."""
    try:
        return import_module("pyspiel")
    except ImportError as error:
        raise ArenaError(
            "no-openspiel", "OpenSpiel is not installed", "install OpenSpiel with pip install 'bot-arena[openspiel]'"
        ) from error


def released() -> str:
    """Returns the name and version of the library's distribution."""
    return f"{DISTRIBUTION} {version(DISTRIBUTION)}"


def kinds() -> dict[str, Any]:
    """Returns the library's description of each of its games, by the game's name. Raises ArenaError [no-openspiel] if
    the library is not installed.
    """
    return {kind.short_name: kind for kind in library().registered_games()}
