"""Interrupts a call of a method of an author's game if the method does not return.

Rule 1: the watchdog watches only the main thread, which plays the matches. A signal cannot interrupt other threads,
and it cannot interrupt a loop in C code.
Rule 2: the watchdog does not slow calls down. Once per second of processor time, it checks which call is running. It
measures a call by the processor time of the main thread alone, because other threads may be busy with something else.
"""

import inspect
import threading
import time
from types import CodeType, FrameType
from typing import Any, Final

from arena.games.contract import Game
from arena.games.outside.fault import LONGEST_CALL_S, Endless
from arena.system.signals import every

LOOKS_EVERY_S: Final = 1.0
ALLOWED: Final = ("merits", "sample", "action_targets")
"""The optional methods of a game; the watchdog watches them like the mandatory ones."""


class _Watchdog:
    """The watched methods, and the watched call that was running at the last check."""

    def __init__(self) -> None:
        self.methods: set[CodeType] = set()
        self._call: FrameType | None = None
        self._since_s = 0.0
        """The processor time of the main thread, in seconds, at the check that first found the running call."""

    def call(self, frame: FrameType | None) -> FrameType | None:
        """Returns the outermost call of a watched method from which this frame was called, directly or not; None if
        there is none.
        """
        found = None
        while frame:
            if frame.f_code in self.methods:
                found = frame
            frame = frame.f_back
        return found

    def look(self, _: int, frame: FrameType | None) -> None:
        """Raises Endless in the running call of a watched method if the call takes too long; called once per second of
        processor time.
        """
        call, now_s = self.call(frame), time.thread_time()
        if call is None or call is not self._call:
            self._call, self._since_s = call, now_s
        elif now_s - self._since_s >= LONGEST_CALL_S:
            raise Endless  # raised again at the next look, because the game may catch it


_WATCHDOG: Final = _Watchdog()


def watch(game: Game[Any, Any]) -> None:
    """Makes the watchdog watch the methods of an author's game: it raises Endless in each call that takes too long.
    Does nothing for the arena's own games, and nothing outside the main thread.
    """
    written = getattr(game, "written", None)
    if written is None or threading.current_thread() is not threading.main_thread():
        return
    from arena.games.outside.author import Written  # noqa: PLC0415  # the arena's own games do not need it

    names = [name for name in vars(Written) if not name.startswith("_")] + [*ALLOWED]
    methods = [getattr(written, name) for name in names if hasattr(written, name)]
    codes = [getattr(inspect.unwrap(method), "__code__", None) for method in methods]
    _WATCHDOG.methods.update(code for code in codes if code)
    every(LOOKS_EVERY_S, _WATCHDOG.look)


def running(frame: FrameType | None) -> str:
    """Returns the name of the watched method that was running in this frame, with its file and line; empty if none was
    running.
    """
    call = _WATCHDOG.call(frame)
    if call is None or frame is None:
        return ""
    return f"{call.f_code.co_name} of the game ({frame.f_code.co_filename}, line {frame.f_lineno})"
