"""Tests of `arena replay`: every action is printed in notation, and JSON frames have all values that a viewer needs to
draw the board.
"""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.games.registry import create_game
from arena.match import FaultKind, Match, MatchRecord
from arena.protocol.records import encode_record
from leaderboards.store import Store, StoredMatch
from leaderboards.store.rows.row import Row
from leaderboards.store.rows.seal import mark_of, print_row
from tests.cli.conftest import Arena, compare, said
from tests.cli.leagues.test_play import ACTION

FRAME = ["number", "taken", "disclosed", "stages", "board", "actor", "legal", "scores"]
TAKEN = ["number", "seat", "stand_in", "time_us", "action", "notation", "parts", "note"]
BOARD = ["round", "phase", "start", "strategist", "conflict", "strengths", "winner", "gains", "circle", "seats",
         "draw_pile", "discard", "aside", "draw", "may_draw"]  # fmt: skip
SEAT = ["house", "score", "hand", "reserve", "kept", "role", "offered", "played"]
SPEC = ["id", "game", "rules_version", "edition", "components", "deal", "bots", "scores", "ranks", "faults",
        "handovers"]  # fmt: skip


def stored(cup: Path, number: int) -> StoredMatch:
    with closing(Store.open(cup.parent / "results" / "cup" / "league.db")) as store:
        return store.find(str(number))


@pytest.fixture
def replayed(arena: Arena, cup: Path) -> tuple[StoredMatch, dict[str, Any]]:
    """Returns a stored match, and the JSON output of `arena replay --json` for this match."""
    result = arena("replay", "results/cup", "1", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return stored(cup, 1), json.loads(result.stdout)


def test_a_match_is_told_in_notation(arena: Arena, cup: Path) -> None:
    result = arena("replay", "results/cup", "1")
    record = stored(cup, 1).record
    lines = result.stdout.splitlines()
    assert lines[0] == f"match {record.spec.id.hex()}  verraeter, edition official"
    actions = [match.groups() for line in lines if (match := ACTION.match(line))]
    assert [number for number, _ in actions] == [str(i + 1) for i in range(len(record.actions))]
    assert {name for _, name in actions} == {"ann", "ben", "cid"}
    ends = [line.split() for line in lines[-3:]]
    assert [end[:3] for end in ends] == [["seat", str(i), bot.name] for i, bot in enumerate(record.spec.entrants)]
    assert [(int(end[4]), int(end[6])) for end in ends] == list(zip(record.scores, record.ranks, strict=True))


def test_the_beginning_of_a_match_reads_as_it_did(arena: Arena, cup: Path) -> None:
    text = said(arena("replay", "results/cup", "0"), cup.parent)
    identity, *lines = text.splitlines()
    assert identity.startswith("match ")  # the id depends on the bots' files, so it is not compared
    compare("replay", "\n".join([*lines[:45], "...", *lines[-8:]]) + "\n")


@pytest.mark.parametrize("digits", [8, 32])
def test_a_match_is_found_by_its_id_too(arena: Arena, cup: Path, digits: int) -> None:
    identity = stored(cup, 4).record.spec.id.hex()
    assert arena("replay", "results/cup", identity[:digits]).stdout == arena("replay", "results/cup", "4").stdout


def test_json_has_the_spec_and_a_frame_before_and_after_every_action(
    replayed: tuple[StoredMatch, dict[str, Any]],
) -> None:
    match, data = replayed
    assert list(data) == ["format", "eyes", "spec", "clock", "setup", "opening", "frames"]
    assert (data["format"], data["eyes"]) == (1, "all")
    assert list(data["spec"]) == SPEC
    assert data["clock"] == {"bank_ms": 30_000, "increment_ms": 200}
    first, *others = data["frames"]
    assert first["taken"] is None
    assert tuple(frame["taken"]["action"] for frame in others) == match.record.actions
    assert {frame["taken"]["seat"] for frame in others} == {0, 1, 2}


def test_every_frame_has_exactly_the_keys_a_viewer_relies_on(replayed: tuple[StoredMatch, dict[str, Any]]) -> None:
    _, data = replayed
    for frame in data["frames"]:
        assert list(frame) == FRAME
        assert frame["taken"] is None or list(frame["taken"]) == TAKEN
        for board in (frame["board"], *frame["stages"]):
            assert list(board) == BOARD
            assert [list(place) for place in board["circle"]] == [["landscape", "house", "building"]] * 12
            assert [list(seat) for seat in board["seats"]] == [SEAT] * 3


def test_each_action_is_one_of_those_that_were_legal(replayed: tuple[StoredMatch, dict[str, Any]]) -> None:
    _, data = replayed
    for frame, following in zip(data["frames"], data["frames"][1:], strict=False):
        taken = following["taken"]
        assert taken["seat"] == frame["actor"]
        assert {name: taken[name] for name in ("action", "notation", "parts")} in frame["legal"]


def test_the_last_frame_shows_the_scores_of_the_record(replayed: tuple[StoredMatch, dict[str, Any]]) -> None:
    match, data = replayed
    assert data["spec"]["scores"] == data["frames"][-1]["scores"] == list(match.record.scores)
    assert data["spec"]["ranks"] == list(match.record.ranks)
    assert [seat["score"] for seat in data["frames"][-1]["board"]["seats"]] == list(match.record.scores)


def test_frames_count_rounds_and_pass_through_phases(replayed: tuple[StoredMatch, dict[str, Any]]) -> None:
    _, data = replayed
    boards = [frame["board"] for frame in data["frames"]]
    rounds = [board["round"] for board in boards]
    assert rounds == sorted(rounds)
    assert rounds[-1] > rounds[0]
    assert len({board["phase"] for board in boards}) > 3
    assert {role for board in boards for seat in board["seats"] if (role := seat["role"])}


@pytest.mark.parametrize("eyes", ["0", "2", "table"])
def test_with_other_eyes_only_what_they_know_is_told(arena: Arena, cup: Path, eyes: str) -> None:
    result = arena("replay", "results/cup", "1", "--json", "--eyes", eyes)
    assert (result.exit_code, result.stderr) == (0, "")
    data = json.loads(result.stdout)
    assert data["eyes"] == (eyes if eyes == "table" else int(eyes))
    seats = {number for number in range(3) if str(number) != eyes}
    for frame in data["frames"]:
        assert {card for seat in seats for card in frame["board"]["seats"][seat]["hand"]} <= {None}
        assert frame["legal"] is None or str(frame["actor"]) == eyes
    assert stored(cup, 1).record.spec.deal.hex() not in result.stdout


def test_eyes_the_match_lacks_are_refused(arena: Arena, cup: Path) -> None:
    result = arena("replay", "results/cup", "1", "--json", "--eyes", "3")
    assert result.exit_code == 1
    assert "'3' is not a viewpoint of this match  [bad-eyes]" in result.stderr
    assert "give the number of a seat (0 to 2), the word table" in result.stderr


def test_eyes_without_json_are_refused(arena: Arena, cup: Path) -> None:
    result = arena("replay", "results/cup", "1", "--eyes", "0")
    assert result.exit_code == 2
    assert "--eyes needs --json" in result.stderr


def test_a_forfeit_is_told_where_it_happened_and_what_the_stand_in_did(arena: Arena, cup: Path) -> None:
    match = stored(cup, 0)
    spoilt = _with_a_forfeit(match.record, 13)
    _overwrite(cup, match, spoilt)
    (fault,) = spoilt.faults
    name = spoilt.spec.entrants[fault.seat].name
    lines = arena("replay", "results/cup", "0").stdout.splitlines()
    at = lines.index(f"        {name} forfeits here: timeout, too late; a stand-in plays on for it")
    assert lines[at + 1 : at + 3] == ["        its last output:", "        | one ? more"]
    took = list(filter(None, map(ACTION.match, lines)))
    assert next(filter(None, map(ACTION.match, lines[at:]))).groups() == ("14", name)
    for one in took:
        assert ("(the stand-in)" in one[0]) == (one[2] == name and int(one[1]) >= 14)
    assert lines[-3 + fault.seat].endswith("rank 3  forfeited before action 14")
    frames = json.loads(arena("replay", "results/cup", "0", "--json").stdout)["frames"]
    taken = [frame["taken"] for frame in frames[1:]]
    assert [action["stand_in"] for action in taken] == [
        action["number"] >= 14 and action["seat"] == fault.seat for action in taken
    ]


def test_a_record_that_does_not_fit_the_rules_is_refused(arena: Arena, cup: Path) -> None:
    """`arena replay` refuses a stored record that contains an illegal action: it ends with status 1 and the error
    `bad-record`. The test replaces one action of a correct record. In practice, the cause may be that the record of
    another match was stored in its place.
    """
    match = stored(cup, 0)
    _overwrite(cup, match, _with_action(match.record, len(match.record.actions) // 2, 1))
    result = arena("replay", "results/cup", "0")
    assert result.exit_code == 1
    assert "which is not legal" in result.stderr
    assert "[bad-record]" in result.stderr


def _with_action(record: MatchRecord, number: int, action: int) -> MatchRecord:
    return replace(record, actions=(*record.actions[:number], action, *record.actions[number + 1 :]))


def _with_a_forfeit(record: MatchRecord, number: int) -> MatchRecord:
    """Plays a match with the bots and the deal of `record`, and returns the new match's record.

    All bots choose the first legal action, but the bot to move after `number` actions forfeits with a timeout.
    """
    match = Match(record.spec, create_game(record.spec.game))
    while match.actor is not None:
        if len(match.actions) == number and not match.faults:
            match.fault(match.actor, FaultKind.TIMEOUT, "too late", "one \x1b more")
        else:
            match.choose(match.legal[0])
    return match.record()


def _overwrite(cup: Path, match: StoredMatch, record: MatchRecord) -> None:
    path = cup.parent / "results" / "cup" / "league.db"
    with closing(Store.open(path)) as store, closing(sqlite3.connect(path)) as connection, connection:
        (row,) = [row for row in store.rows() if row.ordinal == match.ordinal]
        assert isinstance(row, Row)
        row = row._replace(record=store._records.packed(encode_record(record)))
        mark = mark_of(print_row(store.values()["commitment"], row.ordinal, row[1:4]))
        connection.execute("update matches set record = ?, mark = ? where ordinal = ?", (row.record, mark, row.ordinal))
