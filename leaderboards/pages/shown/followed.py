"""A league that is shown: its store, and the beginning of its schedule as far as it has been read."""

import json
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import islice
from math import inf
from threading import RLock, Thread
from typing import Any, Final

from arena.errors import ArenaError
from arena.games.contract import GameInfo
from arena.games.registry import GAMES
from arena.league.league import IMPLIED
from leaderboards.pages.shown.beginning import Beginning
from leaderboards.reports.fairness import Treatment
from leaderboards.reports.standings import Standings
from leaderboards.statistics.analysis import Analysis, analyse
from leaderboards.store import Store, StoredMatch
from leaderboards.store.extent import Extent
from leaderboards.store.gapless import sizes_of
from leaderboards.store.runs import Run, total_usage
from leaderboards.store.seal import Seal

AT_ONCE: Final = 2_000
"""Matches that are read while nobody else can ask."""
REST: Final = 50
"""The strengths are found again after so many times the time it took."""


@dataclass(frozen=True, slots=True)
class Analysed:
    """The order-free analysis, and after how many blocks it is."""

    blocks: int
    analysis: Analysis


class Followed:
    """One league; whoever asks it holds `lock`."""

    def __init__(self, store: Store, place: str, slug: str) -> None:
        """`place`: where it is, for people; `slug`: its folder among the pages. Raises ArenaError [damaged]."""
        self.store, self.place, self.slug = store, place, slug
        self.lock = RLock()
        values = store.values()
        self.identity: dict[str, Any] = {**IMPLIED, **store.identity()}
        self.name = str(self.identity["name"])
        self.commitment = values["commitment"].hex()
        self.versions: dict[str, str] = json.loads(values["versions"])
        """By bot."""
        self.info: GameInfo | None = GAMES[self.identity["game"]].info if self.identity["game"] in GAMES else None
        self.bots: tuple[str, ...] = tuple(self.identity["bots"])
        self.seats = int(self.identity["seats"])
        self._sizes = sizes_of(self.identity)
        self.block_matches = self._sizes.block
        self.stored = 0
        """Matches, in whatever order they were played."""
        self.seal = Seal()
        self.extent: Extent | None = None
        self.runs: tuple[Run, ...] = ()
        self.being_played = False
        self.whole = False
        """Whether all that is stored was read."""
        self._pulse: tuple[bytes, ...] = ()
        self._begin()

    def _begin(self) -> None:
        self.beginning = Beginning(self._sizes)
        self.analysed: Analysed | None = None
        """The strengths, perhaps of an earlier block than the table, lest they be found again all the time."""
        self._rested_s = 0.0

    def refresh(self) -> bool:
        """Takes in some of what was stored since, and says whether there may be more to read. Raises ArenaError."""
        with self.lock:
            self.being_played = self.store.being_played()
            pulse = self.store.pulse()
            if pulse != self._pulse:
                seal = self.store.seal()
                if seal.count < self.stored:
                    self._begin()
                self.stored, self.seal, self.extent = seal.count, seal, self.store.extent()
                self.runs = self.store.runs()
                self._pulse, self.whole = pulse, False
            if not self.whole:
                self._read()
        return not self.whole

    def _read(self) -> None:
        before = self.beginning.matches()
        with closing(self.store.matches_from(before)) as matches:
            self.beginning.take(islice(matches, AT_ONCE))
        self.whole = self.beginning.matches() - before <= AT_ONCE - self._sizes.deal

    def strengthen(self, patience_s: float = 0.0) -> None:
        """Finds the strengths anew if it is time, and waits for them so long at most; nobody else has to."""
        with self.lock:
            beginning, blocks = self.beginning, len(self.beginning.blocks)
            stale = self.analysed is None or self.analysed.blocks != blocks
            if not (stale and self.whole and time.monotonic() >= self._rested_s):
                return
            self._rested_s = inf  # until they are found
        analysing = Thread(target=self._analyse, args=(beginning, blocks), daemon=True)
        analysing.start()
        analysing.join(max(patience_s, 0.0))

    def settle(self) -> None:
        """Takes in all that is stored, and finds the strengths after it."""
        while self.refresh():
            pass
        self._analyse(self.beginning, len(self.beginning.blocks))

    def _analyse(self, beginning: Beginning, blocks: int) -> None:
        """Finds the strengths after so many blocks, and notes them unless the league was begun anew meanwhile."""
        begun = time.monotonic()
        found = Analysed(blocks, analyse(beginning.blocks[:blocks]))
        with self.lock:
            if self.beginning is beginning:
                self.analysed = found
                self._rested_s = time.monotonic() + REST * (time.monotonic() - begun)

    def standings(self) -> Standings:
        """The table after the beginning."""
        with self.lock:
            return self.beginning.table.standings(total_usage(self.runs), self.extent)

    def treatments(self) -> tuple[Treatment, ...]:
        """What each bot met with, in order of name."""
        with self.lock:
            return self.beginning.gathered.treatments(self.runs)

    def match(self, ordinal: int) -> StoredMatch:
        """A match; raises ArenaError [no-match], [damaged]."""
        return self.store.find(str(ordinal))

    def state(self) -> str:
        """Changes whenever a page of the league does; nobody has to wait for it."""
        analysed, beginning = self.analysed, self.beginning
        parts = (
            len(beginning.blocks),
            self.stored,
            analysed.blocks if analysed else 0,
            len(self.runs),
            int(self.being_played),
        )
        return "-".join((self.commitment[:12], *map(str, parts)))

    def total_blocks(self) -> int | None:
        """In the whole schedule, if that is known."""
        return self.extent.matches // self.block_matches if self.extent else None

    def close(self) -> None:
        """Lets go of the store."""
        with suppress(ArenaError):
            self.store.close()
