"""The limits of a check, in actions and processor time, and how they are enforced."""

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
    """The limits of the checks of a game, for tests or the command."""

    matches: int = 6
    """How many matches are played with each edition and number of seats."""
    states: int = 60
    """How many states of each match are checked, evenly spread."""
    deals: int = 80
    """How many deals are compared with each edition and number of seats."""
    seconds: float = 5
    """Seconds of processor time for a check; then it ends with what it has tried."""
    call_seconds: float = 5
    """Seconds of processor time for one call of a method."""
    actions: int = 10_000
    """The most actions of a match, in a game that does not say how long a match can be."""


class TooLong(BaseException):
    """Raised in a method that does not end; a BaseException, so that no `except Exception` of its author catches it."""


class Clock:
    """Measures the processor time that one check may use."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds if isfinite(seconds) else inf

    def left(self) -> bool:
        """Whether any of the time is left."""
        return time.process_time() < self._end


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Raises TooLong within the context after `seconds` of processor time; works only in the main thread."""
    if not isfinite(seconds):
        yield
        return
    with alarmed_after(seconds, AGAIN_S, _interrupt):  # again and again, because a loop may catch everything
        yield


def where(traceback: TracebackType | None) -> tuple[str, str]:
    """The method of the game that was running, and the file and line where; both empty if no code of the game was
    running.
    """
    frames = [frame for frame in extract_tb(traceback) if not frame.filename.startswith((HOUSE, "<"))]
    return (frames[0].name, f"{frames[-1].filename}, line {frames[-1].lineno}") if frames else ("", "")


def _interrupt(_: int, __: FrameType | None) -> None:
    raise TooLong
