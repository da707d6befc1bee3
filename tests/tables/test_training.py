"""Tests of training tables through the HTTP interface for browsers: people ask bots and take moves back."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.tables.audit import audit_tables
from arena.tables.bots import Bots
from arena.tables.service import TableService
from tests.end_to_end.processes import write_bot
from tests.tables.people import Answer, Person, play
from tests.web.serving import serving

OWN = """
from arena.bot import Bot, run

class Own(Bot):
    def choose(self, turn):
        return turn.legal[-1]

run(Own)
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    write_bot(tmp_path, "mine", OWN)
    with serving(table_service=TableService(tmp_path / "tables", Bots([str(tmp_path / "mine")]))) as address:
        yield address


def trainee(server: str, **terms: Any) -> Person:
    person = Person(server)
    person.open(**{"game": "verraeter", "seats": ["person", "greedy", "random"], "training": True} | terms)
    return person


def asked(person: Person, bot: str, step: object) -> Answer:
    return person.ask(f"/tables/{person.table}/asked?bot={bot}&step={step}")


@pytest.mark.parametrize(("bot", "choice"), [("greedy", None), ("mine", -1)])
def test_bots_are_asked_about_the_own_open_turn(server: str, bot: str, choice: int | None) -> None:
    ann = trainee(server)
    seen = play(ann, random.Random(2), most=3)
    assert bot in ann.get("asked")["bots"]
    legal = [one["action"] for one in seen.frames[-1]["legal"]]
    answer = asked(ann, bot, seen.frames[-1]["number"])
    assert answer.status == 200
    assert answer.json["action"] in legal
    assert choice is None or answer.json["action"] == legal[choice]
    assert answer.headers["content-security-policy"]


def test_nothing_else_is_told_while_the_match_runs(server: str) -> None:
    ann = trainee(server, seats=["person", "person", "random"])
    ann.post("ready", ready=True)
    link = ann.get("links.json")["invitation"]
    ben, onlooker = Person(server), Person(server, ann.table)
    ben.enter(link)
    assert ben.post("sit", seat=1, name="Ben").status == 200
    assert ben.post("ready", ready=True).status == 200
    asker, other = _who_chooses(ann, ben)
    step = len(asker.get("match.json")["frames"]) - 1
    assert asked(asker, "greedy", step).status == 200
    for wrong in (step + 1, max(step - 1, 0) if step else 7, 99):
        answer = asked(asker, "greedy", wrong)
        assert (answer.status, answer.json["code"]) == (409, "not-your-turn")
    answer = asked(other, "greedy", step)
    assert (answer.status, answer.json["code"]) == (409, "not-your-turn")
    assert onlooker.get("asked") == {"bots": []}
    assert asked(onlooker, "greedy", step).status == 404


def _who_chooses(ann: Person, ben: Person) -> tuple[Person, Person]:
    """Returns the person who must choose first, and the other person."""
    for event in ann.events():
        if event.name == "frames" and event.data["frames"] and event.data["frames"][-1]["actor"] in (0, 1):
            asker, other = (ann, ben) if event.data["frames"][-1]["actor"] == 0 else (ben, ann)
            assert any(event.name == "turn" and event.data for event in asker.events())
            return asker, other
    raise AssertionError


def test_where_it_is_no_training_nobody_is_asked_and_nothing_taken_back(server: str) -> None:
    ann = trainee(server, training=False)
    seen = play(ann, random.Random(2), most=2)
    assert ann.get("asked") == {"bots": []}
    answer = asked(ann, "greedy", seen.frames[-1]["number"])
    assert (answer.status, answer.json["message"]) == (404, "you cannot ask bots for their choices here")
    answer = ann.post("branches", step=0)
    assert (answer.status, answer.json["code"]) == (409, "not-training")


def test_a_match_is_taken_back_to_an_earlier_decision_as_a_new_one(server: str, tmp_path: Path) -> None:
    ann = trainee(server)
    seen = play(ann, random.Random(2), most=6)
    before = seen.frames
    step = [frame["number"] for frame in before if frame["actor"] == 0][2]
    first = ann.table
    answer = ann.post("branches", step=step)
    assert answer.status == 201
    ann.table = answer.json["id"]
    assert ann.table != first
    again = play(ann, random.Random(3), most=0)
    assert again.frames == before[: step + 1]
    assert again.table["branch_of"] == first
    end = play(ann, random.Random(3), seen=again)
    assert end.spec["ranks"]
    assert end.frames[: step + 1] == before[: step + 1]
    [audit] = [one for one in audit_tables(str(tmp_path / "tables")) if one.id == ann.table]
    assert (audit.state, audit.failures) == ("finished", [])
    ann.table = first
    assert ann.get("match.json")["frames"] == before
    for wrong in (-1, len(before) + 5, "2", None, True):
        answer = ann.post("branches", step=wrong)
        assert (answer.status, answer.json["code"]) == (400, "bad-step")


def test_a_match_that_others_play_is_not_taken_back_before_it_is_over(server: str) -> None:
    ann = trainee(server, seats=["person", "person", "random"])
    # a branch shows everything about a match that others still play
    assert ann.post("branches", step=0).json["code"] == "others-play"
    ben = Person(server)
    ben.enter(ann.get("links.json")["invitation"])
    assert ben.post("sit", seat=1, name="Ben").status == 200
    for person in (ann, ben):
        assert person.post("ready").status == 200
    _who_chooses(ann, ben)
    for person in (ann, ben):
        answer = person.post("branches", step=0)
        assert (answer.status, answer.json["code"]) == (409, "others-play")
    assert ben.post("leave").status == 200
    assert ben.post("branches", step=0).status == 409
    branch = ann.post("branches", step=0)
    assert branch.status == 201
    assert "continues another match" in ann.ask(f"/tables/{branch.json['id']}").text


def test_when_the_match_is_over_any_step_may_be_asked_about(server: str) -> None:
    ann = trainee(server, training=False)
    end = play(ann, random.Random(2))
    onlooker = Person(server, ann.table)
    assert "greedy" in onlooker.get("asked")["bots"]
    for step in (0, len(end.frames) // 2):
        assert asked(onlooker, "greedy", step).status == 200
    answer = asked(onlooker, "greedy", len(end.frames) - 1)
    assert (answer.status, answer.json["code"]) == (404, "no-decision")
