"""Tests that a method of a game which never returns is interrupted, and that the error names the line that it was
executing.
"""

import functools
import inspect
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from arena.games import Chance
from arena.games.outside import fault
from arena.games.outside.fault import GameFault
from arena.games.outside.game import Outside
from arena.transport.machine import watchdog
from tests.games.outside.pig import Pig


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Limits each call of a game's methods to a very short time during the test; afterwards, ends the watching of
    calls.
    """
    monkeypatch.setattr(watchdog, "LOOKS_EVERY_S", 0.02)
    monkeypatch.setattr(watchdog, "LONGEST_CALL_S", 0.04)
    monkeypatch.setattr(fault, "LONGEST_CALL_S", 0.04)
    before = signal.getsignal(signal.SIGVTALRM)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


class Endless(Pig):
    """A game with a method that never returns and catches every error it can."""

    def legal_actions(self, state: Any) -> list[int]:
        while True:
            try:
                state += 1
            except Exception:  # noqa: BLE001  # the method must catch every error
                state = 0


def test_a_method_that_does_not_end_is_a_fault_of_the_game() -> None:
    game = Outside(Endless(), "pig")
    watchdog.watch(game)
    line = Endless.legal_actions.__code__.co_firstlineno
    with pytest.raises(GameFault) as caught:
        game.legal_actions(game.deal(2, "standard", Chance(bytes(16))))
    said, _, place = caught.value.message.partition(f" ({__file__}, line ")
    assert said == "the game Pig: legal_actions did not end within 0.04 s of processor time"
    assert line < int(place.removesuffix(")")) <= line + 5


def test_many_short_calls_may_take_as_long_as_they_like() -> None:
    game = Outside(Pig(), "pig")
    watchdog.watch(game)
    state, looks = game.deal(2, "standard", Chance(bytes(16))), 0
    look = watchdog._WATCHDOG.look

    def counting(number: int, frame: Any) -> None:
        nonlocal looks
        looks += 1
        look(number, frame)

    signal.signal(signal.SIGVTALRM, counting)
    while looks < 6:
        game.view(state, 0)


class Cached(Endless):
    """A game whose endless method is wrapped in a cache of the standard library. Such a cache contains no Python code
    that could be watched.
    """

    legal_actions = functools.lru_cache(Endless.legal_actions)


def test_a_method_behind_a_cache_is_interrupted_too() -> None:
    game = Outside(Cached(), "pig")
    watchdog.watch(game)
    with pytest.raises(GameFault, match="legal_actions did not end within"):
        game.legal_actions(game.deal(2, "standard", Chance(bytes(16))))


def test_what_other_threads_compute_is_not_the_games() -> None:
    over = threading.Event()

    def compute() -> None:
        while not over.is_set():
            pass

    watched = watchdog._Watchdog()
    watched.methods.add(test_what_other_threads_compute_is_not_the_games.__code__)
    thread = threading.Thread(target=compute)
    thread.start()
    try:
        frame, until_s = inspect.currentframe(), time.process_time() + 0.2
        while time.process_time() < until_s:
            over.wait(0.01)
            watched.look(0, frame)
    finally:
        over.set()
        thread.join()
