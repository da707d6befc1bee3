"""Tests of seats that people leave, hand over to a bot, and take back."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.match import Handover
from arena.tables.audit import audit_tables
from arena.tables.bots import Bots
from arena.tables.facts import read_facts, told_handover
from arena.tables.journal import Journal
from arena.tables.service import TableService
from tests.tables.people import PATIENCE_S, Person, play
from tests.tables.test_refusals import assert_refused
from tests.web.serving import serving

SEATS = ["person", "random", "person"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


@pytest.fixture
def people(folder: Path) -> Iterator[list[Person]]:
    """Two people with a running match, on a server of their own."""
    with serving(table_service=TableService(folder, Bots())) as server:
        yield seated(server)


def seated(server: str, **terms: object) -> list[Person]:
    """Returns two people with a running match on this server."""
    ann, ben = Person(server), Person(server)
    ben.enter(ann.open(game="verraeter", seats=SEATS, substitute="greedy", **terms)["invitation"])
    assert ben.post("sit", seat=2, name="Ben").status == 200
    for person in (ann, ben):
        assert person.post("ready").status == 200
    until(ann, lambda table: table["state"] == "running")
    return [ann, ben]


def until(person: Person, there: object) -> None:
    """Waits for an event "table" for whose data the function `there` returns true."""
    assert callable(there)
    for event in person.events():
        if event.name == "table" and there(event.data):
            return


def advance(people: list[Person], frames: int = 10_000) -> None:
    """Makes random choices for these people until the match has this number of frames, or is over."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        for person in people:
            document = person.get("match.json")
            frame = document["frames"][-1]
            if document["spec"]["ranks"] or frame["number"] >= frames:
                return
            if frame["legal"]:
                action = random.Random(frame["number"]).choice(frame["legal"])["action"]
                person.post("choices", turn_id=frame["number"], action=action)
        assert time.monotonic() < deadline


def test_a_seat_that_is_left_is_played_to_the_end_by_the_bot_of_the_table(people: list[Person], folder: Path) -> None:
    ann, ben = people
    advance(people, 8)
    assert ann.post("leave").status == 200
    until(ben, lambda table: table["seats"][0]["played_by"])
    assert_refused(ann.post("take-back"), 409, "left")
    assert_refused(ann.post("leave"), 409, "left")
    seen = play(ben, random.Random(2))
    seat = seen.table["seats"][0]
    assert seat["left"]
    assert seat["played_by"] == "greedy"
    record = read_facts(folder / f"{ann.table}.jsonl").record
    assert record
    assert [(handover.seat, handover.player.name) for handover in record.handovers] == [(0, "greedy")]
    assert not record.faults
    assert not audit_tables(str(folder))[0].failures


def test_a_seat_is_handed_over_and_taken_back_and_the_turn_is_asked_again(people: list[Person], folder: Path) -> None:
    ann, ben = people
    advance(people, 8)
    assert ann.post("hand-over").status == 200
    assert_refused(ann.post("hand-over"), 409, "given")
    assert_refused(ann.post("choices", turn_id=0, action=0), 409, "given")
    until(ann, lambda table: table["seats"][0]["played_by"])
    advance([ben], 30)
    assert ann.post("take-back").status == 200
    assert_refused(ann.post("take-back"), 409, "not-given")
    until(ann, lambda table: not table["seats"][0]["played_by"])
    advance(people)
    record = read_facts(folder / f"{ann.table}.jsonl").record
    assert record
    assert [(handover.seat, handover.player.name) for handover in record.handovers] == [(0, "greedy"), (0, "Ann")]
    assert not audit_tables(str(folder))[0].failures


def test_who_is_played_for_owes_nothing_and_so_cannot_answer_what_nobody_asks(folder: Path) -> None:
    table_service = TableService(folder, Bots())
    with serving(table_service=table_service) as server:
        ann, ben = seated(server)
        while (frame := ann.get("match.json")["frames"][-1])["actor"] != 0:
            advance([ann, ben], frame["number"] + 1)
        next(event for event in ann.events() if event.name == "turn" and event.data)
        running = table_service.find(ann.table)._running
        assert running.owed(0)
        assert ann.post("hand-over").status == 200
        until(ann, lambda table: table["seats"][0]["played_by"])
        assert running.owed(0) is None


def test_whose_time_is_up_is_played_for_by_the_bot(folder: Path) -> None:
    with serving(table_service=TableService(folder, Bots())) as server:
        ann = Person(server)
        ann.open(game="verraeter", seats=["person", "random", "random"], bank_s=1)
        until(ann, lambda table: table["state"] == "finished")
        assert ann.get("table.json")["seats"][0]["played_by"] == "greedy"
    facts = read_facts(folder / f"{ann.table}.jsonl")
    assert facts.record
    assert not facts.record.faults
    assert "time" in facts.record.handovers[0].detail
    assert (facts.seats[0].given, facts.seats[0].bank_ms) == (True, 0)


@pytest.fixture
def late(folder: Path) -> list[Person]:
    """Two people whose match has begun, but whose server has stopped. The first person has run out of time, and a bot
    has replaced that person.
    """
    with serving(table_service=TableService(folder, Bots())) as server:
        people = seated(server, bank_s=3600)
    path = folder / f"{people[0].table}.jsonl"
    facts = read_facts(path)
    substitute = facts.substitutes[0]
    assert substitute
    journal, _ = Journal.reopen(path)
    journal.add(told_handover(Handover(0, len(facts.actions), substitute, "no choice within the time left")))
    journal.close()
    return people


def test_the_time_that_was_left_is_kept_with_each_choice(folder: Path) -> None:
    """Tests that the journal stores the remaining time with each choice; otherwise people would get their whole time
    back after a restart.
    """
    with serving(table_service=TableService(folder, Bots())) as server:
        people = seated(server, bank_s=3600)
        advance(people, 12)
    facts = read_facts(folder / f"{people[0].table}.jsonl")
    assert all(0 < (facts.seats[seat].bank_ms or 0) <= 3_600_000 for seat in (0, 2))


def move(people: list[Person], server: str) -> None:
    """Lets these people continue on another server, once it has started their match."""
    for person in people:
        person.move(server)
    until(people[0], lambda table: not table["starting"])


def test_whose_time_was_up_is_played_for_after_a_restart_too(folder: Path, late: list[Person]) -> None:
    ann, ben = late
    with serving(table_service=TableService(folder, Bots())) as server:
        move(late, server)
        seen = play(ben, random.Random(2))
        assert seen.table["seats"][0]["played_by"] == "greedy"
    record = read_facts(folder / f"{ann.table}.jsonl").record
    assert record
    assert [handover.player.name for handover in record.handovers] == ["greedy"]


def test_who_takes_a_seat_back_after_a_restart_has_no_more_time_than_before(folder: Path, late: list[Person]) -> None:
    ann, ben = late
    with serving(table_service=TableService(folder, Bots())) as server:
        move(late, server)
        assert ann.post("take-back").status == 200
        play(ben, random.Random(2))
    record = read_facts(folder / f"{ann.table}.jsonl").record
    assert record
    assert [handover.player.name for handover in record.handovers] == ["greedy", "Ann", "greedy"]
