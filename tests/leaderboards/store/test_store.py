"""Tests the store: it returns each stored match unchanged, once, in schedule order, and cannot be opened for another
league.
"""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sql

from arena.errors import ArenaError
from arena.league.league import League
from arena.protocol.records import decode_record, decode_timing
from leaderboards.store import PlayedStore, Store
from leaderboards.store.tables import MATCHES
from tests.leaderboards.audits import forge_row
from tests.leaderboards.results import league, ordinals, results
from tests.league.leagues import league_of


def stored(path: Path) -> list[int]:
    """Returns the places in the schedule of the matches in a results file."""
    with closing(Store.open(path)) as store:
        return ordinals(store.matches())


def test_a_new_store_is_empty_and_knows_its_league(tmp_path: Path) -> None:
    with closing(PlayedStore.create(tmp_path / "deep" / "er" / "league.db", league())) as store:
        assert store.identity() == league().identity()
        assert store.components() == league().components
        assert list(store.matches()) == []
        assert store.played(3) == bytearray(3)


def test_records_and_timings_come_back_as_they_were(tmp_path: Path) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        store.add(results())
        found = list(store.matches())
    assert ordinals(found) == [0, 1, 2, 3, 4, 5]
    for match, result in zip(found, results(), strict=True):
        assert match.record == decode_record(result.record)
        beside = match.thinking_us, match.slowest_us, match.choices_us, match.notes
        assert beside == decode_timing(result.timing)


def test_matches_come_in_schedule_order_whatever_the_order_they_were_added_in(tmp_path: Path) -> None:
    shuffled = Random(1).sample(results(), 6)
    assert [result.ordinal for result in shuffled] != sorted(result.ordinal for result in shuffled)
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        for result in shuffled:
            store.add([result])
    assert stored(tmp_path / "league.db") == [0, 1, 2, 3, 4, 5]


def test_a_store_is_found_again_and_says_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    with closing(PlayedStore.create(path, league())) as store:
        store.add([results()[1], results()[4]])
    with closing(PlayedStore.create(path, league())) as store:
        assert store.played(6) == bytearray([0, 1, 0, 0, 1, 0])
        assert store.played(3) == bytearray([0, 1, 0])
        store.add([results()[0]])
    assert stored(path) == [0, 1, 4]


def test_nothing_to_add_is_nothing_to_do(tmp_path: Path) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        store.add([])
        assert list(store.matches()) == []


def test_rounds_may_be_added_to_a_league(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    PlayedStore.create(path, league(1)).close()
    PlayedStore.create(path, league(2)).close()


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (replace(league(), seed=8), "seed"),
        (replace(league(), edition="bsw"), "edition (official in the results, bsw in the league file)"),
        (replace(league(), name="final"), "name (cup in the results, final in the league file)"),
        (replace(league(), seatings="all", seed=9), "seed, seatings (square in the results, all in the league file)"),
        (league_of("ann", "ben", "dot"), "bot cid, bot dot"),
        (
            replace(league(), bots=(replace(league().bots[0], content_hash=bytes(16)), *league().bots[1:])),
            "the files of ann",
        ),
    ],
    ids=["seed", "edition", "name", "seatings", "bots", "files"],
)
def test_another_league_is_refused_and_the_difference_is_named(tmp_path: Path, other: League, difference: str) -> None:
    path = tmp_path / "league.db"
    with closing(PlayedStore.create(path, league())) as store:
        store.add(results())
    for again in (PlayedStore.create, Store.open):
        with pytest.raises(ArenaError) as caught:
            again(path, other)
        assert caught.value.code == "other-league"
        assert (
            caught.value.message == f"{path} has the results of a league that differs from this league in {difference}"
        )
        assert caught.value.hint == "give this league another name, or name another results file with --db"
    assert stored(path) == [0, 1, 2, 3, 4, 5]


def test_a_match_is_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    with closing(PlayedStore.create(path, league())) as store:
        store.add([results()[2]])
        for again in (results()[2], results()[2]._replace(ordinal=5), results()[3]._replace(ordinal=2)):
            with pytest.raises(ArenaError, match="UNIQUE constraint failed") as caught:
                store.add([results()[0], again])
            assert caught.value.code == "damaged"
    assert stored(path) == [2]


def test_a_match_is_found_by_its_number(tmp_path: Path) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        store.add(results())
        for result in results():
            assert store.find(str(result.ordinal)).ordinal == result.ordinal


def test_a_match_is_found_by_the_beginning_of_its_id(tmp_path: Path) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        store.add(results())
        for result in results():
            for reference in (result.id.hex(), result.id.hex()[:8], result.id.hex()[:9].upper()):
                assert store.find(reference).ordinal == result.ordinal


@pytest.mark.parametrize("reference", ["6", "-1", "", "1.0", "first", "0123456", "00000000", "%%%%%%%%", "________"])
def test_a_match_that_is_not_there_is_not_found(tmp_path: Path, reference: str) -> None:
    path = tmp_path / "league.db"
    with closing(PlayedStore.create(path, league())) as store:
        store.add(results())
        with pytest.raises(ArenaError) as caught:
            store.find(reference)
    assert caught.value.code == "no-match"
    assert caught.value.message == f"the results in {path} do not contain the match {reference}"
    assert caught.value.hint == (
        "give the match's number in the schedule (the first match has number 0), or at least the first 8 digits "
        "of the match's id"
    )


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    path = tmp_path / "what? 100% #1" / "league.db"
    with closing(PlayedStore.create(path, league())) as store:
        store.add(results())
    assert path.is_file()
    assert stored(path) == [0, 1, 2, 3, 4, 5]


def test_a_record_takes_little_room(tmp_path: Path) -> None:
    """A stored record is small, because the content that all records of a league share is stored only once."""
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        for result in results():
            assert len(store._records.packed(result.record)) < len(result.record)


def test_what_a_schedule_pairs_by_is_what_was_stored_and_not_what_somebody_put_there_for_a_while(
    tmp_path: Path,
) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        for result in (results()[place] for place in (1, 0, 4, 3, 2, 5)):
            store.add([result])
        assert ordinals(store.matches_from(2)) == [2, 3, 4, 5]
        timing = results()[3].timing
        with store._database.engine.begin() as connection:
            forge_row(connection, store, 3, b"\x0a\x01\x07")
        assert ordinals(store.matches_from(4)) == [4, 5]
        with pytest.raises(ArenaError, match="while the league was played: match 3") as refusal:
            list(store.matches_from(2))
        assert refusal.value.code == "tampered"
        with store._database.engine.begin() as connection:
            forge_row(connection, store, 3, timing)
        assert ordinals(store.matches_from(2)) == [2, 3, 4, 5]


def test_a_row_before_the_first_place_is_a_match_nobody_has_stored(tmp_path: Path) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        store.add(results())
        row, _ = store._records.row(results()[0]._replace(ordinal=-1, id=bytes(16)))
        with store._database.engine.begin() as connection:
            connection.execute(sql.insert(MATCHES), row._asdict())
        with pytest.raises(ArenaError, match="while the league was played: match -1"):
            list(store.matches())
