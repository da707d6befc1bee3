"""The limits of the checks of a game, in actions and processor time, and how they are enforced."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf, isfinite
from pathlib import Path
from traceback import extract_tb
from types import FrameType, TracebackType
from typing import Final, NamedTuple

import arena
from arena.system.signals import alarmed_after

AGAIN_S: Final = 0.1
HOUSE: Final = str(Path(arena.__file__).parent)


class Limits(NamedTuple):
    """The limits of the checks of a game; tests and the command `arena check-game` may set them."""

    matches: int = 6
    """How many matches are played with each edition and number of seats."""
    states: int = 60
    """How many states of each match are checked, evenly spread."""
    deals: int = 80
    """How many deals the check for leaks of hidden values compares, for each edition and number of seats."""
    seconds: float = 5
    """The time limit of one check, in seconds of processor time. When it is reached, the check ends, and its result is
    based on the states tried so far.
    """
    call_seconds: float = 5
    """The time limit of one call of a method, in seconds of processor time."""
    actions: int = 10_000
    """The maximum number of actions of a match, for games that do not declare their longest match."""


class TooLong(BaseException):
    """Raised inside a game's method that takes too long. It is a BaseException, so that no `except Exception` in the
    method catches it.
    """


class Clock:
    """Measures the processor time that a check has left."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds if isfinite(seconds) else inf

    def left(self) -> bool:
        """Returns whether the check has any time left."""
        return time.process_time() < self._end


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Raises TooLong inside the block after `seconds` of processor time; works only in the main thread."""
    if not isfinite(seconds):
        yield
        return
    with alarmed_after(seconds, AGAIN_S, _interrupt):  # repeated, because the game may catch the exception
        yield


def where(traceback: TracebackType | None) -> tuple[str, str]:
    """Returns the game's method that was running when an exception was raised, and the file and line that it had
    reached.

    Both texts are empty if no code of the game was running.
    """
    frames = [frame for frame in extract_tb(traceback) if not frame.filename.startswith((HOUSE, "<"))]
    return (frames[0].name, f"{frames[-1].filename}, line {frames[-1].lineno}") if frames else ("", "")


def _interrupt(_: int, __: FrameType | None) -> None:
    raise TooLong
