"""Tests of the lengths of leagues: an endless ladder always has more matches to play, and needs little memory."""

from dataclasses import replace
from pathlib import Path
from typing import Final, cast

import pytest

from arena.errors import ArenaError
from arena.ladder.playing.files import LADDERS, make_ladders
from arena.league.identity import restored_league
from arena.league.league import League
from arena.league.league_file import read_ladder
from arena.league.schedule import count_matches
from arena.league.secret import founded
from arena.league.settings import MOST_SAID
from arena.tournament.length import AHEAD, demand_no_fewer, extent_of, in_reach, is_endless
from leaderboards.store import Store
from leaderboards.store.values.extent import Extent

YEARS: Final = 100_000_000
"""The number of played blocks of a ladder that has run for years with many bots."""


class Long:
    """A fake store of a ladder with many played matches; it fails if a caller requests the whole endless ladder at
    once.
    """

    def __init__(self, matches: int) -> None:
        self._matches = matches

    def count(self) -> int:
        return self._matches

    def extent(self) -> None:
        """Returns None: the store contains no planned number of matches yet."""

    def played(self, matches: int, first: int = 0) -> bytearray:
        assert matches <= 10 * MOST_SAID
        return bytearray(b"\1" * min(matches - first, self._matches))


def stored(league: League, blocks: int) -> Store:
    return cast("Store", Long(blocks * league.seats))


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    make_ladders(tmp_path)
    return tmp_path / LADDERS / "verraeter.toml"


@pytest.mark.parametrize("blocks", [0, MOST_SAID, YEARS])
def test_a_ladder_without_end_goes_on_however_much_was_played(ladder: Path, blocks: int) -> None:
    league = founded(read_ladder(ladder).league)
    assert is_endless(league)
    store = stored(league, blocks)
    demand_no_fewer(league, store)
    assert extent_of(league, store) == Extent(0)
    now = in_reach(league, store)
    assert count_matches(now) == (blocks + AHEAD) * league.seats
    assert now.identity() == league.identity()
    restored = restored_league(league.identity(), league.components, {}, league.field)
    assert restored.blocks >= now.blocks


def test_a_ladder_that_is_to_end_does(ladder: Path) -> None:
    ladder.write_text(f"blocks = {MOST_SAID}\n{ladder.read_text()}")
    league = founded(read_ladder(ladder).league)
    assert not is_endless(league)
    assert in_reach(league, stored(league, 9)) == league
    with pytest.raises(
        ArenaError, match="blocks = 5 in the file of the league verraeter allows only 20 matches"
    ) as fewer:
        demand_no_fewer(replace(league, blocks=5), stored(league, 9))
    assert fewer.value.code == "fewer-matches"


def test_no_file_asks_for_more_than_a_million(ladder: Path) -> None:
    ladder.write_text(f"blocks = {MOST_SAID + 1}\n{ladder.read_text()}")
    with pytest.raises(ArenaError, match="1000001"):
        read_ladder(ladder)
