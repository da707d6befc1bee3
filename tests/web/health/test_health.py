"""Tests that a server reports its health on a separate port, without naming any person."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import pytest
from starlette.requests import Request

from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import LADDERS
from arena.league.league_file import read_league
from arena.web.health.app import Health
from leaderboards.store import PlayedStore
from tests.end_to_end.processes import PATIENCE_S, random_league, start
from tests.ladder.archives import bot
from tests.ladder.serving import wait_for
from tests.leaderboards.results import played
from tests.web.ladder.authors import Author, Idle, link_for
from tests.web.serving import get, run


class Running(NamedTuple):
    """A running server with a ladder: its folder, its address, and the address of its health endpoints."""

    folder: Path
    address: str
    health: str

    def metrics(self) -> dict[str, float]:
        """Returns the values of the metrics, by name and labels."""
        answer = get(f"{self.health}/metrics")
        assert answer.status == 200
        lines = [line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, _, value in lines}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    tmp_path = tmp_path_factory.mktemp("server")
    (tmp_path / "ladder" / LADDERS).mkdir(parents=True)
    arguments = ("serve", "--bind", "127.0.0.1:0", "--ladder", "ladder", "--health", "127.0.0.1:0")
    with start(tmp_path, *arguments) as process:
        assert process.stderr
        said = ""
        while not (found := re.search(r"^(http://\S+)/  \(Ctrl-C", said, re.MULTILINE)):
            line = process.stderr.readline()
            assert line, said
            said += line
        health = re.search(r"(http://\S+)/metrics tells how the server is", said)
        assert health
        try:
            yield Running(tmp_path / "ladder", found[1], health[1])
        finally:
            process.terminate()
            assert process.wait(PATIENCE_S) == 0


def signed_in(running: Running, name: str) -> Author:
    author = Author(running.address)
    with closing(Ladder(running.folder)) as ladder:
        assert author.sign_in(link_for(ladder, name), command=True).status == 200
    return author


def test_what_happens_is_counted_and_nobody_is_named(running: Running) -> None:
    ann = signed_in(running, "Ann-the-author")
    content = bot("secret-name", "secret-version", **{"secret-file": ""})
    key = "ab" * 16
    assert ann.hand_in(content, key).status == 201
    assert ann.get("/ladder/submissions/77.json").status == 404
    for path in ("/ladder/sign-in/secret-link", "/secret-league", "/secret-league/events"):
        assert Author(running.address).get(path).status in (403, 404)
    wait_for(lambda: running.metrics()['arena_submissions{state="received"}'] == 0)
    counted = running.metrics()
    assert counted["arena_worker_running"] == counted["arena_database_readable"] == 1
    assert counted["arena_archive_bytes"] == len(content)
    assert counted['arena_queue{kind="held"}'] == 0
    assert counted["arena_queue_oldest_seconds"] >= 0
    assert counted['arena_free_bytes{disk="ladder"}'] > 0
    assert counted['arena_step_seconds_count{ended="done",step="unpack"}'] >= 1
    assert counted['arena_requests_total{method="PUT",route="/ladder/hand-ins/{key}",status="201"}'] == 1
    assert counted['arena_refusals_total{code="no-submission"}'] == 1
    assert counted['arena_refusals_total{code="bad-link"}'] == 1
    assert sum(count for name, count in counted.items() if name.startswith("arena_submissions{")) == 1
    text = get(f"{running.health}/metrics").text
    for word in ("Ann", "secret", key, ann.token):
        assert word not in text


def test_the_public_port_tells_nothing_of_it(running: Running) -> None:
    for path in ("live", "ready", "metrics"):
        assert get(f"{running.health}/{path}").status == 200
        assert get(f"{running.address}/{path}").status == 404


def test_who_follows_is_counted_while_he_does(running: Running) -> None:
    league = read_league(random_league(running.folder.parent, 2))
    with closing(PlayedStore.create(running.folder.parent / "results" / "cup" / "league.db", league)) as store:
        store.add(list(played(league)))
    with urlopen(f"{running.address}/cup/events") as stream:
        assert stream.readline() == b": still here\n"
        assert running.metrics()["arena_followers"] == 1
    wait_for(lambda: running.metrics()["arena_followers"] == 0)


def test_a_database_that_cannot_be_written_is_not_ready_and_lives(running: Running) -> None:
    wait_for(lambda: get(f"{running.health}/ready").status == 200)
    with closing(sqlite3.connect(running.folder / "ladder.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            answer = get(f"{running.health}/ready")
            assert (answer.status, answer.text) == (503, "no: the database cannot be written\n")
        assert get(f"{running.health}/live").status == 200
        other.execute("ROLLBACK")
    wait_for(lambda: get(f"{running.health}/ready").status == 200)


def test_a_ladder_without_its_worker_is_not_ready(tmp_path: Path) -> None:
    request = Request({"type": "http"})
    with closing(Ladder(tmp_path / "ladder")) as ladder:
        answer = run(Health(Idle(ladder))._ready(request))
    assert (answer.status_code, bytes(answer.body)) == (503, b"no: the worker does not run\n")


def test_a_database_that_cannot_be_read_is_told_and_the_rest_too(tmp_path: Path) -> None:
    with closing(Ladder(tmp_path / "ladder")) as ladder:
        health = Health(Idle(ladder))
        ladder.base.close()
        (tmp_path / "ladder" / "ladder.db").write_bytes(b"words" * 2000)
        answer = run(health._metrics(Request({"type": "http"})))
    assert b"arena_database_readable 0.0" in bytes(answer.body)
    assert b"arena_worker_running 0.0" in bytes(answer.body)


def test_a_server_without_a_ladder_is_ready() -> None:
    assert run(Health()._ready(Request({"type": "http"}))).status_code == 200
