"""Tests of the protocol's messages as lines of JSON: the content of the lines that a bot's program receives, and the
lines that the program may print.
"""

import json
from typing import Any

import pytest
from google.protobuf.json_format import Parse

from arena.bot.json_lines import EXAMPLE, BadLineError, Lines, choices_in
from arena.protocol.v1.arena_pb2 import ArenaMessage, Batch, Choices, Goodbye, MatchEnd, MatchStart, Turn, Welcome
from tests.bots.playing import new_match, start_for, turn_of


def told(message: ArenaMessage) -> Any:
    return json.loads(Lines().line_of(message))


def test_a_line_has_the_names_of_the_protocol_in_its_order_without_spaces() -> None:
    turn = Turn(turn_id=7, match=1, seat=0, legal=[8300, 8301], bank_ms=30_000)
    assert Lines().line_of(ArenaMessage(batch=Batch(turns=[turn]))) == (
        b'{"batch":{"starts":[],"turns":[{"turn_id":7,"match":1,"seat":0,"legal":[8300,8301],"bank_ms":30000}],"ends":[]}}\n'
    )


def test_names_of_actions_are_told_where_a_program_has_asked_for_them() -> None:
    [turn] = told(ArenaMessage(batch=Batch(turns=[Turn(legal=[1, 2], names=["pass", "bid 2"])])))["batch"]["turns"]
    assert turn["names"] == ["pass", "bid 2"]


def test_rules_and_positions_are_told_in_words_where_a_program_has_asked_for_them() -> None:
    for rules, position in (("", ""), ("Take turns.", "seat 0 (you)")):
        batch = Batch(starts=[MatchStart(rules=rules)], turns=[Turn(position=position)])
        said = told(ArenaMessage(batch=batch))["batch"]
        assert (said["starts"][0].get("rules", ""), said["turns"][0].get("position", "")) == (rules, position)
        assert ("rules" in said["starts"][0], "position" in said["turns"][0]) == (bool(rules), bool(position))


def test_what_is_0_or_empty_is_written_too() -> None:
    assert told(ArenaMessage(welcome=Welcome(protocol_version=1))) == {
        "welcome": {"protocol_version": 1, "arena_version": "", "max_matches": 0, "bank_ms": 0, "increment_ms": 0}
    }
    assert told(ArenaMessage(batch=Batch(ends=[MatchEnd(match=1, scores=[-1, 0])])))["batch"]["ends"] == [
        {"match": 1, "scores": [-1, 0], "ranks": [], "forfeit": ""}
    ]


def test_a_seed_is_a_string_because_it_is_more_than_a_number_of_json_holds() -> None:
    [start] = told(ArenaMessage(batch=Batch(starts=[MatchStart(seed=2**64 - 1)])))["batch"]["starts"]
    assert start["seed"] == "18446744073709551615"


def test_a_line_is_one_line_of_ascii() -> None:
    line = Lines().line_of(ArenaMessage(goodbye=Goodbye(reason="Verräter\nis over")))
    assert line == b'{"goodbye":{"reason":"Verr\\u00e4ter\\nis over"}}\n'


@pytest.mark.parametrize(("game", "edition"), [("verraeter", "official"), ("hetverraad", "swift")])
def test_setups_and_views_of_the_games_survive(game: str, edition: str) -> None:
    match = new_match(3, edition, 1, game)
    message = ArenaMessage(batch=Batch(starts=[start_for(match, 0, 9)], turns=[turn_of(match)]))
    assert Parse(Lines().line_of(message), ArenaMessage()) == message
    [turn] = told(message)["batch"]["turns"]
    assert list(turn) == ["turn_id", "match", "seat", "legal", "bank_ms", game]


def test_a_game_that_is_packed_is_unpacked() -> None:
    start = MatchStart(match=1)
    start.other.Pack(Goodbye(reason="any message"))
    [line] = told(ArenaMessage(batch=Batch(starts=[start])))["batch"]["starts"]
    assert line["other"] == {"@type": "type.googleapis.com/arena.protocol.v1.Goodbye", "reason": "any message"}


@pytest.mark.parametrize(
    "line",
    [
        EXAMPLE,
        '{"choices":{"turnIds":[1],"actions":[8301]}}',
        ' { "choices" : { "actions" : [ 8301 ], "turn_ids" : [ "1" ] } } \r',
    ],
)
def test_a_line_is_read_with_either_kind_of_names(line: str) -> None:
    assert choices_in(line.encode()).choices == Choices(turn_ids=[1], actions=[8301])


def test_a_line_may_have_notes() -> None:
    line = b'{"choices": {"turn_ids": [1], "actions": [8301], "notes": ["caf\\u00e9"]}}'
    assert list(choices_in(line).choices.notes) == ["caf\u00e9"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"left", "Failed to load JSON"),
        (b"[" * 100_000, "Failed to load JSON"),
        (b"8301", ""),
        (b"null", ""),
        (b"\xff", "can't decode byte 0xff"),
        (b"{}", 'the line has no "choices"'),
        (b'{"hello": {"token": "x"}}', 'the line has no "choices"'),
        (b'{"choices": {"turn": [1]}}', 'has no field named "turn"'),
        (b'{"choices": {"turn_ids": [-1]}}', "out of range"),
        (b'{"choices": {}} {"choices": {}}', "Extra data"),
    ],
)
def test_any_other_line_is_refused_with_a_reason_of_one_line(line: bytes, said: str) -> None:
    with pytest.raises(BadLineError) as caught:
        choices_in(line)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
