"""Tests that the encoders in `arena.protocol.wire` write the bytes that the generated classes read and write."""

from hypothesis import given
from hypothesis import strategies as st

from arena.protocol.v1.arena_pb2 import Turn
from arena.protocol.v1.record_pb2 import MatchRecord, MatchTiming
from arena.protocol.v1.verraeter_pb2 import VerraeterView
from arena.protocol.wire import SMALL, bytes_tag, delimited, number_tag, packed, varint

EDGES = [edge + step for bits in (0, 7, 14, 21, 28, 32) for edge in (1 << bits,) for step in (-1, 0, 1)]


@given(st.integers(1, 2**32 - 1))
def test_a_number_is_what_the_generated_class_writes(value: int) -> None:
    assert number_tag(1) + varint(value) == Turn(turn_id=value).SerializeToString()


def test_numbers_around_each_length_are_read_back() -> None:
    for value in EDGES:
        assert MatchTiming.FromString(bytes_tag(1) + b"\x06" + varint(value).ljust(6, b"\0")).thinking_us[0] == value


@given(st.integers(2**32, 2**64 - 1))
def test_a_number_of_64_bits_is_what_the_generated_class_writes(value: int) -> None:
    assert delimited(bytes_tag(1), varint(value)) == MatchTiming(thinking_us=[value]).SerializeToString()


def test_tags_of_fields_above_15_take_two_bytes() -> None:
    assert number_tag(22) + varint(3) == VerraeterView(draw_slot=3).SerializeToString()
    assert len(number_tag(15)) == 1
    assert len(number_tag(16)) == len(bytes_tag(16)) == 2


@given(st.binary(min_size=1, max_size=300))
def test_bytes_are_what_the_generated_class_writes(content: bytes) -> None:
    assert delimited(bytes_tag(1), content) == MatchRecord(id=content).SerializeToString()


def test_long_bytes_are_what_the_generated_class_writes() -> None:
    for length in (127, 128, 16_383, 16_384, 100_000):
        content = bytes(length)
        assert delimited(bytes_tag(1), content) == MatchRecord(id=content).SerializeToString()


@given(st.lists(st.integers(0, 2**32 - 1), min_size=1))
def test_a_row_is_what_the_generated_class_writes(values: list[int]) -> None:
    assert delimited(bytes_tag(4), packed(values)) == Turn(legal=values).SerializeToString()


@given(st.lists(st.integers(0, SMALL - 1)))
def test_a_row_of_small_numbers_is_their_bytes(values: list[int]) -> None:
    assert packed(values) == bytes(values)


def test_a_row_with_a_number_that_is_not_small_is_not_its_bytes() -> None:
    assert packed([SMALL]) != bytes([SMALL])
