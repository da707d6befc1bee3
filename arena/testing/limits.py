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
    """What a game is given."""

    matches: int = 6
    """Of each edition and number of seats."""
    states: int = 60
    """Of each match that are looked at, evenly spread."""
    deals: int = 80
    """Of each edition and number of seats, where deals are compared."""
    seconds: float = 5
    """Of processor time for a check; then it ends with what it has seen."""
    call_seconds: float = 5
    """Of processor time for one call of a method."""
    actions: int = 10_000
    """Of a match of a game that does not say how long it can be."""


class TooLong(BaseException):
    """A method does not end. No `except Exception` of its author may catch it."""


class Clock:
    """The processor time of one check."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds if isfinite(seconds) else inf

    def left(self) -> bool:
        """Whether there is some."""
        return time.process_time() < self._end


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Raises TooLong when so much processor time is used up; in threads but the main one nothing can."""
    if not isfinite(seconds):
        yield
        return
    with alarmed_after(seconds, AGAIN_S, _interrupt):  # again, for a loop may catch everything
        yield


def where(traceback: TracebackType | None) -> tuple[str, str]:
    """The method of the game that was running, and the file and line it had come to; empty where it was none."""
    frames = [frame for frame in extract_tb(traceback) if not frame.filename.startswith((HOUSE, "<"))]
    return (frames[0].name, f"{frames[-1].filename}, line {frames[-1].lineno}") if frames else ("", "")


def _interrupt(_: int, __: FrameType | None) -> None:
    raise TooLong
