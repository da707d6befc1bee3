"""Tests of gRPC's log in the arena's servers: messages about cut streams are hidden, and all others are shown."""

import asyncio
import logging

import pytest

from arena.transport.streams.server import PLAY


@pytest.mark.parametrize(("error", "told"), [(asyncio.CancelledError(), False), (ValueError("of its own"), True)])
def test_a_stream_that_was_cut_is_no_complaint_of_grpc(error: BaseException, told: bool) -> None:
    log = logging.getLogger("grpc._cython.cygrpc")
    record = log.makeRecord(log.name, logging.ERROR, "", 0, f"not handled in {PLAY}", (), (type(error), error, None))
    assert bool(log.filter(record)) is told
