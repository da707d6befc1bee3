"""Tests of the simulation of a ladder's queue before a deadline; docs/scale.md shows the simulation's results.

Every submission gets a verdict or is refused, and none is refused while the queue has room. With more examiners, the
longest wait does not grow.
"""

import pytest

from arena.ladder.limits import MOST_QUEUED
from benchmarks.servers.queueing import EACH, simulate


@pytest.mark.parametrize("examiners", [1, 4])
def test_each_hand_in_has_a_verdict_or_is_refused(examiners: int) -> None:
    waits = simulate(400, examiners, 60)
    assert len(waits.seconds) + waits.refused == 400 * EACH
    assert min(waits.seconds) > 0


def test_more_examiners_keep_nobody_waiting_longer() -> None:
    longest = [max(simulate(200, examiners, 60).seconds) for examiners in (1, 4, 16)]
    assert longest == sorted(longest, reverse=True)


def test_nobody_is_refused_while_there_is_room() -> None:
    assert simulate(MOST_QUEUED // EACH // 10, 1, 1).refused == 0
