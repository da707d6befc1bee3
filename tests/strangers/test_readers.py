"""Tests that every function that reads bytes from strangers accepts or refuses any bytes, and never crashes."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from tests.strangers.readers import CORPUS, READERS, read
from tests.suite.sizes import full

KEPT = {name: sorted(path.read_bytes() for path in (CORPUS / name).iterdir()) for name in READERS}
EDGES = some.sampled_from(
    [
        *(
            b"\0",
            b"\xff" * 2,
            b"\xff" * 4,
            b"\xff" * 8,
            b"\xf0\xff\xff\xff",
            b"\0" * 8,
            b"\x7f",
            b"\x80",
            b"\xed\xa0\x80",
        ),
        *(b"\r", b"\n", b'"', b"../", b"\\", b",", b"\xe2\x80\xae"),
        *(b"[" * 2_000, b'{"a":' * 2_000, b"9" * 5_000, b"A" * 6_000),
    ]
)


@some.composite
def changed(draw: some.DrawFn, name: str) -> bytes:
    """Draws a file of the corpus and overwrites, removes, inserts or repeats some parts of it."""
    data = bytearray(draw(some.sampled_from(KEPT[name])))
    for _ in range(draw(some.integers(0, 4))):
        begin = draw(some.integers(0, len(data)))
        end = min(len(data), begin + draw(some.sampled_from([0, 1, 2, 4, 8, 30, 1_000])))
        what = draw(some.one_of(EDGES, some.binary(max_size=12), some.just(bytes(data[begin:end]) * 2)))
        data[begin : end if draw(some.booleans()) else begin + len(what)] = what
    return bytes(data)


def tried(name: str, data: bytes) -> None:
    with TemporaryDirectory() as folder:
        read(name, data, Path(folder))
        assert {entry.name for entry in os.scandir(folder)} <= {"came", "into", "downloads"}


@pytest.mark.parametrize("name", READERS)
def test_what_is_kept_is_read_or_refused(name: str) -> None:
    for data in KEPT[name]:
        tried(name, data)


@pytest.mark.parametrize("name", READERS)
def test_what_is_changed_a_little_is_read_or_refused(name: str) -> None:
    @settings(max_examples=30)
    @given(changed(name))
    def holds(data: bytes) -> None:
        tried(name, data)

    holds()


# `make test` runs test_what_is_changed_a_little_is_read_or_refused instead, with fewer examples.
@full
@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("name", READERS)
def test_whatever_comes_is_read_or_refused(name: str) -> None:
    @settings(max_examples=4_000, suppress_health_check=list(HealthCheck))
    @given(some.one_of(changed(name), some.binary(max_size=3_000)))
    def holds(data: bytes) -> None:
        tried(name, data)

    holds()
