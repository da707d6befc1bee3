"""Tests of damaged results: each use of the file works or ends with an error message, and no message makes a false
claim.
"""

import shutil
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Final

import pytest

from arena.errors import ArenaError
from leaderboards.reports.standings import stored_standings
from leaderboards.store import PlayedStore, Store
from leaderboards.store.rows.runs import Run
from leaderboards.store.values.extent import Extent
from tests.leaderboards.audits import audit, flipped
from tests.leaderboards.results import league, ordinals, results
from tests.suite.sizes import sized

SENTENCES: Final = {"damaged", "no-match"}
"""The allowed error codes. No message may say that the file belongs to another league, is no results file, or was
changed by another arena.
"""


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    """Returns the content of an undamaged results file."""
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        store.add(results())
        store.keep_run(Run(1, matches=6, workers=2, in_flight=8))
        store.keep_extent(Extent(6))
    return (tmp_path / "league.db").read_bytes()


def use(path: Path) -> set[str]:
    """Opens the results file for playing and reads it in every way; returns the codes of all errors."""

    def play() -> None:
        with closing(PlayedStore.create(path, league())) as store:
            assert ordinals(store.matches()) == [0, 1, 2, 3, 4, 5]
            store.runs()
            store.extent()
            store.seal()

    def show() -> None:
        with closing(Store.open(path)) as store:
            stored_standings(store)

    def find() -> None:
        with closing(Store.open(path)) as store:
            store.find("3")
            store.components()

    said = set()
    for way in (lambda: audit(path.parent), show, find, play):
        try:
            way()
        except ArenaError as error:
            # damage to the version can look like a file of a later release
            if "have the file format" not in error.message:
                said.add(error.code)
    return said


@pytest.mark.parametrize("seed", range(sized(1, 3)))
def test_flipped_bits(tmp_path: Path, whole: bytes, seed: int) -> None:
    rng, path = Random(seed), tmp_path / "league.db"
    for bits in (1, 1, 1, 2, 3, 5, 8, 30, 30, 30, 30, 30):
        spoilt = whole
        for _ in range(bits):
            spoilt = flipped(spoilt, rng.randrange(len(spoilt)), rng.randrange(8))
        path.write_bytes(spoilt)
        assert use(path) <= SENTENCES
        remove_journal(path)


def test_flipped_bits_where_everything_hangs_on_them(tmp_path: Path, whole: bytes) -> None:
    rng, path = Random(5), tmp_path / "league.db"
    schema = whole.index(b"CREATE TABLE")
    pages = [page * 4096 + place for page in range(len(whole) // 4096) for place in range(8)]
    for place in [
        *range(16, 100, 7),
        *rng.sample(range(100, 112), 4),
        *rng.sample(range(schema, 4096), 4),
        *pages[:: sized(18, 3)],
    ]:
        path.write_bytes(flipped(whole, place, rng.randrange(8)))
        assert use(path) <= SENTENCES, place
        remove_journal(path)


def test_files_that_were_cut_off(tmp_path: Path, whole: bytes) -> None:
    rng, path = Random(6), tmp_path / "league.db"
    for size in [2, 15, 16, 99, 100, 511, 512, 4095, 4096, 4097, *rng.sample(range(len(whole)), 12)]:
        path.write_bytes(whole[:size])
        assert use(path) == {"damaged"}, size
        remove_journal(path)


def test_a_journal_that_was_cut_off_or_spoilt_costs_its_last_transactions(tmp_path: Path) -> None:
    rng, path = Random(7), tmp_path / "league.db"
    with closing(PlayedStore.create(path, league())) as store:
        for result in results():
            store.add([result])
        shutil.copytree(tmp_path, tmp_path / "killed")
    journal, main = (
        (tmp_path / "killed" / "league.db-wal").read_bytes(),
        (tmp_path / "killed" / "league.db").read_bytes(),
    )
    for _ in range(12):
        spoilt = flipped(journal, rng.randrange(len(journal)), rng.randrange(8))[: rng.randrange(len(journal))]
        remove_journal(path)
        path.write_bytes(main)
        path.with_name("league.db-wal").write_bytes(spoilt)
        with closing(PlayedStore.create(path, league())) as store:
            there = ordinals(store.matches())
            assert there == list(range(len(there)))
        assert audit(tmp_path).failures == []


def remove_journal(path: Path) -> None:
    for name in ("league.db-wal", "league.db-shm"):
        with suppress(FileNotFoundError):
            path.with_name(name).unlink()
