"""Tests the store in a PostgreSQL database, on a real server that is started for these tests."""

import re
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path

import pytest
import sqlalchemy as sql
from click.testing import CliRunner
from sqlalchemy.pool import NullPool

from arena.cli.main import main
from arena.errors import ArenaError
from leaderboards.audit.verification import verify
from leaderboards.reports.formats import cells
from leaderboards.reports.standings import standings, stored_standings
from leaderboards.store import PlayedStore, Store
from leaderboards.store.tables import MATCHES
from tests.end_to_end.processes import arena, ended, random_league, start, until
from tests.leaderboards.audits import forge_row
from tests.leaderboards.results import league, ordinals, played, results
from tests.servers import MISSING, Postgres
from tests.web.serving import PATIENCE_S, get, serving

CUT = "select pg_terminate_backend(pid) from pg_stat_activity where pid != pg_backend_pid() and datname is not null"
pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@pytest.fixture(scope="module")
def address(postgres: Postgres) -> str:
    """Returns the URL of a database on the test server."""
    return postgres.address


def directly(address: str) -> sql.Engine:
    """Returns an engine that opens a new connection to the server for each use."""
    return sql.create_engine(address, poolclass=NullPool)


def test_records_come_back_as_they_were_and_make_the_same_standings_as_a_file(address: str, tmp_path: Path) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as file:
        file.add(results())
        expected, table = list(file.matches()), standings(file.matches())
    with closing(PlayedStore.create(address, league())) as store:
        assert store.played(6) == bytearray(6)
        for result in reversed(results()):
            store.add([result])
    with closing(Store.open(f"{address}#{league().name}")) as store:
        assert list(store.matches()) == expected
        assert standings(store.matches()) == table
        assert store.find(results()[2].id.hex()[:9]).ordinal == 2
        assert store.find("3").ordinal == 3
        assert store.components() == league().components


def test_leagues_of_one_database_do_not_meet(address: str) -> None:
    other = replace(league(), name="autumn", seed=99)
    with closing(PlayedStore.create(address, other)) as store:
        assert list(store.matches()) == []
        store.add(results()[:1])
    with closing(Store.open(f"{address}#autumn", other)) as store:
        assert ordinals(store.matches()) == [0]


def test_another_league_of_the_same_name_is_refused(address: str) -> None:
    PlayedStore.create(address, replace(league(), name="winter")).close()
    with pytest.raises(ArenaError, match="a league that differs from this league in seed") as refusal:
        PlayedStore.create(address, replace(league(), name="winter", seed=99))
    assert refusal.value.code == "other-league"


def test_a_match_is_kept_once(address: str) -> None:
    with closing(PlayedStore.create(address, replace(league(), name="once"))) as store:
        store.add(results()[:1])
        with pytest.raises(ArenaError, match="duplicate key") as refusal:
            store.add(results()[:2])
        assert refusal.value.code == "damaged"
        assert ordinals(store.matches()) == [0]


def test_results_are_audited_as_those_of_a_file_are(address: str, tmp_path: Path) -> None:
    audited = replace(league(), name="audited")
    fixtures = list(played(audited))
    with closing(PlayedStore.create(address, audited)) as store:
        for result in reversed(fixtures):
            store.add([result])
    with closing(PlayedStore.create(tmp_path / "league.db", audited)) as file:
        file.add(fixtures)
        seal = file.seal()
    with closing(Store.open(f"{address}#audited")) as store:
        found = verify(store, tmp_path, lambda _: None)
        assert (found.failures, found.matches, found.seal) == ([], 6, seal.text())
        with store._database.engine.begin() as connection:
            connection.execute(sql.update(MATCHES).where(MATCHES.c.ordinal == 3), {"timing": b"\x0a\x01\x07"})
            connection.execute(sql.delete(MATCHES).where(MATCHES.c.ordinal == 1))
        found = verify(store, tmp_path, lambda _: None)
        assert {(failure.ordinal, failure.part) for failure in found.failures} == {
            (3, "mark"),
            (3, "thinking time"),
            (3, "slowest choice"),
            (None, "seal"),
        }


def test_one_arena_at_a_time_plays_a_league(address: str) -> None:
    shared = replace(league(), name="shared")
    with closing(PlayedStore.create(address, shared)) as one, closing(Store.open(f"{address}#shared")) as reader:
        one.add(results()[:2])
        with pytest.raises(ArenaError, match=r"another arena is playing the league in .*#shared") as refusal:
            PlayedStore.create(address, shared)
        assert refusal.value.code == "being-played"
        PlayedStore.create(address, replace(league(), name="neighbour")).close()
        assert reader.being_played()
        one.add(results()[2:])
        assert ordinals(reader.matches()) == [0, 1, 2, 3, 4, 5]
    with closing(PlayedStore.create(address, shared)) as two:
        two.close()
        assert not two.being_played()


def test_what_is_read_within_a_snapshot_is_of_one_moment(address: str) -> None:
    moment = replace(league(), name="moment")
    with closing(PlayedStore.create(address, moment)) as writer, closing(Store.open(f"{address}#moment")) as reader:
        writer.add(results()[:2])
        with reader.snapshot():
            seal = reader.seal()
            writer.add(results()[2:])
            assert (reader.seal(), ordinals(reader.matches())) == (seal, [0, 1])
        assert len(list(reader.matches())) == 6


def test_what_others_change_while_a_league_is_played_is_found(address: str) -> None:
    with closing(PlayedStore.create(address, replace(league(), name="watched"))) as store:
        store.add(results()[:4])
        seal = store.seal()
        with store._database.engine.begin() as connection:
            forge_row(connection, store, 2, b"\x0a\x01\x07")
        with pytest.raises(ArenaError, match=r"while the league was played: match 2  \[tampered\]") as refusal:
            store.add(results()[4:])
        assert refusal.value.code == "tampered"
    with closing(Store.open(f"{address}#watched")) as reader:
        assert reader.seal() == seal


def test_a_schema_with_tables_of_others_is_no_league(address: str) -> None:
    with directly(address).begin() as connection:
        connection.execute(sql.text("create schema recipes"))
        connection.execute(sql.text("create table recipes.soups (name text)"))
    with pytest.raises(ArenaError, match="or only some of the tables of a league; found: soups") as refusal:
        PlayedStore.create(address, replace(league(), name="recipes"))
    assert refusal.value.code == "not-results"


def test_a_connection_that_is_lost_is_told_and_the_league_goes_on_later(address: str) -> None:
    cut = replace(league(), name="cut")
    with closing(PlayedStore.create(address, cut)) as store:
        store.add(results()[:2])
        with directly(address).connect() as connection:
            connection.execute(sql.text(CUT))
        with pytest.raises(
            ArenaError, match=r"the database server at .* cannot be reached: terminating connection"
        ) as lost:
            store.add(results()[2:4])
        assert lost.value.code == "no-server"
        assert "only matches that are not stored yet are played" in str(lost.value.hint)
    with closing(PlayedStore.create(address, cut)) as store:
        assert store.played(6) == bytearray([1, 1, 0, 0, 0, 0])
        store.add(results()[2:])
        assert len(list(store.matches())) == 6


@pytest.mark.parametrize(
    ("reference", "code", "sentence"),
    [
        ("{}", "bad-store", "does not name a league"),
        ("{}#nowhere", "no-store", "does not have results of a league named nowhere"),
        ("{}1#cup", "no-server", 'refuses the connection to .*database "postgres1" does not exist'),
        ("postgresql+psycopg://nobody:secret@127.0.0.1:9/arena#cup", "no-server", "nobody:\\*\\*\\*@127.0.0.1"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(address: str, reference: str, code: str, sentence: str) -> None:
    with pytest.raises(ArenaError, match=sentence) as refusal:
        Store.open(reference.format(address))
    assert refusal.value.code == code


@pytest.mark.slow
def test_a_server_that_is_lost_while_a_league_is_played_is_told_and_the_rest_is_played_later(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the database server is lost while a league is played, the command reports the loss, and a later run plays the
    remaining matches. The command also makes the folder for the standings files, although the results are on a server.
    """
    random_league(tmp_path, 60)  # so many, because on a busy machine many are stored before the server is lost
    command = ("run-league", "cup.toml", "--workers", "1", "--in-flight", "1", "--store", f"{address}#lost")

    def there() -> int:
        try:
            with closing(Store.open(f"{address}#lost")) as store:
                return store.count()
        except ArenaError:
            return 0

    process = start(tmp_path, *command)
    until(lambda: there() >= 5 or process.poll() is not None, "some matches are stored")
    with directly(address).connect() as connection:
        connection.execute(sql.text(CUT))
    said = ended(process)
    assert said.status == 1
    assert re.search(
        r"\nError: the database server at postgresql\S+ cannot be reached: [^\n]+  \[no-server\]\nHint: check that",
        said.err,
    )
    assert "Traceback" not in said.err
    before = there()
    assert 5 <= before < 180
    said = arena(tmp_path, *command)
    assert said.status == 0, said.err
    assert f"180 of 180 matches; {180 - before} played in " in said.err
    assert (tmp_path / "results" / "cup" / "standings.md").exists()
    monkeypatch.chdir(tmp_path)
    verified = CliRunner().invoke(main, ["verify", f"{address}#lost"])
    assert verified.exit_code == 0, verified.output
    assert "standings.md, standings.csv, standings.json compared" in verified.stdout


def test_pages_follow_a_league_that_is_played_into_a_server(address: str) -> None:
    cup = replace(league(4), name="paged")
    matches = list(played(cup))
    with (
        closing(PlayedStore.create(address, cup)) as store,
        serving(f"{address}#paged") as pages,
        closing(HTTPConnection(pages.removeprefix("http://"), timeout=PATIENCE_S)) as following,
    ):
        store.add(matches[:3])
        assert "after 1 block" in get(f"{pages}/paged/").text
        assert "badge playing" in get(f"{pages}/paged/").text
        following.request("GET", "/paged/events?parts=1")
        stream = following.getresponse()
        # the third block is stored before the second, and counts only after it
        for first, blocks in ((6, 1), (3, 3), (9, 4)):
            store.add(matches[first : first + 3])
            line = b""
            while b"after %d block" % blocks not in line:
                line = stream.readline()
                assert line
        assert get(f"{pages}/paged/matches/{len(matches) - 1}.html").status == 200
        seen = get(f"{pages}/paged/").text
        table = stored_standings(store)
    for row in table.lines:
        # not the strengths, which are seldom computed while a league is played
        assert all(f">{cell}<" in seen for cell in cells(row)[7:11])
