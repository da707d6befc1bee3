"""Tests of removing a finished table: only the person who opened the table may do so, and the journal is kept."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.tables.audit import audit_tables
from arena.tables.bots import Bots
from arena.tables.journal import journals
from arena.tables.service import REMOVED, Limits, TableService
from tests.tables.people import Person
from tests.web.serving import serving

TERMS = {"game": "verraeter", "seats": ["person"] * 3}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


@pytest.fixture
def server(folder: Path) -> Iterator[str]:
    with serving(table_service=TableService(folder, Bots(), limits=Limits(opened_an_hour=2))) as address:
        yield address


@pytest.fixture
def ann(server: str) -> Person:
    """The person who has opened a table."""
    ann = Person(server)
    ann.open(**TERMS)
    return ann


@pytest.fixture
def ben(ann: Person) -> Person:
    """A second person with a seat at Ann's table."""
    ben = Person(ann.server)
    ben.enter(ann.get("links.json")["invitation"])
    assert ben.post("sit", seat=1, name="Ben").status == 200
    return ben


def listed(person: Person) -> bool:
    """Returns whether the page with the list of tables has a link to the person's table."""
    return f"tables/{person.table}" in person.ask("/tables").text


def test_who_opened_a_table_removes_it_and_its_journal_is_kept(ann: Person, ben: Person, folder: Path) -> None:
    assert ann.post("close").status == 200
    written = (folder / f"{ann.table}.jsonl").read_bytes()
    events = ben.events()
    next(events)
    assert listed(ben)
    assert ann.post("remove").status == 200
    assert [event.name for event in events] == ["removed"]  # the stream of Ben, who follows the table, ends
    for person in (ann, ben):
        assert not listed(person)
        assert person.ask(f"/tables/{ann.table}").status == 404
    assert ann.post("remove").status == 404
    (kept,) = folder.glob("**/*.jsonl")
    assert (kept, kept.read_bytes()) == (folder / REMOVED / f"{ann.table}.jsonl", written)
    assert [table.failures for table in audit_tables(str(folder / REMOVED))] == [[]]


def test_a_removed_table_counts_among_those_of_an_hour_and_stays_away(ann: Person, folder: Path) -> None:
    for _ in range(2):
        assert [ann.post(act).status for act in ("close", "remove")] == [200, 200]
        answer = ann.ask("/tables", {**TERMS, "me": 0, "name": "Ann"})
        ann.table = answer.json.get("id", "")
    assert (answer.status, answer.json["code"]) == (503, "too-many-tables")
    assert journals(folder) == []  # a restarted server reads these journals, so the table stays away


def test_nobody_else_removes_it_and_nobody_before_it_is_over(ann: Person, ben: Person) -> None:
    assert ann.post("remove").json["code"] == "not-over"
    assert ann.post("close").status == 200
    stranger = Person(ann.server, ann.table)
    for person in (ben, stranger):
        answer = person.post("remove")
        assert (answer.status, answer.json["code"]) == (403, "not-owner")
        assert "/remove" not in person.ask("/tables").text
    foreign = ann.ask(f"/tables/{ann.table}/remove", {}, {"Origin": "http://evil.example"})
    assert (foreign.status, foreign.json["code"]) == (403, "foreign")
    assert listed(ann)
    assert f"tables/{ann.table}/remove" in ann.ask("/tables").text


def test_what_cannot_be_moved_stays(ann: Person, folder: Path) -> None:
    assert ann.post("close").status == 200
    (folder / REMOVED).write_text("in the way")
    assert ann.post("remove").json["code"] == "no-room"
    assert listed(ann)
    (folder / REMOVED).unlink()
    assert ann.post("remove").status == 200
