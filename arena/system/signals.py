"""Deferred interrupts, processor time alarms and requests to end, as far as the system can."""

import _thread
import faulthandler
import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

SIGNALS: Final = hasattr(signal, "pthread_sigmask")
"""Whether signals can be put off, and can come from outside; Windows has Ctrl-C alone."""
ALARMS: Final = hasattr(signal, "setitimer")
ALARM: Final = signal.SIGVTALRM if ALARMS else signal.SIGILL
"""Windows never sends the other, nor does it know timers: a thread looks at the time instead, and rings."""
LEAST_WAIT_S: Final = 0.01
TOO_LARGE_A_FILE: Final[int] = getattr(signal, "SIGXFSZ", 0)
"""The signal that ends who writes more than a file may have; 0 where there is none."""
Alarm = Callable[[int, FrameType | None], None]


@contextmanager
def interrupts_put_off() -> Iterator[None]:
    """Holds Ctrl-C back within the block; a process started there begins so, and decides itself what Ctrl-C does."""
    if not SIGNALS:
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))


def ignore_interrupts() -> None:
    """Makes this process ignore Ctrl-C from now on, and drops one that waits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if SIGNALS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))


def wait_for_interrupt() -> None:
    """Waits until Ctrl-C raises KeyboardInterrupt."""
    while True:
        if SIGNALS:
            signal.pause()
        else:
            time.sleep(1)


def when_terminated(loop: "AbstractEventLoop", call: Callable[[], object]) -> None:
    """Has a loop call this when somebody asks this process to end; where nobody can, processes are just ended."""
    if SIGNALS:
        loop.add_signal_handler(signal.SIGTERM, call)


def show_place_when_terminated(file: int) -> None:
    """Has this process say in which line it is when it is asked to end, and then end."""
    if hasattr(faulthandler, "register"):
        faulthandler.register(signal.SIGTERM, file, all_threads=False, chain=True)


def every(seconds: float, look: Alarm) -> None:
    """Calls `look` in the main thread whenever this process has used so much processor time."""
    signal.signal(ALARM, look)
    _set_timer(seconds, seconds)


@contextmanager
def alarmed_after(seconds: float, again_s: float, alarm: Alarm) -> Iterator[None]:
    """Calls `alarm` within it after so much processor time, and then every `again_s`; in the main thread alone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(ALARM, alarm)
    rest = _set_timer(seconds, again_s)
    try:
        yield
    finally:
        _set_timer(0)
        signal.signal(ALARM, before)
        _set_timer(*rest)


class _Timer:
    """What `setitimer` is, where there is none: a thread looks at the processor time, and rings in the main thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._due_s = self._again_s = math.inf
        self._thread: threading.Thread | None = None

    def set(self, seconds: float, again_s: float = 0) -> tuple[float, float]:
        """Rings after so much processor time, and then again and again; never if it is 0. The rest it replaces."""
        with self._changed:
            rest = self._due_s - time.process_time(), self._again_s
            self._due_s = time.process_time() + seconds if seconds else math.inf
            self._again_s = again_s or math.inf
            if self._thread is None:
                self._thread = threading.Thread(target=self._ring, daemon=True, name="rings")
                self._thread.start()
            self._changed.notify()
        return (0, 0) if math.isinf(rest[0]) else (max(LEAST_WAIT_S, rest[0]), rest[1])

    def _ring(self) -> None:
        with self._changed:
            while True:
                left_s = self._due_s - time.process_time()
                if left_s > 0:
                    self._changed.wait(None if math.isinf(left_s) else max(LEAST_WAIT_S, left_s))
                else:
                    _thread.interrupt_main(ALARM)
                    self._due_s = time.process_time() + self._again_s


_set_timer: Final = partial(signal.setitimer, signal.ITIMER_VIRTUAL) if ALARMS else _Timer().set
