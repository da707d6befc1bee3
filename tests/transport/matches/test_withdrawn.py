"""Tests of matches between bots that are all withdrawn: each match ends as soon as it begins, with a fault for each
bot.
"""

import pytest

from arena.transport import Clock
from tests.transport.hosting import CALM, play
from tests.transport.matches.table import THREE, broken

STRICT = Clock(bank_ms=20_000, increment_ms=0, startup_ms=20_000, timing="strict")


@pytest.mark.parametrize("clock", [CALM, STRICT], ids=["relaxed", "strict"])
@pytest.mark.parametrize("in_flight", [1, 4])
def test_all_are_played_before_it_is_said_so(clock: Clock, in_flight: int) -> None:
    outcome = play([broken(name) for name in THREE], [THREE] * 30, clock, in_flight)
    assert [int.from_bytes(one.record.spec.id, "big") for one in outcome.finished] == list(range(30))
