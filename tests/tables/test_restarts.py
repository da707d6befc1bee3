"""Tests with a server that is killed again and again during matches: no confirmed choice is lost, and nothing happens
twice.
"""

import http.client
import random
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from arena.tables.bots import Bots
from arena.tables.service import TableService
from tests.end_to_end.processes import served_at
from tests.installed import arena_command, surroundings
from tests.suite.sizes import full, sized
from tests.tables.people import PATIENCE_S, Person, Seen, play, settled
from tests.web.serving import free_port, serving

LOST = (OSError, http.client.HTTPException)


@contextmanager
def arena_serve(folder: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """Runs `arena serve` as a separate process, and kills it at the end."""
    command = [*arena_command(), "serve", "--bind", f"127.0.0.1:{port}", "--tables", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=folder.parent, env=surroundings()) as process:
        try:
            served_at(process)
            yield process
        finally:
            process.kill()


def play_until_killed(person: Person, rng: random.Random, seen: Seen) -> None:
    """Continues a match for a person until the match is over or the server is killed.

    `seen` is the data that the person has received before.
    """
    with suppress(*LOST):
        play(person, rng, seen=seen)


def kill_when(process: subprocess.Popen[str], seen: Seen, frames: int) -> None:
    """Kills the server as soon as a person has received this number of frames, whatever the server is doing then."""
    while process.poll() is None and len(seen.frames) < frames:
        time.sleep(0.001)
    process.kill()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "kills"),
    [
        ("verraeter", ["person", "greedy", "random", "person"], sized((9, 40), (5, 9, 22, 40))),
        # `make test`: the case above, with the other game
        pytest.param("hetverraad", ["person", "random", "person"], (3, 60, 150), marks=full),
    ],
)
def test_a_match_survives_a_server_that_is_killed(
    tmp_path: Path, game: str, seats: list[str], kills: tuple[int, ...]
) -> None:
    port = free_port()
    server = f"http://127.0.0.1:{port}"
    people = [Person(server), Person(server)]
    watched = [Seen(), Seen()]
    for number, frames in enumerate((*kills, 0)):
        with arena_serve(tmp_path / "tables", port) as process:
            if number == 0:
                invitation = people[0].open(game=game, seats=seats)["invitation"]
                people[1].enter(invitation)
                assert people[1].post("sit", seat=len(seats) - 1, name="Ben").status == 200
                for person in people:
                    assert person.post("ready").status == 200
            threads = [
                threading.Thread(target=play_until_killed, args=(person, random.Random(number), seen))
                for person, seen in zip(people, watched, strict=True)
            ]
            for thread in threads:
                thread.start()
            if frames:
                kill_when(process, watched[0], frames)
            for thread in threads:
                thread.join(PATIENCE_S)
                assert not thread.is_alive()
            if not frames:
                documents = [person.get("match.json") for person in people]
    for document, seen in zip(documents, watched, strict=True):
        assert document["spec"]["ranks"]
        assert not document["spec"]["faults"]
        assert document["frames"] == seen.frames  # each shown frame is there once, and unchanged
        for turn_id, action in seen.answered.items():
            assert document["frames"][turn_id + 1]["taken"]["action"] == action


def test_people_sit_down_at_a_table_that_was_open_when_its_server_ended_and_play(tmp_path: Path) -> None:
    with serving(table_service=TableService(tmp_path / "tables", Bots())) as server:
        ann = Person(server)
        invitation = ann.open(game="verraeter", seats=["person", "random", "person"])["invitation"]
        assert ann.post("ready").status == 200
    with serving(table_service=TableService(tmp_path / "tables", Bots())) as server:
        ben = Person(server)
        ann.move(server)
        ben.enter(invitation)
        assert ben.post("sit", seat=2, name="Ben").status == 200
        assert ben.post("ready").status == 200
        assert settled(ann)["state"] == "running"
