"""Tests of records that are encoded as bytes and decoded again."""

import json
import random
from dataclasses import replace

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from arena.match import Entrant, Fault, FaultKind, Handover, MatchRecord, MatchSpec, Note
from arena.match.document import spec_data
from arena.match.frames import ALL
from arena.match.record import MOST_NOTE
from arena.protocol.records import decode_record, decode_timing, encode_record, encode_timing
from arena.protocol.v1 import record_pb2

keys = st.binary(min_size=16, max_size=16)
texts = st.text(max_size=30)
numbers = st.integers(0, 2**32 - 1)


def rows(numbers: st.SearchStrategy[int]) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(numbers, max_size=12).map(tuple)


entrants = st.builds(Entrant, texts, texts, keys)
specs = st.builds(
    MatchSpec,
    id=keys,
    game=texts,
    rules_version=numbers,
    edition=texts,
    components=keys,
    deal=keys,
    entrants=st.lists(entrants, max_size=5).map(tuple),
)
faults = st.builds(Fault, numbers, st.sampled_from(FaultKind), numbers, texts, texts)
records = st.builds(
    MatchRecord,
    spec=specs,
    actions=rows(numbers),
    faults=st.lists(faults, max_size=4).map(tuple),
    scores=rows(st.integers(-(2**31), 2**31 - 1)),
    ranks=rows(numbers),
    handovers=st.lists(st.builds(Handover, numbers, numbers, entrants, texts), max_size=3).map(tuple),
)


@given(records)
def test_a_record_is_the_same_when_it_has_been_bytes(record: MatchRecord) -> None:
    assert decode_record(encode_record(record)) == record


@given(records, records)
def test_equal_records_are_equal_bytes_and_others_are_not(one: MatchRecord, two: MatchRecord) -> None:
    assert encode_record(one) == encode_record(replace(one))
    assert (encode_record(one) == encode_record(two)) == (one == two)


@given(records)
def test_what_is_read_of_a_record_can_be_json(record: MatchRecord) -> None:
    told = json.loads(json.dumps(spec_data(record, ALL)))
    assert bytes.fromhex(told["deal"]) == record.spec.deal
    assert tuple(told["scores"]) == record.scores
    assert [bot["name"] for bot in told["bots"]] == [bot.name for bot in record.spec.entrants]
    assert [FaultKind[fault["kind"].upper()] for fault in told["faults"]] == [fault.kind for fault in record.faults]


def test_kinds_of_faults_have_the_names_and_numbers_of_the_message() -> None:
    names = {f"FAULT_KIND_{kind.name}": kind.value for kind in FaultKind}
    assert dict(record_pb2.FaultKind.items()) == {"FAULT_KIND_UNSPECIFIED": 0} | names


@pytest.mark.parametrize("kind", [0, max(FaultKind) + 1, 99])
def test_a_kind_of_fault_that_is_not_known_cannot_be_decoded(kind: int) -> None:
    message = record_pb2.MatchRecord(faults=[record_pb2.Fault()])
    message.faults[0].kind = kind  # type: ignore[assignment]  # a number the enum lacks
    with pytest.raises(DecodeError, match=f"kind this release does not know: {kind} "):
        decode_record(message.SerializeToString())


@pytest.mark.parametrize("data", [b"\xff", b"\x0a\x10too short", b"\x12\x01\xff"])
def test_bytes_that_are_no_record_cannot_be_decoded(data: bytes) -> None:
    with pytest.raises(DecodeError):
        decode_record(data)


def test_a_record_of_an_ordinary_match_is_small() -> None:
    rng = random.Random(1)
    entrants = tuple(Entrant(name, "1", rng.randbytes(16)) for name in ("random", "greedy", "banker"))
    spec = MatchSpec(rng.randbytes(16), "verraeter", 1, "official", rng.randbytes(16), rng.randbytes(16), entrants)
    record = MatchRecord(spec, tuple(rng.randrange(9000) for _ in range(70)), (), (20, 31, 25), (3, 1, 2))
    assert len(encode_record(record)) < 350


times = st.lists(st.integers(0, 2**64 - 1)).map(tuple)


notes = st.lists(st.builds(Note, st.integers(0, 2**32 - 1), st.text(max_size=MOST_NOTE))).map(tuple)


@given(times, times, times, notes)
def test_a_timing_is_the_same_when_it_has_been_bytes(
    thinking_us: tuple[int, ...], slowest_us: tuple[int, ...], choices_us: tuple[int, ...], notes: tuple[Note, ...]
) -> None:
    kept = thinking_us, slowest_us, choices_us, notes
    assert decode_timing(encode_timing(*kept)) == kept
    assert len(encode_timing(thinking_us, slowest_us)) <= len(encode_timing(thinking_us, slowest_us, choices_us))


def test_the_times_of_an_ordinary_match_are_small() -> None:
    rng = random.Random(2)
    choices = tuple(rng.randrange(50, 30_000) for _ in range(80))
    assert len(encode_timing((0,) * 3, (0,) * 3, choices)) - len(encode_timing((0,) * 3, (0,) * 3)) < 3 * 80
