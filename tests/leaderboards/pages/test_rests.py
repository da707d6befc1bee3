"""Tests of the cost of reading a league while it is being played: the reader rests often enough to use only a small
share of a processor core, and no match is lost.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from leaderboards.pages.shown import followed as shown
from leaderboards.pages.shown import rests
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.table import progress_values
from leaderboards.reports.standings import stored_standings
from leaderboards.store import PlayedStore, Store, StoredMatch
from leaderboards.store.rows.row import Row
from tests.leaderboards.results import league, results

ROUNDS = 80
READ_S = 0.1
"""The seconds that reading a match takes on the simulated clock."""
BETWEEN_RESTS = 6


class Clock:
    """A simulated clock. It advances when a test sets it, and by READ_S whenever a match is read."""

    def __init__(self) -> None:
        self.now_s = self.worked_s = 0.0

    def monotonic(self) -> float:
        return self.now_s

    def thread_time(self) -> float:
        return self.worked_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock, plain = Clock(), Store.read

    def read(self: Store, row: Row) -> StoredMatch:
        clock.now_s += READ_S
        clock.worked_s += READ_S
        return plain(self, row)

    monkeypatch.setattr(Store, "read", read)
    monkeypatch.setattr(rests, "time", clock)
    monkeypatch.setattr(shown, "BETWEEN_RESTS", BETWEEN_RESTS)
    monkeypatch.setattr(shown, "AT_ONCE", 10 * BETWEEN_RESTS)
    return clock


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[PlayedStore]:
    """Yields the store of a league that is being played."""
    with closing(PlayedStore.create(tmp_path / "league.db", league(ROUNDS))) as store:
        store.add(results(ROUNDS)[:BETWEEN_RESTS])
        yield store


@pytest.fixture
def followed(playing: PlayedStore, tmp_path: Path, clock: Clock) -> Iterator[Followed]:
    """Opens the store of `playing` again and reads all stored matches; then sets the clock to 0. Yields the followed
    league.
    """
    followed = Followed(Store.open(tmp_path), "here", "cup")
    look(followed)
    assert followed.beginning.matches() == BETWEEN_RESTS
    clock.now_s = clock.worked_s = 0.0
    yield followed
    followed.close()


def look(followed: Followed) -> None:
    while followed.refresh():
        pass


def play_fast(store: PlayedStore, followed: Followed, clock: Clock) -> None:
    """Plays all remaining matches, ten in each second of the simulated clock, and reads the league once in each such
    second.
    """
    played = results(ROUNDS)
    for second, first in enumerate(range(BETWEEN_RESTS, len(played), 10)):
        store.add(played[first : first + 10])
        clock.now_s = max(clock.now_s, second)
        look(followed)


def test_what_is_played_meanwhile_is_read_with_rests_however_fast_it_is_played(
    playing: PlayedStore, followed: Followed, clock: Clock
) -> None:
    play_fast(playing, followed, clock)
    assert 0 < clock.worked_s <= clock.now_s / rests.REST + BETWEEN_RESTS * READ_S
    told = progress_values(followed)
    assert told["being_played"]
    assert told["reading"]
    assert told["stored"] > told["matches"]
    followed.strengthen(60)
    assert followed.analysed


def test_what_was_played_is_read_without_a_rest_when_nobody_plays_any_more(
    playing: PlayedStore, followed: Followed, clock: Clock
) -> None:
    play_fast(playing, followed, clock)
    followed.strengthen(60)
    playing.close()
    look(followed)
    assert followed.stored == followed.beginning.matches() == len(results(ROUNDS))
    followed.strengthen(60)
    assert followed.standings() == stored_standings(followed.store)
    assert followed.analysed
    assert followed.analysed.blocks == len(followed.beginning.blocks)


def test_who_did_not_look_for_long_reads_on_at_once(playing: PlayedStore, followed: Followed, clock: Clock) -> None:
    playing.add(results(ROUNDS)[BETWEEN_RESTS:])
    clock.now_s = rests.REST * READ_S * len(results(ROUNDS))
    look(followed)
    assert followed.whole
    assert followed.beginning.matches() == len(results(ROUNDS))


def test_what_was_there_before_is_read_at_once(playing: PlayedStore, tmp_path: Path, clock: Clock) -> None:
    playing.add(results(ROUNDS)[BETWEEN_RESTS:])
    with closing(Store.open(tmp_path)) as store:
        followed = Followed(store, "here", "cup")
        look(followed)
    assert followed.beginning.matches() == len(results(ROUNDS))
    assert clock.now_s == pytest.approx(READ_S * len(results(ROUNDS)))


def test_who_writes_a_site_of_a_league_that_is_played_takes_all_there_is(
    playing: PlayedStore, followed: Followed, clock: Clock
) -> None:
    play_fast(playing, followed, clock)
    followed.settle()
    assert followed.beginning.matches() == len(results(ROUNDS))
