"""Tests of requests that a table refuses: each gets an error with an explanation, and changes nothing."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urljoin

import pytest

from arena.tables.bots import Bots
from arena.tables.service import Limits, TableService
from arena.tables.table_settings import read_terms
from tests.tables.people import PATIENCE_S, Answer, Person
from tests.web.serving import serving

PEOPLE = {"game": "verraeter", "seats": ["person", "person", "person"]}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with serving(table_service=TableService(tmp_path / "tables", Bots())) as address:
        yield address


@pytest.fixture
def people(server: str) -> list[Person]:
    """Three people with a running match; the first person in the list must choose."""
    ann = Person(server)
    invitation = ann.open(**PEOPLE)["invitation"]
    guests = [Person(server), Person(server)]
    for seat, guest in enumerate(guests, start=1):
        guest.enter(invitation)
        assert guest.post("sit", seat=seat, name=f"Guest {seat}").status == 200
    for person in (ann, *guests):
        assert person.post("ready").status == 200
    found = {}
    for person in (ann, *guests):
        for event in person.events():
            if event.name == "frames":
                found[person] = event.data["frames"][-1]
                break
    return sorted(found, key=lambda person: found[person]["legal"] is None)


def legal(person: Person) -> int:
    """Returns a legal action for the person who must choose."""
    action: int = person.get("match.json")["frames"][-1]["legal"][0]["action"]
    return action


def assert_refused(answer: Answer, status: int, code: str) -> None:
    assert (answer.status, answer.json["code"]) == (status, code)
    assert len(answer.json["message"]) > 9
    assert "Traceback" not in answer.text


def test_a_choice_is_taken_once(people: list[Person]) -> None:
    action = legal(people[0])
    assert people[0].post("choices", turn_id=0, action=action).status == 200
    assert_refused(people[0].post("choices", turn_id=0, action=action), 409, "stale")
    assert len(people[0].get("match.json")["frames"]) == 2


def test_a_choice_that_is_sent_many_times_at_once_is_taken_once(people: list[Person]) -> None:
    action = legal(people[0])
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: people[0].post("choices", turn_id=0, action=action), range(8)))
    assert sorted(answer.status for answer in answers) == [200] + [409] * 7
    for answer in answers:
        if answer.status != 200:
            assert_refused(answer, 409, "stale")
    assert len(people[0].get("match.json")["frames"]) == 2


@pytest.mark.parametrize("turn_id", [1, -1, "0", None, True, 0.0, [0]])
def test_a_turn_that_is_not_open_is_refused(people: list[Person], turn_id: object) -> None:
    assert_refused(people[0].post("choices", turn_id=turn_id, action=legal(people[0])), 409, "stale")


@pytest.mark.parametrize("action", [-1, 10**9, "5", None, True, 0.5, {}, "x" * 10_000])
def test_what_is_not_legal_is_refused(people: list[Person], action: object) -> None:
    answer = people[0].post("choices", turn_id=0, action=action)
    assert_refused(answer, 409, "illegal")
    assert len(answer.text) < 300
    assert len(people[0].get("match.json")["frames"]) == 1


def test_nobody_chooses_for_another_seat(server: str, people: list[Person]) -> None:
    action = legal(people[0])
    assert_refused(people[1].post("choices", turn_id=0, action=action), 409, "not-your-turn")
    stranger = Person(server, people[0].table)
    assert_refused(stranger.post("choices", turn_id=0, action=action), 403, "not-seated")
    assert len(people[0].get("match.json")["frames"]) == 1


def test_a_forged_token_opens_nothing(server: str, people: list[Person]) -> None:
    table = people[0].table
    forger = Person(server, table)
    answer = forger.ask(f"/tables/{table}/link/{'0' * 32}")
    assert answer.status == 403
    assert "This link does not belong to this table" in answer.text
    assert not forger.cookies
    forger.cookies[f"arena-{table}"] = "0" * 32
    assert_refused(forger.post("choices", turn_id=0, action=legal(people[0])), 403, "not-seated")
    assert forger.get("match.json")["eyes"] == "table"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_what_comes_from_another_site_is_refused(people: list[Person], headers: dict[str, str]) -> None:
    said = {"turn_id": 0, "action": legal(people[0])}
    assert_refused(people[0].ask(f"/tables/{people[0].table}/choices", said, headers), 403, "foreign")
    assert_refused(people[0].ask("/tables", PEOPLE, headers), 403, "foreign")
    assert len(people[0].get("match.json")["frames"]) == 1


def test_what_is_posted_has_to_be_an_object_of_json(people: list[Person]) -> None:
    address = f"/tables/{people[0].table}/choices"
    assert_refused(people[0].ask(address, {}, {"Content-Type": "text/plain"}), 400, "bad-request")
    assert_refused(people[0].ask(address, [1]), 400, "bad-request")
    assert_refused(people[0].ask(address, "x" * 100_000), 400, "bad-request")


def test_the_eyes_of_others_are_for_later(server: str, people: list[Person]) -> None:
    for person in (people[0], Person(server, people[0].table)):
        you = person.get("table.json")["you"]
        for eyes in ("0", "1", "2", "all"):
            if eyes != str(you):
                assert_refused(person.ask(f"/tables/{person.table}/match.json?eyes={eyes}"), 403, "secret")
    assert_refused(people[0].ask(f"/tables/{people[0].table}/match.json?eyes=9"), 400, "bad-eyes")
    assert people[0].ask(f"/tables/{people[0].table}/replay").status == 403


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"game": "chess"}, "bad-table"),
        ({"seats": "person"}, "bad-table"),
        ({"seats": ["person"]}, "bad-table"),
        ({"seats": ["greedy", "greedy", "greedy"], "me": None}, "bad-table"),
        ({"seats": ["person", "greedy", "../../etc"]}, "no-bot"),
        ({"seats": ["person", "greedy", "hetverraad-builder"]}, "no-bot"),
        ({"substitute": "nobody"}, "no-bot"),
        ({"edition": "x"}, "bad-table"),
        ({"bank_s": 0}, "bad-table"),
        ({"bank_s": 1.5}, "bad-table"),
        ({"seed": -1}, "bad-table"),
        ({"training": "yes"}, "bad-table"),
        ({"me": 7}, "bad-table"),
        ({"me": "0"}, "bad-table"),
        ({"me": [0]}, "bad-table"),
        ({"name": ""}, "bad-name"),
        ({"name": "a\u202eb"}, "bad-name"),
        ({"name": "x" * 31}, "bad-name"),
        ({"name": "\u3164"}, "bad-name"),
        ({"name": "Ben\u2800"}, "bad-name"),
    ],
)
def test_terms_that_do_not_fit_open_nothing(server: str, said: dict[str, object], code: str) -> None:
    answer = Person(server).ask("/tables", {**PEOPLE, "me": 0, "name": "Ann", **said})
    assert_refused(answer, 400, code)
    assert "<code>" not in Person(server).ask("/tables").text


@pytest.mark.parametrize(
    "said", [{"seats": ["person", "greedy", "\ud800"]}, {"me": "\ud800"}, {"substitute": "\ud800"}, {"\ud800": 1}]
)
def test_half_a_letter_is_refused_with_a_sentence(server: str, said: dict[str, object]) -> None:
    assert_refused(Person(server).ask("/tables", {**PEOPLE, "me": 0, "name": "Ann", **said}), 400, "bad-request")


def test_a_form_that_is_sent_before_its_script_has_come_leads_back_to_its_page(people: list[Person]) -> None:
    table, form = people[0].table, {"Content-Type": "application/x-www-form-urlencoded"}
    for address, page in ((f"/tables/{table}/leave", f"/tables/{table}"), ("/tables", "/tables")):
        answer = people[0].ask(address, {}, form)
        assert answer.status == 303
        assert urljoin(address, answer.headers["location"]) == page
    assert people[0].get("table.json")["seats"][0]["name"]


def test_only_who_was_invited_sits_down_where_nobody_sits(server: str) -> None:
    ann, ben, cid = Person(server), Person(server), Person(server)
    invitation = ann.open(game="verraeter", seats=["person", "person", "greedy"])["invitation"]
    ben.table = ann.table
    assert_refused(ben.post("sit", seat=1, name="Ben"), 403, "not-invited")
    for person in (ben, cid):
        person.enter(invitation)
    assert_refused(ben.post("sit", seat=0, name="Ben"), 409, "not-free")
    assert_refused(ben.post("sit", seat=2, name="Ben"), 409, "not-free")
    assert_refused(ben.post("sit", seat=9, name="Ben"), 404, "no-seat")
    assert_refused(ben.post("ready"), 403, "not-seated")
    assert ben.post("sit", seat=1, name="Ben").status == 200
    assert_refused(cid.post("sit", seat=1, name="Cid"), 409, "not-free")
    assert_refused(cid.post("close"), 403, "not-owner")
    assert_refused(ben.post("close"), 403, "not-owner")
    assert_refused(ben.post("hand-over"), 409, "not-running")


def test_a_refusal_is_told_in_the_language_of_who_asks(server: str) -> None:
    ann = Person(server)
    ann.open(**PEOPLE)
    chosen = ann.ask(f"/nl/tables/{ann.table}/sit", {"seat": 9})
    wished = ann.ask(f"/tables/{ann.table}/sit", {"seat": 9}, {"Accept-Language": "fr"})
    for answer, language, message in (
        (chosen, "nl", "er is geen plaats 9"),
        (wished, "fr", "il n\u2019y a pas de place 9"),
        (ann.post("sit", seat=9), "en", "the table does not have a seat 9"),
    ):
        assert_refused(answer, 404, "no-seat")
        assert (answer.json["language"], answer.json["message"]) == (language, message)
    assert ann.post("close").status == 200
    told = ann.ask(f"/tables/{ann.table}/table.json", headers={"Accept-Language": "de"}).json
    assert told["reason"] == "wer ihn eröffnet hat, hat ihn geschlossen"


def test_there_are_limits_and_they_are_told(tmp_path: Path) -> None:
    limits = Limits(tables=2, bots=7, watching=1, following_of_seat=1)
    with serving(table_service=TableService(tmp_path / "tables", Bots(), limits=limits)) as server:
        ann = Person(server)
        ann.open(**PEOPLE)
        four = {"game": "verraeter", "seats": ["person"] * 4, "me": 0, "name": "Ann"}
        ben = Person(server, ann.table)
        streams = [ben.events(), ann.events()]  # watchers and seats have separate limits
        for stream in streams:
            assert next(stream).name == "table"
        for person in (ann, ben):
            assert_refused(person.ask(f"/tables/{ann.table}/events"), 503, "too-many-followers")
        assert ben.ask("/tables", four).status == 201
        assert_refused(ben.ask("/tables", four), 503, "too-many-tables")
        assert ann.post("close").status == 200
        assert_refused(ben.ask("/tables", four), 503, "too-many-bots")


def test_who_opens_and_closes_all_the_time_is_stopped(tmp_path: Path) -> None:
    limits = Limits(opened_an_hour=3)
    with serving(table_service=TableService(tmp_path / "tables", Bots(), limits=limits)) as server:
        ann = Person(server)
        for _ in range(3):
            ann.open(**PEOPLE)
            assert ann.post("close").status == 200
        answer = ann.ask("/tables", {**PEOPLE, "me": 0, "name": "Ann"})
        assert_refused(answer, 503, "too-many-tables")
        assert "this server allows no more in an hour" in answer.text


def test_an_idle_table_is_warned_then_closed(tmp_path: Path) -> None:
    limits = Limits(idle_s=3, warned_s=2.5, look_s=0.05)
    with serving(table_service=TableService(tmp_path / "tables", Bots(), limits=limits)) as server:
        ann = Person(server)
        ann.open(**PEOPLE)
        told = []
        for event in ann.events():
            told.append(event.data)
            if event.data["state"] == "closed":
                break
        assert any(table["closing"] and table["state"] == "open" for table in told)
        assert told[-1]["reason"] == "nobody did anything at the table for too long"


def test_an_idle_table_is_warned_and_closed_when_its_times_are_up_and_not_before(tmp_path: Path) -> None:
    async def looked() -> list[tuple[bool, str]]:
        table_service, found = TableService(tmp_path / "tables", Bots()), []
        table = table_service.open(read_terms({"game": "verraeter", "seats": ["person"] * 3})).table
        warned_s = table_service.limits.idle_s - table_service.limits.warned_s
        for idle_s in (warned_s - 1, warned_s, table_service.limits.idle_s - 1, table_service.limits.idle_s):
            await table_service._look_at(table, idle_s)
            found.append((table.closing, table.facts.state))
        await table_service.stop()
        return found

    assert asyncio.run(looked()) == [(False, "open"), (True, "open"), (True, "open"), (True, "closed")]


def test_who_may_do_nothing_keeps_no_table_open(tmp_path: Path) -> None:
    limits = Limits(idle_s=2, warned_s=1, look_s=0.05)
    with serving(table_service=TableService(tmp_path / "tables", Bots(), limits=limits)) as server:
        ann = Person(server)
        ann.open(**PEOPLE)
        stranger = Person(server, ann.table)
        deadline = time.monotonic() + PATIENCE_S
        while ann.get("table.json")["state"] == "open":
            for act in ("sit", "ready", "leave", "hand-over", "take-back", "choices", "stay", "close"):
                assert stranger.post(act, seat=1, name="Cid").status in (403, 409)
            assert time.monotonic() < deadline
