"""Follows a league that is shown: its store, and how far it has been read.

Rule 1: matches stored before the league was opened are read at full speed, and so are all while nobody plays.
Rule 2: matches played meanwhile are read with rests, however fast they come; the page says how many are not yet read.
"""

import re
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from math import inf
from operator import is_not
from threading import Lock, RLock, Thread
from typing import Any, Final

from arena.errors import ArenaError
from arena.games.contract import GameInfo
from arena.games.registry import GAMES
from arena.league.field import Field
from arena.league.league import IMPLIED
from leaderboards.pages.shown.gapless_beginning import Beginning
from leaderboards.pages.shown.rests import Rests
from leaderboards.reports.fairness import Treatment
from leaderboards.reports.standings import Standings
from leaderboards.statistics.analysis import Analysis, analyse
from leaderboards.store import Store, StoredMatch
from leaderboards.store.gapless import sizes_of
from leaderboards.store.places.database import damaged
from leaderboards.store.rows.runs import Run, total_usage
from leaderboards.store.rows.seal import Seal
from leaderboards.store.values.extent import Extent
from leaderboards.store.values.fields import FIELD
from leaderboards.store.values.identity import MOST_BOTS

AT_ONCE: Final = 2_000
"""The most matches read in one go, while no other thread can use the league."""
MOMENT_S: Final = 0.1
"""The most seconds of one go of reading, as a stranger's records may be large."""
BETWEEN_RESTS: Final = 100
"""The number of matches read between rests while others play."""
STRENGTHS_REST: Final = 300
"""The rest after computing strengths while others play, as a multiple of the time that the computation took."""

ANALYSING: Final = Lock()
"""The lock held while strengths are computed: for one league at a time, to leave time for making pages."""
SEEN: Final = re.compile(r"(?P<commitment>[0-9a-f]+)-(?P<blocks>[0-9]{1,9})-")
"""The beginning of the text that `Followed.state` returns."""


class _Reading:
    """Iterates over matches for MOMENT_S seconds at most, but always over a multiple of `together` matches."""

    def __init__(self, matches: Iterator[StoredMatch], together: int) -> None:
        self._matches, self._together = matches, together
        self.cut = False
        """Whether the iteration stopped before the end, so that there may be more matches."""

    def __iter__(self) -> Iterator[StoredMatch]:
        until_s = time.monotonic() + MOMENT_S
        for number, match in enumerate(self._matches, 1):
            yield match
            if number % self._together == 0 and time.monotonic() > until_s:
                self.cut = True
                return


@dataclass(frozen=True, slots=True)
class Analysed:
    """The analysis of a league's first blocks, and their number."""

    blocks: int
    analysis: Analysis


class Followed:
    """One league that is shown; a thread that uses it must hold `lock`."""

    def __init__(self, store: Store, place: str, slug: str, private: bool = False) -> None:
        """`place`: the place of the results, as people see it; `slug`: the league's folder among the pages; `private`:
        whether the output of its bots is for their authors alone. Raises ArenaError [damaged].
        """
        self.store, self.place, self.slug, self.private = store, place, slug, private
        self.lock = RLock()
        values = store.values()
        self.identity: dict[str, Any] = {**IMPLIED, **store.identity()}
        self.name = str(self.identity["name"])
        self.commitment = values["commitment"].hex()
        self.info: GameInfo | None = GAMES[self.identity["game"]].info if self.identity["game"] in GAMES else None
        self.field = store.field()
        self.seats = int(self.identity["seats"])
        self._sizes = sizes_of(self.identity)
        self.block_matches = self._sizes.block
        self.stored = 0
        """The number of stored matches, with or without gaps."""
        self.seal = Seal()
        self.extent: Extent | None = None
        self.runs: tuple[Run, ...] = ()
        self.being_played = False
        self.whole = False
        """Whether all that is stored has been read."""
        self._pulse: dict[str, bytes] = {}
        self._analysing: Thread | None = None
        self._analysing_s = 0.0
        """When the analysis began."""
        self._begin()

    def _begin(self) -> None:
        self.beginning = Beginning(self._sizes)
        self.analysed: Analysed | None = None
        """The last analysis, perhaps of fewer blocks than are read, so that strengths are not computed all the time."""
        self._strengthened_s = -inf
        """The time before which no strengths are computed while others play."""
        self._rests = Rests()
        self._backlog: int | None = None
        """The number of matches that were stored at the first look."""
        self._more = True
        self._table: Standings | None = None
        self._table_of: tuple[object, ...] = ()
        """The values that the table was made from; it is made again when they change."""

    @property
    def field(self) -> Field:
        """The bots that take part, or have taken part."""
        return self._field

    @field.setter
    def field(self, field: Field) -> None:
        self._field, self._field_digest = field, blake2b(field.to_text().encode(), digest_size=6).hexdigest()

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of all bots that take part, or have taken part."""
        return tuple(member.name for member in self.field.members)

    def refresh(self) -> bool:
        """Reads some of the new matches; returns whether to read more at once. Raises ArenaError if it cannot."""
        with self.lock:
            self.being_played = self.store.being_played()
            if self.being_played and not self._rests.over():
                self._more = False
                return False
            with self.working():
                self._look()
            if self.whole or self.beginning.matches() >= (self._backlog or 0):
                self._rests.begin()
            self._more = not self.whole and (self._rests.over() or not self.being_played)
            return self._more

    def working(self) -> AbstractContextManager[None]:
        """A context for work on the league; while others play, a rest of the reader must follow."""
        return self._rests.earned() if self.being_played else nullcontext()

    def _look(self) -> None:
        pulse = self.store.pulse()
        if pulse != self._pulse:
            seal = self.store.seal()
            if seal.count < self.stored:
                self._begin()
            self.stored, self.seal, self.extent = seal.count, seal, self.store.extent()
            self.runs = self.store.runs()
            if pulse.get(FIELD) != self._pulse.get(FIELD):
                self.field = self.store.field()
            self._pulse, self.whole = pulse, False
            self._backlog = seal.count if self._backlog is None else self._backlog
        if not self.whole:
            self._read()

    def _read(self) -> None:
        before = self.beginning.matches()
        rested = self.being_played and before >= (self._backlog or 0)
        most = max(BETWEEN_RESTS if rested else AT_ONCE, self._sizes.deal)
        with closing(self.store.matches_from(before)) as matches:
            reading = _Reading(islice(matches, most), self._sizes.deal)
            self.beginning.take(reading)
        if (bots := len(self.beginning.table.ratings.by_bot())) > MOST_BOTS:
            raise damaged(self.place, f"{bots} bots have played in it; a league has at most {MOST_BOTS}")
        self.whole = not reading.cut and self.beginning.matches() - before <= most - self._sizes.deal

    def strengthen(self, patience_s: float = 0.0) -> None:
        """Starts computing the strengths if that is due; waits for them until `patience_s` seconds after the start."""
        with self.lock:
            beginning, blocks = self.beginning, len(self.beginning.blocks)
            stale = self.analysed is None or self.analysed.blocks != blocks
            finding = self._analysing is not None and self._analysing.is_alive()
            resting = self.being_played and time.monotonic() < self._strengthened_s
            if not stale or self._more or (resting and not finding):
                return
            if not finding:
                self._analysing = Thread(target=self._analyse, args=(beginning, blocks), daemon=True)
                self._analysing_s = time.monotonic()
                self._analysing.start()
            analysing, patience_s = self._analysing, self._analysing_s + patience_s - time.monotonic()
        assert analysing
        analysing.join(max(patience_s, 0.0))

    def settle(self) -> None:
        """Reads all that is stored, and then computes the strengths."""
        with self.lock:
            self.being_played = self.store.being_played()
            self._look()
            while not self.whole:
                self._look()
        self._analyse(self.beginning, len(self.beginning.blocks))

    def _analyse(self, beginning: Beginning, blocks: int) -> None:
        """Computes the strengths after so many blocks; keeps them unless the league was begun again meanwhile."""
        with ANALYSING:
            begun = time.monotonic()
            found = Analysed(blocks, analyse(beginning.blocks[:blocks]))
        with self.lock:
            if self.beginning is beginning:
                self.analysed = found
                self._strengthened_s = time.monotonic() + STRENGTHS_REST * (time.monotonic() - begun)

    def standings(self) -> Standings:
        """The table of the gapless beginning; it is made again only when something in it has changed."""
        with self.lock:
            last = self.beginning.blocks[-1] if self.beginning.blocks else None
            made_of = (self.beginning, last, self.analysed, self.runs, self.extent, self.field)
            if self._table is None or any(map(is_not, made_of, self._table_of)):
                analysis = self.analysed.analysis if self.analysed else None
                left = self.field.left()
                self._table = self.beginning.table.standings(analysis, total_usage(self.runs), self.extent, left)
                self._table_of = made_of
            return self._table

    def standings_at_once(self) -> Standings | None:
        """The table as it is now, or the last one made if another thread holds the league; never waits."""
        if not self.lock.acquire(blocking=False):
            return self._table
        try:
            return self.standings()
        finally:
            self.lock.release()

    def treatments(self) -> tuple[Treatment, ...]:
        """The treatment of each bot, in order of name."""
        with self.lock:
            return self.beginning.gathered.treatments(self.runs)

    def match(self, ordinal: int) -> StoredMatch:
        """The match at this place of the schedule; raises ArenaError [no-match], [damaged]."""
        return self.store.find(str(ordinal))

    def state(self) -> str:
        """A text that changes whenever a page of the league changes; never waits for another thread."""
        analysed, beginning = self.analysed, self.beginning
        parts = (
            len(beginning.blocks),
            self.stored,
            analysed.blocks if analysed else 0,
            len(self.runs),
            self._field_digest,
            int(self.being_played),
            int(self.whole),
            self.extent.matches if self.extent else 0,
            int(self.extent is not None and self.extent.reached),
        )
        return "-".join((self.commitment[:12], *map(str, parts)))

    def settled(self) -> bool:
        """Whether nothing can change any more: all matches are played and read, and the strengths are computed."""
        played = bool(self.extent and self.extent.finished(self.stored)) and not self.being_played
        found = self.analysed is not None and self.analysed.blocks == len(self.beginning.blocks)
        return played and self.whole and found

    def behind(self, state: str) -> bool:
        """Whether a browser has seen more blocks than are read now, as after a restart of the server.

        False if all is read. `state`: the state that the browser says it has seen, which may be any text.
        """
        seen = SEEN.match(state)
        if self.whole or not seen or seen["commitment"] != self.commitment[:12]:
            return False
        return len(self.beginning.blocks) < int(seen["blocks"])

    def total_blocks(self) -> int | None:
        """The number of blocks in the schedule; None if it is unknown, or the schedule has no end."""
        return (self.extent.matches // self.block_matches or None) if self.extent else None

    def close(self) -> None:
        """Closes the store."""
        with suppress(ArenaError):
            self.store.close()
