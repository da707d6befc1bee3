"""Tests of people who, after a match, play another match with the same settings."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.tables.bots import Bots
from arena.tables.service import TableService
from tests.tables.people import Person, play, settled
from tests.web.serving import serving


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


@pytest.fixture
def server(folder: Path) -> Iterator[str]:
    with serving(table_service=TableService(folder, Bots())) as address:
        yield address


def play_to_the_end(ann: Person, ben: Person) -> None:
    """Lets Ann open a table, lets Ben sit down at it, and lets both play a match to its end."""
    ben.enter(ann.open(game="connect-four", seats=["person", "person"], seed=7)["invitation"])
    assert ben.post("sit", seat=1, name="Ben").status == 200
    for person in (ann, ben):
        assert person.post("ready").status == 200
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda person: play(person, random.Random(1)), (ann, ben)))


def test_whoever_asks_first_opens_the_table_and_the_others_sit_down_at_it(server: str) -> None:
    ann, ben, eve = people = [Person(server) for _ in range(3)]
    play_to_the_end(ann, ben)
    eve.enter(ann.get("links.json")["invitation"])
    assert (refused := eve.post("again")).status == 403
    assert refused.json["code"] == "not-seated"
    answers = [person.post("again") for person in (ben, ann, ben)]
    assert [answer.status for answer in answers] == [201] * 3
    [table] = {answer.json["id"] for answer in answers}
    for person in people:
        person.table = table
    told = ann.get("table.json")
    assert [seat["name"] for seat in told["seats"]] == ["Ann", "Ben"]
    assert (told["you"], ben.get("table.json")["you"], eve.get("table.json")["you"]) == (0, 1, None)
    assert not told["seeded"]
    assert [person.post("ready").status for person in (ann, ben)] == [200, 200]


def test_after_a_restart_the_others_still_sit_down_at_the_same_table(folder: Path) -> None:
    with serving(table_service=TableService(folder, Bots())) as address:
        ann, ben = Person(address), Person(address)
        play_to_the_end(ann, ben)
        table = ann.post("again").json["id"]
    with serving(table_service=TableService(folder, Bots())) as address:
        ben.move(address)
        answer = ben.post("again").json
        assert (answer["id"], answer["invitation"]) == (table, None)
        ben.table = table
        assert [seat["name"] for seat in ben.get("table.json")["seats"]] == ["Ann", "Ben"]


def test_two_who_ask_at_once_sit_at_one_table_and_at_the_next_when_that_is_closed(server: str) -> None:
    ann, ben = people = Person(server), Person(server)
    play_to_the_end(ann, ben)
    first = ann.table
    with ThreadPoolExecutor(2) as pool:
        [table] = {answer.json["id"] for answer in pool.map(lambda person: person.post("again"), people)}
    ann.table = ben.table = table
    told = [person.get("table.json") for person in people]
    opener = people[[one["owner"] for one in told].index(True)]
    assert [one["you"] for one in told] == [0, 1]
    assert [opener.post(act).status for act in ("close", "remove")] == [200, 200]
    ann.table = first
    assert ann.post("again").json["id"] != table


def test_who_played_with_bots_alone_plays_again_at_once_and_at_one_table_however_often_asked(server: str) -> None:
    ann = Person(server)
    ann.open(game="tron", seats=["person", "random"])
    assert ann.post("again").json["code"] == "not-over"
    play(ann, random.Random(1))
    first, ann.table = ann.table, ann.post("again").json["id"]
    assert settled(ann)["state"] == "running"
    table, ann.table = ann.table, first
    ann.table = ann.post("again").json["id"]
    assert ann.table == table
    assert play(ann, random.Random(2)).spec["ranks"]
