"""Tests results files from strangers: an invalid file is quickly refused with a message, and does not prevent others
from being shown.
"""

import json
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import ArenaError
from leaderboards.reports.standings import stored_standings
from leaderboards.store import PlayedStore, Store
from leaderboards.store.rows.packing import MOST_BYTES, RAW_DEFLATE
from leaderboards.store.rows.runs import Run
from leaderboards.store.rows.seal import mark_of, print_row
from leaderboards.store.values.extent import Extent
from tests.leaderboards.audits import audit
from tests.leaderboards.results import league, results
from tests.web.serving import get, serving

DEEP = "[" * 100_000
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)"


def says(key: str, value: object) -> Callable[[sqlite3.Connection], None]:
    """Returns a function that sets `key` in the identity of the league in a results file to this value."""

    def craft(there: sqlite3.Connection) -> None:
        (identity,) = there.execute("SELECT value FROM league WHERE key = 'identity'").fetchone()
        changed = json.dumps(json.loads(identity) | {key: value}).encode()
        there.execute("UPDATE league SET value = ? WHERE key = 'identity'", (changed,))

    return craft


def holds(key: str, value: str) -> Callable[[sqlite3.Connection], None]:
    """Returns a function that sets `key` in the table `league` of a results file to this value.

    If the key's stored value begins with a mark (a hash), the first sixteen bytes of `value` are stored as the mark.
    """
    return lambda there: run(there, "UPDATE league SET value = ? WHERE key = ?", value.encode(), key)


def run(there: sqlite3.Connection, statement: str, *values: object) -> None:
    there.execute(statement, values)


def view(name: str, query: str) -> Callable[[sqlite3.Connection], None]:
    """Returns a function that replaces a table of a results file by a view."""

    def craft(there: sqlite3.Connection) -> None:
        there.execute(f"DROP TABLE {name}")
        there.execute(f"CREATE VIEW {name} AS {ENDLESS} {query}")

    return craft


def record(content: bytes) -> Callable[[sqlite3.Connection], None]:
    """Returns a function that gives the first match in a results file this record, with a correct mark (a hash)."""

    def craft(there: sqlite3.Connection) -> None:
        (commitment,) = there.execute("SELECT value FROM league WHERE key = 'commitment'").fetchone()
        (dictionary,) = there.execute("SELECT value FROM league WHERE key = 'dictionary'").fetchone()
        identity, timing = there.execute("SELECT id, timing FROM matches WHERE ordinal = 0").fetchone()
        deflating = zlib.compressobj(wbits=RAW_DEFLATE, zdict=dictionary)
        packed = deflating.compress(content) + deflating.flush()
        mark = mark_of(print_row(commitment, 0, (identity, packed, timing)))
        there.execute("UPDATE matches SET record = ?, mark = ? WHERE ordinal = 0", (packed, mark))

    return craft


def report(text: str) -> Callable[[sqlite3.Connection], None]:
    """Returns a function that gives the first run in a results file this report."""
    return lambda there: run(there, "UPDATE runs SET report = ?", text)


def reckoned(there: sqlite3.Connection) -> None:
    """Makes a column of the table of matches a computed column, whose huge value would be computed at each read."""
    there.execute("ALTER TABLE matches RENAME TO before")
    column = "record BLOB GENERATED ALWAYS AS (zeroblob(500000000)) VIRTUAL"
    there.execute(f"CREATE TABLE matches (ordinal INTEGER PRIMARY KEY, id BLOB, {column}, timing BLOB, mark BLOB)")


def virtual(there: sqlite3.Connection) -> None:
    """Makes the table of matches a virtual table, and puts a comment into its stored CREATE statement."""
    there.execute("DROP TABLE matches")
    there.execute("CREATE VIRTUAL TABLE matches USING fts5(ordinal, id, record, timing, mark)")
    there.execute("PRAGMA writable_schema=ON").close()
    there.execute("UPDATE sqlite_master SET sql = 'CREATE/**/' || substr(sql, 8) WHERE name = 'matches'")


USED = {"cpu_us": 1, "latencies": [[10**12, 1]]}
CRAFTED = {
    "a million seats": says("seats", 1_000_000),
    "seats of another game": says("seats", 7),
    "a name that is none": says("name", ["cup"]),
    "many bots": says("bots", {f"b{number}": "00" for number in range(5_000)}),
    "a deep identity": holds("identity", DEEP),
    "a deep extent": holds("extent", "x" * 16 + DEEP),
    "an extent without end": holds("extent", "x" * 16 + '{"matches": 1%s, "until": "", "reached": true}' % ("0" * 99)),
    "endless matches": view("matches", "SELECT i ordinal, x'' id, x'' record, x'' timing, x'' mark FROM n"),
    "an endless league": view("league", "SELECT CAST(i AS TEXT) key, x'' value FROM n"),
    "a trigger": lambda there: run(there, "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM matches; END"),
    "an index over what is reckoned": lambda there: run(there, "CREATE INDEX i ON matches (length(record))"),
    "a computed column": reckoned,
    "a table that is virtual": virtual,
    "a record that becomes large": record(bytes(MOST_BYTES + 1)),
    "a record of no seats": record(b""),
    "a deep run": report(DEEP),
    "a choice that took for ever": report(json.dumps({"matches": 1, "usage": {"ann": USED}})),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder of valid results, as an arena writes them."""
    folder = tmp_path_factory.mktemp("whole") / "good"
    with closing(PlayedStore.create(folder / "league.db", league())) as store:
        store.add(results())
        store.keep_run(Run(1, matches=6, workers=2, in_flight=8))
        store.keep_extent(Extent(6))
    return folder


def crafted(whole: Path, into: Path, kind: str) -> Path:
    folder = Path(shutil.copytree(whole, into))
    with closing(sqlite3.connect(folder / "league.db", isolation_level=None)) as there:
        there.execute("PRAGMA journal_mode=DELETE").close()
        CRAFTED[kind](there)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def failed(folder: Path) -> set[str]:
    """Audits these results and computes their standings; returns the codes of the errors, and `audit` if the audit has
    found a fault.
    """
    said = set()
    try:
        said |= {"audit"} if audit(folder).failures else set()
    except ArenaError as error:
        said.add(error.code)
    try:
        with closing(Store.open(folder)) as store:
            stored_standings(store)
    except ArenaError as error:
        said.add(error.code)
    return said


@pytest.mark.parametrize("kind", CRAFTED)
def test_what_no_arena_has_made_is_told_and_not_changed(tmp_path: Path, whole: Path, kind: str) -> None:
    folder = crafted(whole, tmp_path / "bad", kind)
    before = contents(folder)
    assert failed(folder) & {"audit", "damaged", "not-results"}
    assert contents(folder) == before


def test_one_bad_file_stops_no_page_of_another(tmp_path: Path, whole: Path) -> None:
    # all folders have a league `cup`; the first one found gets the address /cup/
    shutil.copytree(whole, tmp_path / "a-good-one")
    for number, kind in enumerate(CRAFTED):
        crafted(whole, tmp_path / f"bad-{number}", kind)
    before = contents(tmp_path)
    with serving(tmp_path) as address:
        assert [get(f"{address}{path}").status for path in ("/", "/cup/", "/")] == [200, 200, 200]
    assert contents(tmp_path) == before


def test_reading_makes_nothing_beside_what_nobody_plays(tmp_path: Path, whole: Path) -> None:
    folder = Path(shutil.copytree(whole, tmp_path / "good"))
    before = contents(folder)
    assert not failed(folder)
    assert contents(folder) == before
