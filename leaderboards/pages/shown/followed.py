"""Follows a league that is shown: reads its store step by step, and keeps the results so far.

Rule 1: while nobody plays the league, all matches are read without rests between the steps. Matches that were already
stored when this process first read the league are always read without rests.
Rule 2: matches that are stored later, while the league is being played, are read with rests, so that reading takes
little processor time from the play. If matches are stored faster than they are read, the page of the table shows the
number of matches that are not read yet.
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
"""The most matches in one step of reading, during which no other thread can use the league."""
MOMENT_S: Final = 0.1
"""The most seconds of one step of reading; the limit exists because a stranger's records may be large."""
BETWEEN_RESTS: Final = 100
"""The number of matches read between two rests while the league is being played."""
STRENGTHS_REST: Final = 300
"""The rest after computing strengths while the league is being played, as a multiple of the computation's duration."""

ANALYSING: Final = Lock()
"""The lock that limits the computation of strengths to one league at a time, so that time is left for making pages."""
SEEN: Final = re.compile(r"(?P<commitment>[0-9a-f]+)-(?P<blocks>[0-9]{1,9})-")
"""Matches the beginning of the text that `Followed.state` returns: part of the league's commitment (a hash that
identifies the league), and the number of blocks read.
"""


class _Reading:
    """An iterator over matches that stops after MOMENT_S seconds, but only at the end of a deal. `together` is the
    number of matches of a deal.
    """

    def __init__(self, matches: Iterator[StoredMatch], together: int) -> None:
        self._matches, self._together = matches, together
        self.cut = False
        """Whether the iteration stopped early, so that more matches may follow."""

    def __iter__(self) -> Iterator[StoredMatch]:
        until_s = time.monotonic() + MOMENT_S
        for number, match in enumerate(self._matches, 1):
            yield match
            if number % self._together == 0 and time.monotonic() > until_s:
                self.cut = True
                return


@dataclass(frozen=True, slots=True)
class Analysed:
    """The strengths of a league's bots, computed from the league's first `blocks` blocks (deals in all seatings)."""

    blocks: int
    analysis: Analysis


class Followed:
    """A league that is shown. A thread that uses it must hold `lock`, except for methods that never wait."""

    def __init__(self, store: Store, place: str, slug: str, private: bool = False) -> None:
        """Prepares to follow the league in `store`.

        `place`: the path, URL or name of the store that pages show. `slug`: the league's folder in addresses of pages.
        `private`: whether only a bot's author may see the bot's output.

        Raises ArenaError [damaged] if the store cannot be read.
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
        """The number of stored matches, including matches after a gap in the schedule."""
        self.seal = Seal()
        self.extent: Extent | None = None
        self.runs: tuple[Run, ...] = ()
        self.being_played = False
        self.whole = False
        """Whether all stored matches before the first missing match of the schedule have been read."""
        self._pulse: dict[str, bytes] = {}
        self._analysing: Thread | None = None
        self._analysing_s = 0.0
        """The time at which the last computation of strengths began, in seconds of the monotonic clock."""
        self._begin()

    def _begin(self) -> None:
        self.beginning = Beginning(self._sizes)
        self.analysed: Analysed | None = None
        """The last computed strengths. They may cover fewer blocks (deals in all seatings) than have been read, since
        strengths are not computed after every block.
        """
        self._strengthened_s = -inf
        """The time until which strengths are not computed again while the league is being played, in seconds of the
        monotonic clock.
        """
        self._rests = Rests()
        self._backlog: int | None = None
        """The number of matches that were stored when the league was first read; None before that."""
        self._more = True
        self._table: Standings | None = None
        self._table_of: tuple[object, ...] = ()
        """The values from which `_table` was made; `standings` makes it again when one of them has changed."""

    @property
    def field(self) -> Field:
        """The bots that take part in the league, or took part before."""
        return self._field

    @field.setter
    def field(self, field: Field) -> None:
        self._field, self._field_digest = field, blake2b(field.to_text().encode(), digest_size=6).hexdigest()

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of all bots that take part in the league, or took part before."""
        return tuple(member.name for member in self.field.members)

    def refresh(self) -> bool:
        """Reads some of the new matches; returns whether more matches can be read now, without a rest first. Raises
        ArenaError if the store cannot be read.
        """
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
        """Returns a context for work on the league; while the league is being played, a rest must follow the work."""
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
        """Starts computing the strengths if they are out of date, no rest is due, and no more matches can be read now.

        Waits for the result until `patience_s` seconds after the start of the computation.
        """
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
        """Reads all stored matches, and then computes the strengths."""
        with self.lock:
            self.being_played = self.store.being_played()
            self._look()
            while not self.whole:
                self._look()
        self._analyse(self.beginning, len(self.beginning.blocks))

    def _analyse(self, beginning: Beginning, blocks: int) -> None:
        """Computes the strengths after the first `blocks` blocks of `beginning`.

        Discards the result if the league was read anew from its start in the meantime, because the result then belongs
        to other records.
        """
        with ANALYSING:
            begun = time.monotonic()
            found = Analysed(blocks, analyse(beginning.blocks[:blocks]))
        with self.lock:
            if self.beginning is beginning:
                self.analysed = found
                self._strengthened_s = time.monotonic() + STRENGTHS_REST * (time.monotonic() - begun)

    def standings(self) -> Standings:
        """Returns the league's table after the matches in `beginning`; makes it again only after a change."""
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
        """Returns the league's table without waiting.

        If another thread holds `lock`, returns the last table that was made, or None if there is none yet.
        """
        if not self.lock.acquire(blocking=False):
            return self._table
        try:
            return self.standings()
        finally:
            self.lock.release()

    def treatments(self) -> tuple[Treatment, ...]:
        """Returns the treatment of each bot (its seats, faults, times and memory), in order of name."""
        with self.lock:
            return self.beginning.gathered.treatments(self.runs)

    def match(self, ordinal: int) -> StoredMatch:
        """Returns the match at this place of the schedule; raises ArenaError [no-match], [damaged]."""
        return self.store.find(str(ordinal))

    def state(self) -> str:
        """Returns a text that changes whenever a page of the league changes. Never waits for another thread."""
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
        """Returns whether the league can no longer change: all matches are played and read, and the strengths are
        computed.
        """
        played = bool(self.extent and self.extent.finished(self.stored)) and not self.being_played
        found = self.analysed is not None and self.analysed.blocks == len(self.beginning.blocks)
        return played and self.whole and found

    def behind(self, state: str) -> bool:
        """Returns whether a browser has shown more blocks (deals in all seatings) than this server has read so far.

        This happens after a restart of the server. Returns False once all stored matches are read. `state`: the state
        that the browser sends, which may be any text.
        """
        seen = SEEN.match(state)
        if self.whole or not seen or seen["commitment"] != self.commitment[:12]:
            return False
        return len(self.beginning.blocks) < int(seen["blocks"])

    def total_blocks(self) -> int | None:
        """Returns the number of blocks (deals in all seatings) in the schedule; None if the number is unknown, or the
        schedule has no end.
        """
        return (self.extent.matches // self.block_matches or None) if self.extent else None

    def close(self) -> None:
        """Closes the store."""
        with suppress(ArenaError):
            self.store.close()
