"""Tests of the messages that `arena.protocol.turns` encodes without the generated classes: these classes read them back
correctly.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.match import Entrant, MatchSpec
from arena.protocol import turns
from arena.protocol.turns import (
    encode_batch,
    encode_end,
    encode_names,
    encode_opening,
    encode_position,
    encode_rules,
    encode_seat,
    encode_start,
    encode_turn,
)
from arena.protocol.v1.arena_pb2 import ArenaMessage, Batch, MatchEnd, MatchStart, Turn
from arena.protocol.v1.verraeter_pb2 import VerraeterSetup, VerraeterView
from arena.protocol.wire import bytes_tag, delimited

numbers = st.integers(0, 2**32 - 1)
texts = st.text(max_size=40)
SETUP = VerraeterSetup(circle_landscape=["LANDSCAPE_CITY", "LANDSCAPE_WASTE"], base=[300])
VIEW = VerraeterView(round=3, score=[200, 0, 5], conflict=0)


def field(content: bytes) -> bytes:
    """Returns the encoded field `verraeter` of a MatchStart or Turn. `content`: the encoded message in the field."""
    return delimited(bytes_tag(10), content)


def read(*parts: bytes) -> Batch:
    message = ArenaMessage.FromString(encode_batch(parts))
    assert message.WhichOneof("message") == "batch"
    return message.batch


@given(
    match=numbers,
    version=numbers,
    game=texts,
    edition=texts,
    seat=numbers,
    seed=st.integers(0, 2**64 - 1),
    name=st.binary(min_size=16, max_size=16),
    rules=texts,
)
def test_a_start_is_read_as_it_was_written(
    match: int, version: int, game: str, edition: str, seat: int, seed: int, name: bytes, rules: str
) -> None:
    entrants = tuple(Entrant(f"seat {number}", "1", bytes(16)) for number in range(4))
    spec = MatchSpec(name, game, version, edition, bytes(16), bytes(16), entrants)
    opening = encode_opening(spec, field(SETUP.SerializeToString())) + encode_rules(rules)
    assert read(encode_start(match, seat, seed, opening)) == Batch(
        starts=[
            MatchStart(
                match=match,
                game=game,
                rules_version=version,
                edition=edition,
                seats=4,
                seat=seat,
                seed=seed,
                id=name.hex(),
                rules=rules,
                verraeter=SETUP,
            )
        ]
    )


@given(
    turn_id=numbers,
    match=numbers,
    seat=numbers,
    bank_ms=numbers,
    legal=st.lists(numbers, min_size=1),
    names=st.lists(texts),
    position=texts,
)
def test_a_turn_is_read_as_it_was_written(
    turn_id: int, match: int, seat: int, bank_ms: int, legal: list[int], names: list[str], position: str
) -> None:
    said = field(VIEW.SerializeToString()) + encode_names(names) + encode_position(position)
    data = encode_turn(turn_id, encode_seat(match, seat), tuple(legal), bank_ms, said)
    turn = Turn(turn_id=turn_id, match=match, seat=seat, bank_ms=bank_ms, legal=legal, names=names, verraeter=VIEW)
    turn.position = position
    assert read(data) == Batch(turns=[turn])


@given(match=numbers, scores=st.lists(st.integers(-(2**31), 2**31 - 1)), ranks=st.lists(numbers), forfeit=texts)
def test_an_end_is_read_as_it_was_written(match: int, scores: list[int], ranks: list[int], forfeit: str) -> None:
    end = MatchEnd(match=match, scores=scores, ranks=ranks, forfeit=forfeit)
    assert read(encode_end(match, scores, ranks, forfeit)) == Batch(ends=[end])


@given(st.lists(st.sampled_from(["start", "turn", "end"]), max_size=200))
def test_a_batch_holds_its_parts_in_their_order(kinds: list[str]) -> None:
    parts = []
    for number, kind in enumerate(kinds):
        if kind == "start":
            parts.append(encode_start(number, 0, 0, b""))
        elif kind == "turn":
            parts.append(encode_turn(number, encode_seat(number, 0), (number,), 0, b""))
        else:
            parts.append(encode_end(number, (), (), ""))
    batch = read(*parts)
    for kind, told in (("start", batch.starts), ("turn", batch.turns), ("end", batch.ends)):
        assert [one.match for one in told] == [number for number, name in enumerate(kinds) if name == kind]


@pytest.mark.skipif(not turns.__file__.endswith(".py"), reason="a constant of a compiled module cannot be changed")
def test_legal_actions_are_right_also_when_no_more_rows_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_REMEMBERED", 3)
    turns._legal_fields.clear()
    for number in [*range(8), *range(8)]:
        legal = (number, number + 200)
        assert list(read(encode_turn(1, encode_seat(1, 0), legal, 1, b"")).turns[0].legal) == list(legal)
        assert len(turns._legal_fields) <= 3
