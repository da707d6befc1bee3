"""Reads several leagues in one thread, the reader, which takes turns between the leagues.

Rule 1: a thread that makes a page never reads a league itself. It asks the reader for the league, waits a limited time,
and then shows the part that the reader has read so far.
Rule 2: no page waits longer than this limited time, even if its own league or another one takes long to read or cannot
be read.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Condition, Thread
from typing import Final

from leaderboards.pages.shown.followed import Followed

BETWEEN_S: Final = 0.001
"""The seconds of a pause in which waiting threads can take a league's lock. Without a pause the reader would take the
lock again at once.
"""


@dataclass(slots=True)
class _Reading:
    """The state of a league that is being read: the time of the request, and the number of turns so far."""

    since_s: float
    moments: int = 0


class Reader:
    """Reads leagues in a thread, which ends when all requested leagues have been read."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._under_way: dict[Followed, _Reading] = {}
        self._failed: dict[Followed, Exception] = {}
        self._reads = False

    def read(self, leagues: Sequence[Followed], patience_s: float) -> list[Followed]:
        """Waits until these leagues are read, or until their reading has taken `patience_s` seconds; returns the
        leagues that are read.

        Raises the error of a league that could not be read.
        """
        with self._changed:
            for league in leagues:
                self._under_way.setdefault(league, _Reading(time.monotonic()))
                self._failed.pop(league, None)
            if self._under_way and not self._reads:
                self._reads = True
                Thread(target=self._read, daemon=True).start()
            begun_s = max((self._under_way[league].since_s for league in leagues), default=0.0)
            self._changed.wait_for(
                lambda: not self._new(leagues, patience_s),
                max(begun_s + patience_s - time.monotonic(), 0.0),
            )
            for league in leagues:
                if league in self._failed:
                    raise self._failed[league]
            return [league for league in leagues if league not in self._under_way]

    def stop(self) -> None:
        """Stops the reader as soon as it has finished the present turn of reading."""
        with self._changed:
            self._under_way.clear()

    def _new(self, leagues: Sequence[Followed], patience_s: float) -> list[Followed]:
        """Returns the leagues that are still being read and were requested less than `patience_s` seconds ago."""
        since_s = time.monotonic() - patience_s
        return [league for league in leagues if league in self._under_way and self._under_way[league].since_s > since_s]

    def _read(self) -> None:
        while league := self._next():
            failure, more = None, False
            try:
                more = league.refresh()
                league.strengthen()
            except Exception as error:  # noqa: BLE001  # raised again in the thread that requested the league
                failure = error
            self._note(league, failure, more=more)
            time.sleep(BETWEEN_S)

    def _next(self) -> Followed | None:
        """Returns the league to read next, which has had the fewest turns; None if all have been read."""
        with self._changed:
            self._reads = bool(self._under_way)
            return min(self._under_way, key=lambda league: self._under_way[league].moments) if self._reads else None

    def _note(self, league: Followed, failure: Exception | None, *, more: bool) -> None:
        with self._changed:
            if failure:
                self._failed[league] = failure
            if more and league in self._under_way:
                self._under_way[league].moments += 1
            else:
                self._under_way.pop(league, None)
            self._changed.notify_all()
