"""Builds the bots of a league two at a time; an interrupt (Ctrl-C) or a failure ends all builds.

Each build runs in a thread of its own. Python raises an interrupt in the main thread, at any moment. If an interrupt
comes while the main thread starts another thread or waits for the end of that thread, Python's own list of living
threads may become wrong. So this module does not use that list, but counts the running builds itself.
"""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from arena.building.builds.command import end_builds
from arena.building.manifest import Manifest

THREADS: Final = 2
LOOK_S: Final = 0.02
Tell = Callable[[str], None]


def built_at_once(bots: Sequence[Manifest], build: Callable[[Manifest, Tell], Manifest], tell: Tell) -> list[Manifest]:
    """Calls `build` for each bot, two at a time, and returns the results in the order of `bots`.

    If calls fail, it raises the error of the failed bot that comes first in `bots`. Once a failure or an interrupt has
    ended the builds, it calls `tell` no more.
    """
    places = iter(range(len(bots)))
    taken: list[int] = []
    made: dict[int, Manifest | BaseException] = {}
    taking, given_up = threading.Lock(), threading.Event()

    def told(sentence: str) -> None:
        if not given_up.is_set():
            tell(sentence)

    def build_on() -> None:
        while True:
            with taking:
                if given_up.is_set() or (place := next(places, None)) is None:
                    return
                taken.append(place)
            try:
                made[place] = build(bots[place], told)
            except BaseException as error:  # noqa: BLE001  # raised again in the thread that waits for the builds
                made[place] = error
                given_up.set()

    try:
        for _ in bots[:THREADS]:
            threading.Thread(target=build_on).start()
        while len(made) < len(bots) and not given_up.is_set():
            time.sleep(LOOK_S)
    finally:
        with taking:
            given_up.set()
        while len(made) < len(taken):
            end_builds()
            time.sleep(LOOK_S)
    return [_raised_or(made[place]) for place in sorted(made)]


def _raised_or(made: Manifest | BaseException) -> Manifest:
    if isinstance(made, BaseException):
        raise made
    return made
