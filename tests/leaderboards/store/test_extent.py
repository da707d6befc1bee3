"""Tests of the extent of a league, which is stored with its results: the number of matches in the schedule, and the
goal that may end the league early. Standings that do not cover the whole league say so.
"""

import csv
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import ArenaError
from leaderboards.audit.verification import verify
from leaderboards.reports.formats import to_csv, to_json, to_markdown
from leaderboards.reports.standings import Standings, stored_standings
from leaderboards.store import PlayedStore, Store
from leaderboards.store.values.extent import Extent
from tests.leaderboards.results import league, results

UNTIL = "top 3 apart at 95 %"


@pytest.mark.parametrize(
    ("extent", "played", "sentence"),
    [
        (None, 480, "480 matches"),
        (Extent(960), 960, "960 matches"),
        (Extent(960), 480, "480 of 960 matches; not finished"),
        (Extent(960, UNTIL), 480, f"480 of at most 960 matches; not finished, {UNTIL} not reached"),
        (Extent(960, UNTIL), 960, f"960 matches; {UNTIL} not reached"),
        (Extent(960, UNTIL, reached=True), 480, f"480 of at most 960 matches; ended early with the {UNTIL}"),
        (Extent(960, UNTIL, reached=True), 960, f"960 matches; ended with the {UNTIL}"),
    ],
)
def test_a_table_says_how_much_of_the_league_it_is(extent: Extent | None, played: int, sentence: str) -> None:
    table = Standings((), played, (), extent)
    assert table.sentence() == sentence
    assert f"\n{sentence}; mean score by seat" in to_markdown(table)


def store_with(folder: Path, extent: Extent, matches: int = 4) -> Store:
    store = PlayedStore.create(folder / "league.db", league())
    store.add(results()[:matches])
    store.keep_extent(Extent(1))
    store.keep_extent(extent)
    return store


def test_the_store_keeps_it_for_every_format(tmp_path: Path) -> None:
    with closing(store_with(tmp_path, Extent(6, UNTIL))) as store:
        table = stored_standings(store)
    assert {row["league"] for row in csv.DictReader(io.StringIO(to_csv(table)))} == {table.sentence()}
    values = json.loads(to_json(table))
    assert (values["matches"], values["further"], values["of"], values["finished"]) == (3, 1, 6, False)
    assert (values["until"], values["until_reached"]) == (UNTIL, False)


def test_a_change_of_it_is_found(tmp_path: Path) -> None:
    store_with(tmp_path, Extent(6)).close()
    with closing(sqlite3.connect(tmp_path / "league.db")) as connection, connection:
        connection.execute("update league set value = cast(replace(value, '6', '4') as blob) where key = 'extent'")
    with closing(Store.open(tmp_path)) as store:
        assert [failure.part for failure in verify(store, tmp_path, lambda _: None).failures] == ["the league's extent"]


def test_one_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    store_with(tmp_path, Extent(6)).close()
    with closing(sqlite3.connect(tmp_path / "league.db")) as connection, connection:
        connection.execute("update league set value = x'00' where key = 'extent'")
    with closing(Store.open(tmp_path)) as store:
        with pytest.raises(ArenaError, match="the number of matches in the league cannot be read"):
            stored_standings(store)
        assert len(verify(store, tmp_path, lambda _: None).failures) == 2


def test_a_ladder_without_end_is_never_over_and_names_no_number_of_matches() -> None:
    endless = Extent(0)
    assert endless.sentence(412) == "412 matches, of a ladder without end"
    assert not endless.finished(0)
    assert not endless.finished(10**9)
