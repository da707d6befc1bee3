"""People play again at a table with the same terms."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.tables.bots import Bots
from arena.tables.hall import Hall
from tests.tables.people import Person, play
from tests.web.serving import serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with serving(hall=Hall(tmp_path / "tables", Bots())) as address:
        yield address


def test_whoever_asks_first_opens_the_table_and_the_others_sit_down_at_it(server: str) -> None:
    ann, ben, eve = people = [Person(server) for _ in range(3)]
    invitation = ann.open(game="connect-four", seats=["person", "person"], seed=7)["invitation"]
    for person in (ben, eve):
        person.enter(invitation)
    assert ben.post("sit", seat=1, name="Ben").status == 200
    for person in (ann, ben):
        assert person.post("ready").status == 200
    assert ann.post("again").json["code"] == "not-over"
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda person: play(person, random.Random(1)), (ann, ben)))
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


def test_who_played_with_bots_alone_plays_again_at_once(server: str) -> None:
    ann = Person(server)
    ann.open(game="tron", seats=["person", "random"])
    play(ann, random.Random(1))
    ann.table = ann.post("again").json["id"]
    assert play(ann, random.Random(2)).spec["ranks"]
