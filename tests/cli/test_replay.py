"""`arena replay`: every action in notation, and frames from which a board can be drawn."""

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
from leaderboards.store.rows import Row
from leaderboards.store.seal import mark_of, print_row
from tests.cli.conftest import Arena, compare, said
from tests.cli.test_play import ACTION

FRAME = ["seat", "action", "notation", "stand_in", "round", "phase", "start", "strategist", "conflict", "circle",
         "seats", "draw_pile", "discard", "aside"]  # fmt: skip
SEAT = ["house", "score", "hand", "reserve", "role", "played"]
SPEC = ["id", "game", "rules_version", "edition", "components", "deal", "bots", "scores", "ranks", "faults"]


def stored(cup: Path, number: int) -> StoredMatch:
    """A match as it was stored."""
    with closing(Store.open(cup.parent / "results" / "cup" / "league.db")) as store:
        return store.find(str(number))


@pytest.fixture
def replayed(arena: Arena, cup: Path) -> tuple[StoredMatch, dict[str, Any]]:
    """A match and what `--json` says of it."""
    result = arena("replay", "results/cup", "1", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return stored(cup, 1), json.loads(result.stdout)


def test_a_match_is_told_in_notation(arena: Arena, cup: Path) -> None:
    result = arena("replay", "results/cup", "1")
    record = stored(cup, 1).record
    lines = result.stdout.splitlines()
    assert lines[0] == f"match {record.spec.id.hex()}  verraeter, edition official"
    actions = [line.split() for line in lines if ACTION.match(line)]
    assert [action[0] for action in actions] == [str(i + 1) for i in range(len(record.actions))]
    assert {action[1] for action in actions} == {"ann", "ben", "cid"}
    ends = [line.split() for line in lines[-3:]]
    assert [end[:3] for end in ends] == [["seat", str(i), bot.name] for i, bot in enumerate(record.spec.entrants)]
    assert [(int(end[4]), int(end[6])) for end in ends] == list(zip(record.scores, record.ranks, strict=True))


def test_the_beginning_of_a_match_reads_as_it_did(arena: Arena, cup: Path) -> None:
    text = said(arena("replay", "results/cup", "0"), cup.parent)
    identity, *lines = text.splitlines()
    assert identity.startswith("match ")  # the id changes with the bots' files
    compare("replay", "\n".join([*lines[:45], "...", *lines[-8:]]) + "\n")


@pytest.mark.parametrize("digits", [8, 32])
def test_a_match_is_found_by_its_id_too(arena: Arena, cup: Path, digits: int) -> None:
    identity = stored(cup, 4).record.spec.id.hex()
    assert arena("replay", "results/cup", identity[:digits]).stdout == arena("replay", "results/cup", "4").stdout


def test_json_has_the_spec_and_a_frame_before_and_after_every_action(
    replayed: tuple[StoredMatch, dict[str, Any]],
) -> None:
    match, data = replayed
    assert list(data) == ["spec", "frames"]
    assert list(data["spec"]) == SPEC
    first, *others = data["frames"]
    assert (first["seat"], first["action"], first["notation"]) == (None, None, None)
    assert tuple(frame["action"] for frame in others) == match.record.actions
    assert {frame["seat"] for frame in others} == {0, 1, 2}
    assert all(frame["notation"] for frame in others)


def test_every_frame_has_exactly_the_keys_a_viewer_relies_on(replayed: tuple[StoredMatch, dict[str, Any]]) -> None:
    _, data = replayed
    buildings = []
    for frame in data["frames"]:
        assert list(frame) == FRAME
        assert len(frame["circle"]) == 12
        for place in frame["circle"]:
            assert list(place) == ["landscape", "house", "building"]
            if place["building"] is not None:
                buildings.append(place["building"])
        assert len(frame["seats"]) == 3
        for seat in frame["seats"]:
            assert list(seat) == SEAT
    assert buildings
    assert all(list(building) == ["seat", "kind"] for building in buildings)


def test_the_last_frame_shows_the_scores_of_the_record(replayed: tuple[StoredMatch, dict[str, Any]]) -> None:
    match, data = replayed
    assert data["spec"]["scores"] == list(match.record.scores)
    assert data["spec"]["ranks"] == list(match.record.ranks)
    assert [seat["score"] for seat in data["frames"][-1]["seats"]] == list(match.record.scores)
    assert any(seat["score"] == 0 for seat in data["frames"][0]["seats"])


def test_frames_count_rounds_and_pass_through_phases(replayed: tuple[StoredMatch, dict[str, Any]]) -> None:
    _, data = replayed
    rounds = [frame["round"] for frame in data["frames"]]
    assert rounds == sorted(rounds)
    assert rounds[-1] > rounds[0]
    assert len({frame["phase"] for frame in data["frames"]}) > 3
    assert {role for frame in data["frames"] for seat in frame["seats"] if (role := seat["role"])}


def test_a_forfeit_is_told_where_it_happened_and_what_the_stand_in_did(arena: Arena, cup: Path) -> None:
    match = stored(cup, 0)
    spoilt = _with_a_forfeit(match.record, 13)
    _overwrite(cup, match, spoilt)
    (fault,) = spoilt.faults
    name = spoilt.spec.entrants[fault.seat].name
    lines = arena("replay", "results/cup", "0").stdout.splitlines()
    at = lines.index(f"        {name} forfeits here: timeout, too late; a stand-in plays on for it")
    assert lines[at + 1 : at + 3] == ["        its last output:", "        | one ? more"]
    assert next(line for line in lines[at:] if ACTION.match(line)).startswith(f"  14 {name} ")
    for number, line in enumerate(line for line in lines if ACTION.match(line)):
        assert ("(the stand-in)" in line) == (line.split()[1] == name and number >= 13)
    assert lines[-3 + fault.seat].endswith("rank 3  forfeited before action 14")
    frames = json.loads(arena("replay", "results/cup", "0", "--json").stdout)["frames"]
    assert [frame["stand_in"] for frame in frames] == [
        number >= 14 and frame["seat"] == fault.seat for number, frame in enumerate(frames)
    ]


def test_a_record_that_does_not_fit_the_rules_is_refused(arena: Arena, cup: Path) -> None:
    """The record of another match in its place would be found out by its first action that is not legal."""
    match = stored(cup, 0)
    _overwrite(cup, match, _with_action(match.record, len(match.record.actions) // 2, 1))
    result = arena("replay", "results/cup", "0")
    assert result.exit_code == 1
    assert "which is not legal" in result.stderr
    assert "[bad-record]" in result.stderr


def _with_action(record: MatchRecord, number: int, action: int) -> MatchRecord:
    return replace(record, actions=(*record.actions[:number], action, *record.actions[number + 1 :]))


def _with_a_forfeit(record: MatchRecord, number: int) -> MatchRecord:
    """The same match, in which the bot whose turn it is then is too late."""
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
        row = row._replace(record=store._compressed(encode_record(record)))
        mark = mark_of(print_row(store.values()["commitment"], row.ordinal, row[1:4]))
        connection.execute("update matches set record = ?, mark = ? where ordinal = ?", (row.record, mark, row.ordinal))
