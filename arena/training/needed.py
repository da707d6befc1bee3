"""Replaces the errors for missing packages by an ArenaError."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from arena.errors import ArenaError

PACKAGES: Final = ("gymnasium", "pettingzoo")


@contextmanager
def needing_packages() -> Iterator[None]:
    """A context for imports of the optional packages that training environments need; raises ArenaError [no-gymnasium]
    if one of them is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in PACKAGES:
            raise
        problem = f"training environments need {package}, which is not installed"
        raise ArenaError(
            "no-gymnasium", problem, "install the missing packages with pip install 'bot-arena[rl]'"
        ) from error
