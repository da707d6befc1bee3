"""Tests of the frames of a match: the parts of actions that each viewer sees, and when."""

from dataclasses import replace
from typing import Any

import pytest

from arena.errors import ArenaError
from arena.match import Entrant, FaultKind, Handover, Match, MatchRecord, Note
from arena.match.document import FORMAT, replay_data
from arena.match.frames import ALL, TABLE, Eyes, parse_eyes
from tests.games.matches import Case
from tests.match.counting import Counting, spec_of
from tests.match.random_records import record_of


def played(spoilt: bool = False) -> MatchRecord:
    """Plays a match of three seats and returns its record; if `spoilt`, the second seat forfeits at its second
    action.
    """
    match = Match(spec_of(3), Counting())
    while match.actor is not None:
        if spoilt and len(match.actions) == 4:
            match.fault(1, FaultKind.TIMEOUT, "too late", "secret output")
        else:
            match.choose(match.legal[match.actor])
    return match.record()


def document(eyes: Eyes, spoilt: bool = False) -> Any:
    return replay_data(played(spoilt), Counting(), eyes)


def test_who_sees_all_is_told_all() -> None:
    data = document(ALL)
    assert (data["format"], data["eyes"], data["setup"]) == (FORMAT, ALL, {"rounds": 4})
    first, second, *_, last = data["frames"]
    assert (first["number"], first["taken"], first["actor"], len(first["legal"])) == (0, None, 0, 3)
    assert second["taken"] == {
        "number": 1,
        "seat": 0,
        "stand_in": False,
        "time_us": None,
        "action": 10,
        "notation": "0+0",
        "parts": {"kind": "add", "points": 0},
        "note": None,
    }
    assert (last["number"], last["actor"], last["legal"]) == (12, None, None)
    assert last["scores"] == data["spec"]["scores"] == [0, 4, 8]
    assert not any(frame["disclosed"] for frame in data["frames"])


def test_a_seat_is_told_its_own_actions_at_once_and_those_of_others_when_they_are_known() -> None:
    frames = document(1)["frames"]
    assert [frame["taken"]["parts"]["points"] for frame in frames[1:4]] == [None, 1, 2]
    hidden = frames[1]["taken"]
    assert (hidden["seat"], hidden["action"], hidden["notation"], hidden["parts"]["kind"]) == (0, None, None, "add")
    told = [(frame["number"], told["number"], told["action"]) for frame in frames for told in frame["disclosed"]]
    assert told == [(3, 1, 10), (6, 4, 10), (9, 7, 10), (12, 10, 10)]


def test_who_only_watches_is_told_by_the_open_table() -> None:
    frames = document(TABLE)["frames"]
    assert [frame["board"] for frame in frames] == [{"taken": number} for number in range(13)]
    assert {frame["legal"] for frame in frames} == {None}
    assert [told["number"] for told in frames[3]["disclosed"]] == [1, 2]


def test_a_seat_is_told_what_it_may_choose_from_and_not_what_others_may() -> None:
    assert [frame["number"] for frame in document(1)["frames"] if frame["legal"]] == [1, 4, 7, 10]


@pytest.mark.parametrize(("eyes", "told"), [(ALL, True), (1, True), (0, False), (TABLE, False)])
def test_what_a_failed_bot_said_is_for_its_own_seat(eyes: Eyes, told: bool) -> None:
    data = document(eyes, spoilt=True)
    (fault,) = data["spec"]["faults"]
    assert (fault["seat"], fault["kind"], fault["action_count"]) == (1, "timeout", 4)
    assert (fault["detail"], fault["output"]) == (("too late", "secret output") if told else (None, None))
    stood_in = [frame["number"] for frame in data["frames"] if frame["taken"] and frame["taken"]["stand_in"]]
    assert stood_in == [5, 8, 11]


@pytest.mark.parametrize(("eyes", "told"), [(ALL, True), (1, True), (0, False), (TABLE, False)])
def test_who_plays_on_is_for_all_and_why_is_for_its_own_seat(eyes: Eyes, told: bool) -> None:
    record = replace(played(), handovers=(Handover(1, 4, Entrant("spare", "2", bytes(16)), "chose 7"),))
    (handover,) = replay_data(record, Counting(), eyes)["spec"]["handovers"]
    assert handover == {
        "seat": 1,
        "action_count": 4,
        "bot": {"name": "spare", "version": "2", "content_hash": "00" * 16},
        "detail": "chose 7" if told else None,
    }


def test_the_seed_of_the_deal_is_for_who_sees_all() -> None:
    assert document(ALL)["spec"]["deal"] == played().spec.deal.hex()
    assert [document(eyes)["spec"]["deal"] for eyes in (0, 1, 2, TABLE)] == [None] * 4


def test_times_that_are_kept_stand_beside_the_actions() -> None:
    times = tuple(range(12))
    frames = replay_data(played(), Counting(), TABLE, times)["frames"]
    assert [frame["taken"]["time_us"] for frame in frames if frame["taken"]] == [*times]


def test_a_note_is_for_the_eyes_of_its_seat_and_of_who_sees_all() -> None:
    noted = tuple(Note(number, f"on {number}") for number in range(0, 12, 2))
    for eyes in (0, 1, 2, TABLE, ALL):
        frames = replay_data(played(), Counting(), eyes, (), noted)["frames"]
        for taken in (frame["taken"] for frame in frames if frame["taken"]):
            number = taken["number"] - 1
            told = number % 2 == 0 and eyes in (ALL, taken["seat"])
            assert taken["note"] == (f"on {number}" if told else None)


def test_a_stand_in_has_only_the_time_in_which_the_bot_failed() -> None:
    frames = replay_data(played(spoilt=True), Counting(), TABLE, (5, 5, 5, 5, 7, 5, 0, 0, 5, 5, 0, 0))["frames"]
    taken = [frame["taken"] for frame in frames if frame["taken"]]
    assert [one["time_us"] for one in taken] == [5, 5, 5, 5, 7, 5, 0, None, 5, 5, None, 0]
    assert [one["number"] for one in taken if one["stand_in"]] == [5, 8, 11]


def test_eyes_are_named_by_a_seat_or_a_word() -> None:
    assert [parse_eyes(text, 3) for text in ("0", "2", "table", "all")] == [0, 2, TABLE, ALL]


@pytest.mark.parametrize("text", ["3", "-1", "", "seat", "²", "٣", "99999999999"])
def test_eyes_the_match_lacks_are_refused(text: str) -> None:
    with pytest.raises(
        ArenaError, match=r"give the number of a seat \(0 to 2\), the word table .*, or the word all"
    ) as refused:
        parse_eyes(text, 3)
    assert refused.value.code == "bad-eyes"


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_roles_become_known_when_all_are_shown(seat: int | None) -> None:
    """Tests rule V-4.1: all roles become known with the last supply cards, and no role before."""
    data = replay_data(record_of(Case("verraeter", "official", 4)), Case("verraeter", "official", 4).game, _eyes(seat))
    phase, picked = "", {}
    for frame in data["frames"]:
        taken: Any = frame["taken"]
        if taken and taken["parts"]["kind"] == "pick":
            picked[taken["number"]] = taken["seat"]
            assert (taken["parts"]["role"] is None) == (taken["action"] is None) == (taken["seat"] != seat)
        told = {each["number"]: each["seat"] for each in frame["disclosed"]}
        ended = phase == "supply" and frame["board"]["phase"] != "supply"
        assert told == ({number: who for number, who in picked.items() if who != seat} if ended else {})
        if ended:
            assert all(each["parts"]["role"] for each in frame["disclosed"])
            picked = {}
        phase = str(frame["board"]["phase"])
    assert not picked


def _eyes(seat: int | None) -> Eyes:
    return TABLE if seat is None else seat
