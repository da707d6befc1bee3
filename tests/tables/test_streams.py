"""Tests that the event stream of a person shows the information of the person's present seat, even if the person has
changed seats.
"""

import itertools
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from arena.building.manifest import Manifest
from arena.tables.bots import Bots
from arena.tables.service import TableService
from tests.tables.people import Person
from tests.tables.test_refusals import PEOPLE, assert_refused
from tests.web.serving import serving


class SlowBots(Bots):
    """Bots that become ready only after the test has set the event `let`."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted, self.let = Event(), Event()
        self.let.set()

    def ready(self, name: str, game: str) -> Manifest:
        self.wanted.set()
        assert self.let.wait(60)
        return super().ready(name, game)


@pytest.fixture
def bots() -> SlowBots:
    return SlowBots()


@pytest.fixture
def server(tmp_path: Path, bots: SlowBots) -> Iterator[str]:
    with serving(table_service=TableService(tmp_path / "tables", bots)) as address:
        yield address
        bots.let.set()


@pytest.fixture
def ann(server: str) -> Person:
    """Ann, who has opened a table for three people and sits at seat 0."""
    ann = Person(server)
    ann.open(**PEOPLE)
    return ann


def guest(ann: Person, seat: int | None, name: str) -> Person:
    """Returns a person who has followed the invitation to Ann's table, and has sat down unless `seat` is None."""
    person = Person(ann.server)
    person.enter(ann.get("links.json")["invitation"])
    if seat is not None:
        assert person.post("sit", seat=seat, name=name).status == 200
    return person


def test_who_rose_is_not_told_what_the_next_at_the_seat_sees(ann: Person) -> None:
    mallory = guest(ann, 1, "Mallory")
    following = mallory.events()
    assert next(following).data["you"] == 1
    assert mallory.post("leave").status == 200
    ben, cid = guest(ann, 1, "Ben"), guest(ann, 2, "Cid")
    for person in (ann, ben, cid):
        assert person.post("ready").status == 200
    next(event for event in ben.events() if event.name == "frames")
    told = list(following)
    assert {event.name for event in told} <= {"table", "turn"}
    assert all(event.data is None for event in told if event.name == "turn")
    looking_on = next(event for event in mallory.events() if event.name == "frames")
    assert looking_on.data["frames"][0]["board"] != ben.get("match.json")["frames"][0]["board"]


def test_who_moved_follows_from_the_other_seat(ann: Person) -> None:
    mallory = guest(ann, 1, "Mallory")
    following = mallory.events()
    next(following)
    assert mallory.post("sit", seat=2).status == 200
    list(following)  # the old stream ends
    assert next(mallory.events()).data["you"] == 2


def test_each_stream_says_whether_a_choice_is_owed(ann: Person) -> None:
    ben, cid = guest(ann, 1, "Ben"), guest(ann, 2, "Cid")
    people = (ann, ben, cid)
    for person in people:
        assert person.post("ready").status == 200
    owed = []
    for person in people:
        frames = next(event for event in person.events() if event.name == "frames").data["frames"]
        until_turn = itertools.takewhile(lambda event: event.name != "turn", person.events())
        assert {event.name for event in until_turn} == {"table", "frames"}
        turn = next(event for event in person.events() if event.name == "turn").data
        assert (turn is not None) == (frames[-1]["actor"] == people.index(person))
        owed.append(turn)
    chooser = people[[turn is not None for turn in owed].index(True)]
    legal = chooser.get("match.json")["frames"][-1]["legal"][0]["action"]
    assert chooser.post("choices", turn_id=owed[people.index(chooser)]["turn_id"], action=legal).status == 200
    again = next(event for event in chooser.events() if event.name == "turn").data
    assert again is None or again["turn_id"] > 0


def test_after_a_restart_nothing_is_said_of_what_is_owed_until_it_is_owed_again(tmp_path: Path) -> None:
    with serving(table_service=TableService(tmp_path / "tables", Bots())) as server:
        ann = Person(server)
        ann.open(**PEOPLE)
        people = [ann, guest(ann, 1, "Ben"), guest(ann, 2, "Cid")]
        for person in people:
            assert person.post("ready").status == 200
        turns = [next(event for event in person.events() if event.name == "turn").data for person in people]
    [(owing, owed)] = [(person, turn) for person, turn in zip(people, turns, strict=True) if turn]
    bots = SlowBots()
    bots.let.clear()
    with serving(table_service=TableService(tmp_path / "tables", bots)) as server:
        owing.move(server)
        events = owing.events()
        names = [next(events).name, next(events).name]
        assert names == ["table", "frames"]
        assert bots.wanted.wait(60)
        bots.let.set()
        assert next(event for event in events if event.name == "turn").data == owed


def test_nobody_leaves_a_seat_with_which_the_match_is_being_started(ann: Person, bots: SlowBots) -> None:
    ben, cid = guest(ann, 1, "Ben"), guest(ann, 2, "Cid")
    bots.let.clear()
    for person in (ann, ben, cid):
        assert person.post("ready").status == 200
    assert bots.wanted.wait(60)
    assert_refused(ben.post("leave"), 409, "not-open")
    bots.let.set()
    running = next(event.data for event in ben.events() if event.name == "table" and event.data["state"] == "running")
    assert [seat["name"] for seat in running["seats"]] == ["Ann", "Ben", "Cid"]


def test_who_opened_a_table_closes_it_while_it_is_being_started(ann: Person, bots: SlowBots) -> None:
    others = [guest(ann, 1, "Ben"), guest(ann, 2, "Cid")]
    bots.let.clear()
    for person in (ann, *others):
        assert person.post("ready").status == 200
    assert bots.wanted.wait(60)
    assert ann.post("leave").json["table"]["state"] == "closed"


@pytest.mark.parametrize(
    "said", [{}, {"X-Forwarded-Proto": "https"}, {"X-Forwarded-Proto": "https, http"}, {"X-Forwarded-Proto": "http"}]
)
def test_behind_a_proxy_with_tls_links_and_cookies_are_for_tls(ann: Person, said: dict[str, str]) -> None:
    secure = "https" in "".join(said.values())
    links = ann.ask(f"/tables/{ann.table}/links.json", headers=said).json
    assert len(links) == 2
    assert all(link.startswith("https://" if secure else "http://") for link in links.values())
    entered = Person(ann.server).ask(links["invitation"].partition(ann.host)[2], headers=said)
    assert entered.status == 200
    assert ("Secure" in entered.headers["set-cookie"]) == secure
    origin = {"Origin": f"https://{ann.host}"}
    opened = ann.ask("/tables", {"me": 0, "name": "Ann", **PEOPLE}, origin | said)
    assert opened.json["seat"].startswith("https://")  # the page's own address (`Origin`) has https
    assert "Secure" in opened.headers["set-cookie"]
