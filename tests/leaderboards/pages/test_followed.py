"""Tests of a followed league, whose results a server reads step by step for its pages: values that many pages need are
computed once, and unchanged data is not read again.
"""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.league.field import Field
from leaderboards.pages.shown import rests
from leaderboards.pages.shown.followed import Followed
from leaderboards.reports.standings import Standings, Table
from leaderboards.store import PlayedStore, Store
from leaderboards.store.places.files import FILE
from tests.leaderboards.growing import goes_on, played_at_random
from tests.league.leagues import league_of


def test_a_table_is_made_and_a_field_is_read_again_only_when_they_are_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rests, "REST", 0)
    made, read = list[int](), list[int]()
    standings, field = Table.standings, Store.field

    def make(*given: Any, **more: Any) -> Standings:
        made.append(1)
        return standings(*given, **more)

    def read_field(store: Store) -> Field:
        read.append(1)
        return field(store)

    monkeypatch.setattr(Table, "standings", make)
    monkeypatch.setattr(Store, "field", read_field)
    cup = replace(league_of("ann", "ben", "cid", "dot"), schedule="ladder", rounds=0, blocks=9)
    with closing(PlayedStore.create(tmp_path / FILE, cup)) as store:
        results = list(played_at_random(goes_on(cup, store), store))
        followed = Followed(Store.open(str(tmp_path)), "here", "cup")
        reads = len(read)
        for first in range(0, 12, 3):
            store.add(results[first : first + 3])
            followed.refresh()
            assert followed.standings() is followed.standings()
            assert followed.standings().matches == first + 3
        states = {followed.state()}
        assert (len(made), len(read) - reads) == (4, 1)
        goes_on(cup, store, *cup.bots[:3])
        followed.refresh()
        assert {line.bot for line in followed.standings().lines if line.left} == {"dot"}
        assert followed.state() not in states
        followed.close()
