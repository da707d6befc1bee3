"""Tests of the gapless beginning of a league, which is all stored matches before the first missing match. The beginning
depends on the records alone, not on the order in which they were stored, and each match is read only once.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from arena.league.field import Field, Member
from arena.league.schedules.contract import Stay
from leaderboards.pages.shown import rests
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.shown.gapless_beginning import Beginning
from leaderboards.reports.standings import standings, stored_standings
from leaderboards.statistics.analysis import analyse
from leaderboards.statistics.blocks import block_outcomes
from leaderboards.store import PlayedStore, Store, StoredMatch
from leaderboards.store.gapless import Sizes
from leaderboards.store.rows.row import Row
from leaderboards.store.values.extent import Extent
from tests.leaderboards.results import league, results

ROUNDS = 8
BLOCK = 3


@pytest.fixture(autouse=True)
def restless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rests, "REST", 0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PlayedStore]:
    with closing(PlayedStore.create(tmp_path / "league.db", league(ROUNDS))) as store:
        store.keep_extent(Extent(len(results(ROUNDS))))
        yield store


def _followed(store: Store) -> Followed:
    return Followed(store, "here", "cup")


@pytest.mark.parametrize("seed", range(3))
def test_in_whatever_order_matches_come_the_table_is_that_of_a_gapless_beginning(store: PlayedStore, seed: int) -> None:
    rng, left = Random(seed), list(results(ROUNDS))
    rng.shuffle(left)
    followed = _followed(store)
    while left:
        some = [left.pop() for _ in range(min(rng.randrange(1, 5), len(left)))]
        store.add(some)
        while followed.refresh():
            pass
        there = {match.ordinal for match in store.matches()}
        gapless = next(number for number in range(len(results(ROUNDS)) + 1) if number not in there)
        blocks = gapless // BLOCK
        assert len(followed.beginning.blocks) == blocks
        expected = standings(match for match in store.matches() if match.ordinal < blocks * BLOCK)
        followed.settle()
        assert followed.standings().lines == expected.lines
    assert followed.standings() == stored_standings(store)


def test_the_strengths_at_the_end_are_those_of_all_matches(store: PlayedStore) -> None:
    followed = _followed(store)
    for first in range(0, len(results(ROUNDS)), BLOCK):
        store.add(results(ROUNDS)[first : first + BLOCK])
        followed.refresh()
    followed.settle()
    assert followed.analysed
    assert followed.analysed.analysis == analyse(block_outcomes(match.record for match in store.matches()))


def test_no_match_is_read_twice(store: PlayedStore, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    plain = Store.read

    def noted(self: Store, row: Row) -> StoredMatch:
        read.append(row.ordinal)
        return plain(self, row)

    monkeypatch.setattr(Store, "read", noted)
    followed = _followed(store)
    for result in results(ROUNDS)[: 2 * BLOCK]:
        store.add([result])
        followed.refresh()
    first = [ordinal for ordinal in read if ordinal < BLOCK]
    assert len(first) <= 1 + 2 + 3  # each refresh reads only the matches of the incomplete block
    read.clear()
    store.add(results(ROUNDS)[2 * BLOCK : 3 * BLOCK])
    followed.refresh()
    assert read == [6, 7, 8]


def test_a_league_that_was_begun_anew_is_read_anew(store: PlayedStore, tmp_path: Path) -> None:
    store.add(results(ROUNDS)[: 2 * BLOCK])
    followed = Followed(Store.open(tmp_path), "here", "cup")
    followed.refresh()
    store.close()
    for path in tmp_path.glob("league.db*"):
        path.unlink()
    with closing(PlayedStore.create(tmp_path / "league.db", league(ROUNDS))) as again:
        again.add(results(ROUNDS)[:BLOCK])
        followed.refresh()
        assert len(followed.beginning.blocks) == 1
    followed.close()


def test_the_history_has_few_points_however_long_the_league_and_depends_on_its_length_alone(store: PlayedStore) -> None:

    whole, steps = Beginning(Sizes(BLOCK, BLOCK)), Beginning(Sizes(BLOCK, BLOCK))
    store.add(list(results(ROUNDS)))
    matches = list(store.matches())
    whole.take(matches)
    for match in range(len(matches)):
        steps.take(matches[steps.matches() : match + 1])
    assert whole.history == steps.history
    assert [point.blocks for point in whole.history] == [*range(1, ROUNDS + 1)]


def test_a_deal_that_two_blocks_share_is_shown_when_both_are_played(store: PlayedStore) -> None:

    store.add(list(results(ROUNDS)))
    matches = list(store.matches())
    pairs = Beginning(Sizes(BLOCK, 2 * BLOCK))
    pairs.take(matches[: 3 * BLOCK])
    assert len(pairs.blocks) == 2


def test_the_state_is_another_when_one_bot_comes_back_and_another_leaves(store: PlayedStore) -> None:
    followed = _followed(store)
    there, gone = (Stay(0),), (Stay(0, 2),)
    ann, ben = (Member(name, name, "1", bytes(16), name, there) for name in ("ann", "ben"))
    followed.field = Field((ann, replace(ben, stays=gone)))
    before = followed.state()
    followed.field = Field((replace(ann, stays=(Stay(0, 4),)), replace(ben, stays=(*gone, Stay(4)))))
    assert followed.state() != before
