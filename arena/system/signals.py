"""Deferred interrupts, processor time alarms and requests to end, as far as the system can."""

import faulthandler
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

SIGNALS: Final = hasattr(signal, "pthread_sigmask")
"""Whether signals can be put off, and can come from outside; Windows has Ctrl-C alone."""
ALARMS: Final = hasattr(signal, "setitimer")
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
    """Calls `look` in the main thread whenever it has used so much processor time; never where there are no alarms."""
    if ALARMS:
        signal.signal(signal.SIGVTALRM, look)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)


@contextmanager
def alarmed_after(seconds: float, again_s: float, alarm: Alarm) -> Iterator[None]:
    """Calls `alarm` within it after so much processor time, and then every `again_s`.

    In other threads than the main one, and where there are no alarms, it does not.
    """
    if not ALARMS or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, alarm)
    rest = signal.setitimer(signal.ITIMER_VIRTUAL, seconds, again_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        signal.setitimer(signal.ITIMER_VIRTUAL, *rest)
