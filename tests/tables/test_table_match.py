"""Tests of whole matches through the HTTP interface for browsers."""

import os
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from arena.tables.bots import Bots
from arena.tables.service import TableService
from tests.tables.people import PATIENCE_S, Person, play
from tests.web.serving import serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with serving(table_service=TableService(tmp_path / "tables", Bots())) as address:
        yield address


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("verraeter", ["person", "greedy", "random"]),
        ("hetverraad", ["person", "random"]),
        ("tron", ["random", "person"]),
    ],
)
def test_a_person_plays_a_whole_match_with_bots(server: str, game: str, seats: list[str]) -> None:
    ann = Person(server)
    ann.open(game=game, seats=seats, me=seats.index("person"))
    seen = play(ann, random.Random(1))
    assert seen.spec["ranks"]
    assert seen.table["you"] == seats.index("person")
    assert seen.frames == ann.get("match.json")["frames"]
    assert seen.frames[-1]["actor"] is None


def test_people_choose_at_once_and_nobody_sees_a_choice_before_all_have_chosen(server: str) -> None:
    ann, ben = Person(server), Person(server)
    ben.enter(ann.open(game="tron", seats=["person", "person"])["invitation"])
    assert ben.post("sit", seat=1, name="Ben").status == 200
    assert 'href="../rules/tron.html"' in ann.ask(f"/tables/{ann.table}").text
    for person in (ann, ben):
        assert person.post("ready").status == 200
    [own, other] = [
        next(event.data for event in one.events() if event.name == "turn" and event.data) for one in (ann, ben)
    ]
    assert (own["turn_id"], own["seat"], other["turn_id"], other["seat"]) == (0, 0, 0, 1)
    assert 'href="../rules/tron.html"' in ann.ask(f"/tables/{ann.table}").text
    before = ann.get("match.json")
    legal = ben.get("match.json")["frames"][0]["legal"]
    assert ben.post("choices", turn_id=0, action=legal[0]["action"]).status == 200
    assert ben.post("choices", turn_id=0, action=legal[1]["action"]).json["code"] == "stale"
    assert [seat["chosen"] for seat in ann.get("table.json")["seats"]] == [False, True]
    assert ann.get("match.json") == before
    assert ann.post("choices", turn_id=0, action=before["frames"][0]["legal"][2]["action"]).status == 200
    frames = ann.get("match.json")["frames"]
    assert [frame["taken"] and frame["taken"]["notation"] for frame in frames] == [None, "down", "up"]
    assert [seat["chosen"] for seat in ann.get("table.json")["seats"]] == [False, False]


def test_the_link_of_a_seat_sits_there_from_any_device_and_the_turn_is_still_open(server: str) -> None:
    ann, phone, tab = Person(server), Person(server), Person(server)
    link = ann.open(game="verraeter", seats=["person", "random", "random"])["seat"]
    play(ann, random.Random(1), most=1)
    answer = phone.enter(link)
    assert answer.status == 200
    cookie = answer.headers["set-cookie"]
    assert "httponly" in cookie.lower()
    assert "samesite=strict" in cookie.lower()
    tab.table, tab.cookies = ann.table, dict(ann.cookies)
    turns = [next(event for event in one.events() if event.name == "turn") for one in (ann, phone, tab)]
    assert turns[0].data == turns[1].data == turns[2].data
    assert phone.get("links.json")["seat"] == link
    play(phone, random.Random(2), most=1)
    assert ann.get("match.json") == tab.get("match.json") == phone.get("match.json")


def test_training_goes_on_from_an_earlier_decision_at_a_table_of_its_own(server: str) -> None:
    ann = Person(server)
    seats = ["person", "random", "random"]
    ann.open(game="verraeter", seats=seats)
    assert ann.post("branches", step=0).json["code"] == "not-training"
    ann.open(game="verraeter", seats=seats, training=True)
    first = ann.table
    play(ann, random.Random(1), most=3)
    before = ann.get("match.json")["frames"]
    step = [frame["number"] for frame in before if frame["legal"]][1]
    for wrong in (-1, len(before), "1", None):
        assert ann.post("branches", step=wrong).json["code"] == "bad-step"
    opened = ann.post("branches", step=step)
    assert opened.status == 201
    ann.table = opened.json["id"]
    seen = play(ann, random.Random(5))
    assert seen.spec["ranks"]
    assert seen.frames[: step + 1] == before[: step + 1]
    assert seen.table["branch_of"] == first


def children(process: int) -> set[int]:
    """Returns the ids of all processes below a process, at any depth."""
    found: set[int] = set()
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # the task has ended
            for child in map(int, task.read_text().split()):
                found |= {child} | children(child)
    return found


def test_nothing_is_left_running_when_a_table_is_closed_or_over(server: str) -> None:
    before = children(os.getpid())
    ann = Person(server)
    for end in ("close", ""):
        ann.open(game="verraeter", seats=["person", "random", "random"])
        play(ann, random.Random(1), most=1)
        assert children(os.getpid()) > before
        if end:
            assert ann.post(end).status == 200
        else:
            play(ann, random.Random(1))
        deadline = time.monotonic() + PATIENCE_S
        while children(os.getpid()) - before:
            assert time.monotonic() < deadline
            time.sleep(0.05)
