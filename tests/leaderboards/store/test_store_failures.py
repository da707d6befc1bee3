"""Tests that the arena reports results that cannot be stored or read, and that stored results are kept."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.errors import ArenaError
from leaderboards.store import PlayedStore, Store
from tests.leaderboards.audits import audit
from tests.leaderboards.results import league, ordinals, results

NOBODY = 65534


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Makes file permissions apply within the context, even if root runs the tests."""
    if os.geteuid() != 0:
        yield
        return
    os.setresgid(NOBODY, NOBODY, 0)
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Makes the folder and its files read-only within the context."""
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    try:
        with ordinary_user():
            yield
    finally:
        folder.chmod(0o755)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Yields a folder that every user can access, unlike the folders of pytest."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def refused(code: str, path: Path) -> ArenaError:
    """Demands that opening the file for playing and for reading both fail with this code; returns the last error."""
    for way in (PlayedStore.create, Store.open):
        with pytest.raises(ArenaError) as caught:
            way(path, league())
        assert caught.value.code == code
    return caught.value


def test_a_results_file_that_is_not_there_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    with pytest.raises(ArenaError) as caught:
        Store.open(path)
    assert caught.value.code == "no-store"
    assert caught.value.message == f"the results file {path} does not exist"
    assert (
        caught.value.hint
        == "give the path of existing results, or play a league with arena run-league, which makes such a file"
    )
    assert not path.exists()


def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    path.write_text("my thesis, the only copy" * 100)
    error = refused("not-results", path)
    assert error.message == f"{path} is not a file with the results of a league: file is not a database"
    assert error.hint
    assert path.read_text() == "my thesis, the only copy" * 100


def test_somebody_elses_database_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table recipes (name)")
    refused("not-results", path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("select name from sqlite_master").fetchall() == [("recipes",)]


def test_a_results_file_without_its_league_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    PlayedStore.create(path, league()).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("delete from league where key = 'dictionary'")
    assert (
        refused("damaged", path).message
        == f"the stored results in {path} are damaged: the league's dictionary is missing"
    )


def test_a_results_file_of_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    PlayedStore.create(path, league()).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("update league set value = cast('1' as blob) where key = 'format'")
    assert (
        refused("not-results", path).message
        == f"the results in {path} have the file format 1; this release of the arena reads format 2"
    )


def test_a_store_that_was_begun_and_not_finished_is_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    PlayedStore.create(path, league()).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("delete from league")
    with closing(PlayedStore.create(path, league())) as store:
        store.add(results())
        assert ordinals(store.matches()) == [0, 1, 2, 3, 4, 5]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "results").touch()
    path = tmp_path / "results" / "league.db"
    with pytest.raises(ArenaError, match=r"Not a directory|File exists") as caught:
        PlayedStore.create(path, league())
    assert caught.value.code == "store-failed"
    assert str(path) in caught.value.message


def test_a_store_cannot_be_made_in_a_read_only_folder(folder: Path) -> None:
    with read_only(folder), pytest.raises(ArenaError) as caught:
        PlayedStore.create(folder / "league.db", league())
    assert caught.value.code == "store-failed"
    assert (
        caught.value.message == f"{folder / 'league.db'} cannot be used: you may not write to the folder of this file"
    )
    assert (
        caught.value.hint == "free space on the disk, or choose another results file with --db; stored matches are kept"
    )


def test_results_in_a_read_only_folder_can_be_read_and_not_added_to(folder: Path) -> None:
    path = folder / "league.db"
    with closing(PlayedStore.create(path, league())) as store:
        store.add(results()[:3])
    with read_only(folder):
        with closing(Store.open(path)) as store:
            assert ordinals(store.matches()) == [0, 1, 2]
            assert store.find("1").ordinal == 1
        with pytest.raises(ArenaError) as caught:
            PlayedStore.create(path, league())
        assert caught.value.code == "store-failed"


@pytest.mark.parametrize("index", [True, False], ids=["with its index", "without"])
def test_what_a_killed_arena_left_in_its_journal_is_read_where_nothing_can_be_written(
    folder: Path, index: bool
) -> None:
    with TemporaryDirectory() as there, closing(PlayedStore.create(Path(there) / "league.db", league())) as store:
        store.add(results()[:3])
        for name in ("league.db", "league.db-wal", "league.db-shm")[: 3 if index else 2]:
            shutil.copyfile(Path(there) / name, folder / name)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    with read_only(folder):
        with closing(Store.open(folder)) as store:
            assert ordinals(store.matches()) == [0, 1, 2]
            assert not store.being_played()
        assert audit(folder).failures == []
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_reading_makes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    PlayedStore.create(path, league()).close()
    assert audit(tmp_path).failures == []
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_loses_nothing_that_was_stored(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    with closing(PlayedStore.create(path, league())) as store:
        store.add(results()[:2])
        # SQLite raises the 1 to the present number of pages, so the file cannot grow
        store._writer._connection.exec_driver_sql("PRAGMA max_page_count=1")
        store._writer._connection.commit()
        heavy = [result._replace(record=result.record + os.urandom(50_000)) for result in results()[3:]]
        with pytest.raises(ArenaError) as caught:
            store.add([results()[2], *heavy])
        assert caught.value.code == "store-failed"
        assert caught.value.message == f"{path} cannot be used: database or disk is full"
        assert ordinals(store.matches()) == [0, 1]
    with closing(PlayedStore.create(path, league())) as store:
        store.add(results()[2:])
        assert ordinals(store.matches()) == [0, 1, 2, 3, 4, 5]


def test_a_reader_and_a_writer_do_not_hinder_each_other(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    with closing(PlayedStore.create(path, league())) as writer, closing(Store.open(path)) as reader:
        writer.add(results()[:3])
        reading = reader.matches()
        assert next(reading).ordinal == 0
        writer.add(results()[3:])
        assert ordinals(reading) == [1, 2]
        assert len(list(reader.matches())) == 6
