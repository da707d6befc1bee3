"""Limits of a check, in actions and processor time."""

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
    """The limits of the checks of a game."""

    matches: int = 6
    """Matches with each edition and number of seats."""
    states: int = 60
    """States of each match that are checked, evenly spread."""
    deals: int = 80
    """Deals with each edition and number of seats, in checks that compare deals."""
    seconds: float = 5
    """Processor time for a check, in seconds; then it ends with what it has tried."""
    call_seconds: float = 5
    """Processor time for one call of a method, in seconds."""
    actions: int = 10_000
    """The longest match, in actions, of a game that does not tell how long a match can be."""


class TooLong(BaseException):
    """A method does not end; a BaseException, so that no `except Exception` of its author catches it."""


class Clock:
    """The processor time of one check."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds if isfinite(seconds) else inf

    def left(self) -> bool:
        """Whether some of it is left."""
        return time.process_time() < self._end


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Raises TooLong when this much processor time is used up; works only in the main thread."""
    if not isfinite(seconds):
        yield
        return
    with alarmed_after(seconds, AGAIN_S, _interrupt):  # again and again, because a loop may catch everything
        yield


def where(traceback: TracebackType | None) -> tuple[str, str]:
    """The method of the game that was running, and its current file and line; both empty if none was running."""
    frames = [frame for frame in extract_tb(traceback) if not frame.filename.startswith((HOUSE, "<"))]
    return (frames[0].name, f"{frames[-1].filename}, line {frames[-1].lineno}") if frames else ("", "")


def _interrupt(_: int, __: FrameType | None) -> None:
    raise TooLong
