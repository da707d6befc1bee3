"""Delays Ctrl-C, sets alarms after some processor time, and handles requests to end, as far as the system allows."""

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
"""Whether the system can hold back signals and send them between processes; Windows has only Ctrl-C."""
ALARMS: Final = hasattr(signal, "setitimer")
ALARM: Final = signal.SIGVTALRM if ALARMS else signal.SIGILL
"""The signal by which this process receives an alarm.

Windows has no timers. There a thread watches the time, and raises SIGILL in the main thread, because Windows itself
never sends this signal.
"""
LEAST_WAIT_S: Final = 0.01
TOO_LARGE_A_FILE: Final[int] = getattr(signal, "SIGXFSZ", 0)
"""The number of the signal that ends a process whose file becomes too large; 0 on systems without it."""
Alarm = Callable[[int, FrameType | None], None]


@contextmanager
def interrupts_put_off() -> Iterator[None]:
    """Holds Ctrl-C back within the context. A process that is started within the context begins with Ctrl-C held back,
    and can then decide how to treat it. Does nothing on Windows.
    """
    if not SIGNALS:
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))


def ignore_interrupts() -> None:
    """Makes this process ignore Ctrl-C from now on, and drops a Ctrl-C that was held back."""
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
    """Makes the event loop call `call` when this process is asked to end; does nothing on Windows."""
    if SIGNALS:
        loop.add_signal_handler(signal.SIGTERM, call)


def show_place_when_terminated(file: int) -> None:
    """Makes this process write a traceback to the descriptor `file` before it ends, if it is asked to end by SIGTERM;
    does nothing on Windows.
    """
    if hasattr(faulthandler, "register"):
        faulthandler.register(signal.SIGTERM, file, all_threads=False, chain=True)


def every(seconds: float, look: Alarm) -> None:
    """Calls `look` in the main thread each time this process has used another `seconds` of processor time."""
    signal.signal(ALARM, look)
    _set_timer(seconds, seconds)


@contextmanager
def alarmed_after(seconds: float, again_s: float, alarm: Alarm) -> Iterator[None]:
    """Calls `alarm` after `seconds` of processor time within the context, then every `again_s` seconds. Does nothing
    outside the main thread.
    """
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
    """A replacement for `setitimer` on Windows: a thread watches the processor time, and raises ALARM in the main
    thread.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._due_s = self._again_s = math.inf
        self._thread: threading.Thread | None = None

    def set(self, seconds: float, again_s: float = 0) -> tuple[float, float]:
        """Sets an alarm after `seconds` of processor time, then every `again_s` seconds; replaces the former alarm.

        If `seconds` is 0, sets no alarm; if `again_s` is 0, the alarm does not repeat. Returns the former alarm's
        remaining seconds and its interval (infinity if it did not repeat); both are 0 if no alarm was set.
        """
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
