"""Tests of audits (`arena verify`): unchanged results pass, and an audit names each changed part."""

import json
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from arena.errors import ArenaError
from arena.league.identity import commitment_of
from arena.transport.crew.usage import Usage
from leaderboards.reports.formats import write_standings
from leaderboards.reports.standings import standings
from leaderboards.store import PlayedStore, Store
from leaderboards.store.rows.runs import Run, total_usage
from tests.leaderboards.audits import FILES, audit, execute, failures, flipped, found_out
from tests.leaderboards.results import league, results
from tests.suite.sizes import sized

FEW = sized(5, 20)
"""The number of bits to flip in a value, or in a file where every bit matters."""
MANY = sized(80, 250)
"""The number of bits to flip in a file where most bits do not matter."""


def test_results_as_they_were_written_pass(played: Path) -> None:
    found = audit(played)
    assert found.failures == []
    assert (found.league, found.matches, found.missing, found.files) == ("cup", 6, [], FILES)
    with closing(Store.open(played)) as store:
        assert found.seal == store.seal().text()
        assert bytes.fromhex(found.commitment) == store.values()["commitment"]


def test_results_pass_in_whatever_order_they_came_and_before_they_are_complete(tmp_path: Path) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        for ordinal in (5, 0, 3):
            store.add([results()[ordinal]])
    found = audit(tmp_path)
    assert (found.failures, found.matches, found.missing, found.files) == ([], 3, [range(1, 3), range(4, 5)], [])
    assert found.count_missing() == 3
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        store.add([results()[ordinal] for ordinal in (4, 2, 1)])
    whole = audit(tmp_path)
    assert (whole.failures, whole.matches, whole.missing) == ([], 6, [])
    assert whole.seal != found.seal
    with closing(PlayedStore.create(tmp_path / "other.db", league())) as store:
        store.add(results())
        assert store.seal().text() == whole.seal


def test_a_league_that_has_not_begun_passes(tmp_path: Path) -> None:
    PlayedStore.create(tmp_path / "league.db", league()).close()
    assert (audit(tmp_path).failures, audit(tmp_path).matches) == ([], 0)


def test_a_results_file_in_a_read_only_folder_is_audited(played: Path) -> None:
    played.chmod(0o555)
    assert audit(played).failures == []
    played.chmod(0o755)


COLUMNS = {"id": "id", "record": "record", "timing": "timing", "mark": "mark"}


@pytest.mark.parametrize("column", COLUMNS)
def test_a_flipped_bit_in_any_column_is_found_in_its_match(played: Path, column: str) -> None:
    rng = Random(column)
    for _ in range(12):
        ordinal = rng.randrange(6)
        with closing(sqlite3.connect(played / "league.db")) as connection:
            (value,) = connection.execute(f"select {column} from matches where ordinal = ?", (ordinal,)).fetchone()
        changed = flipped(value, rng.randrange(len(value)), rng.randrange(8))
        execute(played, f"update matches set {column} = ? where ordinal = ?", changed, ordinal)
        found = failures(played)
        assert (ordinal, "mark") in found, changed.hex()
        assert {place for place, _ in found} <= {ordinal, None}
        assert column == "mark" or (None, "seal") in found
        execute(played, f"update matches set {column} = ? where ordinal = ?", value, ordinal)
    assert audit(played).failures == []


def test_a_flipped_bit_in_any_value_of_the_league_is_found(played: Path) -> None:
    with closing(Store.open(played)) as store:
        values = store.values()
    assert set(values) == {"format", "identity", "components", "dictionary", "versions", "commitment", "seal"}
    rng = Random(1)
    for key, value in values.items():
        for _ in range(FEW):
            changed = flipped(value, rng.randrange(len(value)), rng.randrange(8))
            execute(played, "update league set value = ? where key = ?", changed, key)
            assert found_out(played), (key, changed)
        execute(played, "update league set value = ? where key = ?", value, key)
    assert audit(played).failures == []


def test_what_the_league_says_of_itself_is_named(played: Path) -> None:
    execute(played, "update league set value = cast(replace(value, 'base', 'bare') as blob) where key = 'components'")
    assert failures(played) == [(None, "the league's components")]


@pytest.mark.parametrize("file", FILES)
def test_a_flipped_bit_in_a_standings_file_is_found(played: Path, file: str) -> None:
    path, rng = played / file, Random(file)
    text = path.read_bytes()
    for _ in range(FEW):
        path.write_bytes(flipped(text, rng.randrange(len(text)), rng.randrange(8)))
        ((ordinal, part),) = failures(played)
        assert ordinal is None
        assert part.startswith(file)
    for spoilt in (b"", text[:-1], text + b"\n", text.replace(b"\n", b"\r\n")):
        path.write_bytes(spoilt)
        assert len(failures(played)) == 1
    path.unlink()
    assert audit(played).files == [name for name in FILES if name != file]


def logical(path: Path) -> object:
    """Returns everything that SQLite reads from a file, or the text of its error."""
    try:
        with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as connection:
            connection.text_factory = bytes
            return [
                connection.execute(f"select * from {table}").fetchall()
                for table in ("league", "matches", "matches order by id", "runs")
            ]
    except sqlite3.Error as error:
        return str(error)


def test_a_flipped_bit_of_the_file_that_changes_anything_is_found(played: Path) -> None:
    path, rng = played / "league.db", Random(3)
    data, before = path.read_bytes(), logical(path)
    told = untold = 0
    for _ in range(MANY):
        place, bit = rng.randrange(len(data)), rng.randrange(8)
        path.write_bytes(flipped(data, place, bit))
        if logical(path) != before:
            told += 1
            assert found_out(played), f"byte {place}, bit {bit}"
        else:
            untold += 1
        for name in ("league.db-wal", "league.db-shm"):
            (played / name).unlink(missing_ok=True)
    assert told > MANY // 7, (told, untold)


def test_a_match_that_is_taken_away_is_missed(played: Path) -> None:
    execute(played, "delete from matches where ordinal = 2")
    found = audit(played)
    assert found.missing == [range(2, 3)]
    assert "of 6 matches; there is " in found.failures[0].sentence()
    assert found.failures[0].sentence().endswith(" of 5 matches")
    assert (None, "seal") in failures(played)


@pytest.mark.parametrize("ordinal", [6, 99, 2**40, -1])
def test_a_match_in_another_place_is_found(played: Path, ordinal: int) -> None:
    execute(played, "update matches set ordinal = ? where ordinal = 5", ordinal)
    found = failures(played)
    assert (ordinal, "mark") in found
    assert (ordinal, "id") in found or (ordinal, "ordinal") in found


def test_a_place_too_far_away_is_not_looked_for(played: Path) -> None:
    execute(played, "update matches set ordinal = 2500000 where ordinal = 5")
    assert (2_500_000, "ordinal") in failures(played)


def test_a_flipped_bit_in_what_is_kept_of_a_run_is_found(played: Path) -> None:
    report = Run(1, matches=6, workers=2, in_flight=8, withdrawn={"ann": "tired"}, usage={"ben": Usage(5, Counter())})
    with closing(PlayedStore.create(played / "league.db", league())) as store:
        store.keep_run(report)
        write_standings(standings(store.matches(), total_usage(store.runs())), played)
    assert audit(played).failures == []
    with closing(sqlite3.connect(played / "league.db")) as connection:
        ((text, mark),) = connection.execute("select report, mark from runs").fetchall()
    rng = Random(5)
    for _ in range(FEW):
        changed = flipped(text.encode(), rng.randrange(len(text)), rng.randrange(8))
        execute(played, "update runs set report = cast(? as text)", changed)
        assert any(part in ("run 1", "runs") for _, part in failures(played)), changed
    execute(played, "update runs set report = ?", text)
    execute(played, "update runs set mark = ?", flipped(mark, 3, 3))
    assert failures(played) == [(None, "run 1")]
    execute(played, "update runs set mark = ?, number = 2", mark)
    assert failures(played) == [(None, "run 2")]


def test_matches_that_changed_places_are_found(played: Path) -> None:
    for old, new in ((1, 77), (4, 1), (77, 4)):
        execute(played, "update matches set ordinal = ? where ordinal = ?", new, old)
    found = failures(played)
    assert {(1, "mark"), (4, "mark"), (1, "id"), (4, "id")} <= set(found)


@pytest.mark.parametrize(
    "value", ["null", "'text'", "7", "x''", "cast('text' as text)"], ids=["null", "text", "number", "nothing", "cast"]
)
def test_a_row_that_cannot_be_read_hides_no_other(played: Path, value: str) -> None:
    with closing(sqlite3.connect(played / "league.db")) as connection, connection:
        connection.execute("pragma writable_schema = on")
        connection.execute("update sqlite_master set sql = replace(sql, 'NOT NULL', '')")
    execute(played, f"update matches set record = {value} where ordinal = 1")
    execute(played, "update matches set timing = x'00' where ordinal = 4")
    found = failures(played)
    assert (1, "row") in found
    assert (4, "mark") in found


def test_rules_that_have_changed_since_are_told(played: Path) -> None:
    with closing(Store.open(played)) as store:
        older = store.identity() | {"rules_version": 99}
        versions = json.loads(store.values()["versions"])
    execute(played, "update league set value = ? where key = 'identity'", json.dumps(older).encode())
    with pytest.raises(ArenaError, match="does not fit the commitment"):
        audit(played)
    execute(played, "update league set value = ? where key = 'commitment'", commitment_of(older, versions))
    with pytest.raises(ArenaError, match="played with version 99 of the rules of verraeter; this arena has ") as caught:
        audit(played)
    assert caught.value.code == "other-rules"


def test_a_damaged_match_is_told_where_it_is_read(played: Path) -> None:
    execute(played, "update matches set record = x'ff' where ordinal = 3")
    with (
        closing(Store.open(played)) as store,
        pytest.raises(ArenaError, match=r"league\.db are damaged: match 3 was changed") as caught,
    ):
        list(store.matches())
    assert caught.value.code == "damaged"
