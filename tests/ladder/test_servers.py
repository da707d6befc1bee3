"""Tests of a ladder with its rows on a database server: how the server is chosen, that no other ladder or writer uses
the rows at the same time, and what happens if the server is lost.
"""

import shutil
import subprocess
import threading
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sql

from arena.errors import ArenaError
from arena.ladder.accounts.people import add_person, people
from arena.ladder.accounts.rights import Role
from arena.ladder.backups.backup import back_up
from arena.ladder.examining.worker import MOST_LOST, Worker
from arena.ladder.keeping.base import away
from arena.ladder.keeping.database import PLACE, open_base
from arena.ladder.keeping.tables import JOB, NOTE, PERSON
from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import RESULTS
from arena.ladder.submissions.states import State
from leaderboards.store import Store
from tests.ladder.conftest import Clock, joined, on_both
from tests.ladder.examining.test_restarts import Handing, assert_all_there, have
from tests.ladder.playing.ladders import CALM_S, LONG_S, enter, first_bot, quick_ladder, stored, verified
from tests.ladder.serving import arena_serve, ladder_of, wait_for
from tests.ladder.working import hand_in, look, work
from tests.servers import MISSING, Postgres
from tests.suite.sizes import sized
from tests.web.ladder.authors import PATIENCE_S
from tests.web.serving import free_port

WRITERS = 4
EACH = 25
HANDING_S = 0.5
"""The seconds between two hand-ins of one author."""
MORE = 2
"""The number of matches to play while the database server is down, and again after it has returned."""


@on_both
def test_who_writes_does_so_alone(ladder: Ladder, tmp_path: Path) -> None:
    """Only one process or thread changes a ladder's database at a time. In the test, each writer reads the largest
    number in a table and adds a row with the next number, so two simultaneous writers would add the same number.
    """

    def writing() -> None:
        with closing(open_base(ladder.folder)) as base:
            for _ in range(EACH):
                with base.writing() as connection:
                    number = (connection.scalar(sql.select(sql.func.max(PERSON.c.made_ms))) or 0) + 1
                    name = f"{number}"
                    values = {"name": name, "name_key": name, "role": "author", "made_ms": number}
                    connection.execute(sql.insert(PERSON).values(values))

    threads = [threading.Thread(target=writing) for _ in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    with ladder.base.reading() as connection:
        assert len(people(connection)) == WRITERS * EACH


@on_both
def test_what_is_read_is_of_one_moment(ladder: Ladder) -> None:
    with ladder.base.reading() as connection:
        assert people(connection) == []
        joined(ladder, "Ann")
        assert people(connection) == []


@on_both
def test_what_a_name_stands_for_fits_however_it_is_spelled(ladder: Ladder) -> None:
    joined(ladder, "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 40)


@on_both
def test_a_job_is_not_lost_with_the_database_however_often_that_is(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle, lost = Worker._settle, MOST_LOST + 1

    def failing(*arguments: object) -> None:
        nonlocal lost
        lost -= 1
        if lost >= 0:
            raise away()
        settle(*arguments)  # type: ignore[arg-type]  # passes on the arguments of the caller

    monkeypatch.setattr(Worker, "_settle", failing)
    monkeypatch.setattr("arena.ladder.examining.worker.LOOK_S", 0.01)
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, b"words").number
    work(ladder)
    assert lost < 0
    assert look(ladder, ann, number).state is State.REJECTED
    with ladder.base.reading() as connection:
        assert connection.scalar(sql.select(JOB.c.lost)) == 1


def test_a_folder_says_where_its_rows_are_and_nobody_else_reads_it(tmp_path: Path, postgres: Postgres) -> None:
    database = f"{postgres.address}#own-name"
    Ladder(tmp_path / "ladder", database=database).close()
    place = tmp_path / "ladder" / PLACE
    assert place.read_text() == f"{database}\n"
    assert place.stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / "ladder" / "ladder.db").exists()
    with closing(Ladder(tmp_path / "ladder")) as ladder, ladder.base.writing() as connection:
        add_person(connection, "Ann", Role.AUTHOR, 0, "test")
    with closing(Ladder(tmp_path / "ladder", database=database)) as ladder, ladder.base.reading() as connection:
        assert [one.name for one in people(connection)] == ["Ann"]
    with pytest.raises(ArenaError, match="stores its data in postgresql") as refused:
        Ladder(tmp_path / "ladder", database=f"{postgres.address}#another")
    assert refused.value.code == "other-database"
    with pytest.raises(ArenaError, match="#own-name already contains tables") as refused:
        Ladder(tmp_path / "other", database=database)
    assert refused.value.code == "database-in-use"
    with pytest.raises(ArenaError, match="stores its data on a database server") as refused:
        back_up(tmp_path / "ladder", tmp_path)
    assert refused.value.code == "rows-elsewhere"
    assert "pg_dump" in (refused.value.hint or "")


def test_a_ladder_in_a_file_stays_there(tmp_path: Path) -> None:
    Ladder(tmp_path / "ladder").close()
    with pytest.raises(ArenaError, match=r"stores its data in .*ladder\.db") as refused:
        Ladder(tmp_path / "ladder", database="postgresql://ann@127.0.0.1/arena")
    assert refused.value.code == "other-database"


@pytest.mark.parametrize(
    ("database", "code", "sentence"),
    [
        ("ladder.db", "bad-database", "ladder.db is not the address of a database"),
        ("postgresql://127.0.0.1/arena#Not a name", "bad-database", "'Not a name' cannot be the name of a ladder"),
        ("postgresql://ann:secret@127.0.0.1:{port}/arena", "no-server", "cannot be reached"),
    ],
)
def test_what_cannot_be_used_is_told_and_nothing_is_noted(
    tmp_path: Path, database: str, code: str, sentence: str
) -> None:
    pytest.importorskip("psycopg", reason=MISSING)
    with pytest.raises(ArenaError, match=sentence) as refused:
        Ladder(tmp_path / "ladder", database=database.format(port=free_port()))
    assert refused.value.code == code
    assert "secret" not in f"{refused.value}{refused.value.hint}"
    assert not (tmp_path / "ladder" / PLACE).exists()


def test_a_copy_of_a_folder_is_not_served_beside_it(tmp_path: Path, postgres: Postgres) -> None:
    for name in ("ladder", "copy"):
        (tmp_path / name).mkdir()
        (tmp_path / name / PLACE).write_text(f"{postgres.address}#copied")
    with closing(Ladder(tmp_path / "ladder")) as first, closing(Ladder(tmp_path / "copy")) as second:
        first.serve("http://127.0.0.1:1/")
        with pytest.raises(ArenaError, match="#copied") as refused:
            second.serve("http://127.0.0.1:2/")
        assert refused.value.code == "ladder-in-use"
    with closing(Ladder(tmp_path / "copy")) as second:
        second.serve("http://127.0.0.1:2/")


def test_what_is_committed_is_on_the_disk_of_a_server_that_was_set_to_wait_for_none(
    tmp_path: Path, postgres: Postgres
) -> None:
    address = f"{postgres.address}?options=-csynchronous_commit%3Doff#durable"
    with closing(Ladder(tmp_path / "ladder", database=address)) as ladder, ladder.base.writing() as connection:
        assert connection.scalar(sql.text("SHOW synchronous_commit")) == "on"


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
@pytest.mark.timeout(900)
def test_a_database_that_is_killed_in_the_middle_loses_nothing_is_waited_for_and_ladders_play_on(
    tmp_path: Path, own: Postgres
) -> None:
    folder, port, [*authors, _] = ladder_of(tmp_path, "Ann", "Ben", "Cid", database=own.address)
    quick_ladder(folder, pause_s=CALM_S)
    enter(folder, "Cid", first_bot("mine"))
    handing, kills = [Handing(author, HANDING_S) for author, _ in authors], sized(1, 3)

    def plays_on() -> None:
        there = stored(folder, "verraeter")
        wait_for(lambda: stored(folder, "verraeter") > there + MORE, LONG_S)

    with arena_serve(folder, port) as server:
        for author, link in authors:
            assert author.sign_in(link, command=True).status == 200
        threads = [threading.Thread(target=one.run) for one in handing]
        for thread in threads:
            thread.start()
        for _ in range(kills):
            wait_for(partial(have, handing, sum(len(one.receipts) for one in handing) + 2))
            wait_for(lambda: stored(folder, "verraeter") > 0, LONG_S)
            seen = [len(one.refusals) for one in handing]
            own.kill()
            wait_for(lambda: all(len(one.refusals) > there for one, there in zip(handing, seen, strict=True)))  # noqa: B023
            ann = handing[0].author
            assert ann.get("/").status == 200
            page = ann.get("/ladder")
            assert (page.status, page.headers["retry-after"]) == (503, "5")
            assert "does not answer now" in page.text
            plays_on()
            own.start()
        wait_for(partial(have, handing, sum(len(one.receipts) for one in handing) + 2))
        plays_on()
        for one in handing:
            one.stopped = True
        for thread in threads:
            thread.join(PATIENCE_S)
            assert not thread.is_alive()
        for one in handing:
            away_ones = [answer for answer in one.refusals if answer.status == 503]
            assert {answer.code for answer in away_ones} == {"database-away"}
            assert {answer.headers["retry-after"] for answer in away_ones} == {"5"}
            assert not any(str(own.address.rpartition(":")[2]) in answer.text for answer in away_ones)
            assert_all_there(one)
        server.terminate()
        assert server.wait(PATIENCE_S) == 0
        assert server.stderr
        assert server.stderr.read().count("cannot be read") <= kills
    own.stop()
    with closing(Store.open(str(folder / RESULTS / "verraeter"))) as store:
        assert not any(match.record.faults for match in store.matches())
    assert verified(folder, "verraeter")["matches"] > 2 * MORE


def test_rows_and_folder_that_were_copied_apart_are_the_ladder_elsewhere(
    tmp_path: Path, postgres: Postgres, clock: Clock
) -> None:
    """A ladder can be moved by copying its rows and its folder separately, with the commands in docs/operate.md."""
    with closing(Ladder(tmp_path / "ladder", clock, f"{postgres.address}#dumped")) as ladder:
        ann = joined(ladder, "Ann")
        receipt = hand_in(ladder, ann, b"words")
    plain = postgres.address.replace("+psycopg", "")
    rows = subprocess.run(
        (postgres.program("pg_dump"), "--schema", "dumped", plain), check=True, capture_output=True, text=True
    ).stdout
    shutil.copytree(tmp_path / "ladder", tmp_path / "elsewhere")
    postgres.ask(plain, "create database elsewhere")
    there = plain.removesuffix("postgres") + "elsewhere"
    postgres.ask(there, rows, "--single-transaction")
    (tmp_path / "elsewhere" / PLACE).write_text(f"{there}#dumped")
    with closing(Ladder(tmp_path / "elsewhere", clock)) as again:
        assert look(again, ann, receipt.number).digest == receipt.digest
        assert again.blobs.place(receipt.digest).read_bytes() == b"words"
        assert hand_in(again, ann, b"more").number > receipt.number
        with pytest.raises(ArenaError, match="stays"), again.base.writing() as connection:
            connection.execute(sql.delete(NOTE))
