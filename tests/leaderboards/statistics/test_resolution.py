"""Tests of the smallest difference in strength that a league of a given size can detect. One test compares it with the
analysis of a simulated league.
"""

from math import inf
from statistics import median

import numpy as np
import pytest

from leaderboards.statistics.analysis import analyse
from leaderboards.statistics.resolution import resolution
from tests.leaderboards.simulated import league_of_orders


def test_a_lead_that_is_told_apart_is_half_the_interval_of_pairs() -> None:
    rounds = 20
    found = analyse(league_of_orders(np.random.default_rng(1), [0.0] * 5, seats=3, rounds=rounds), replicates=100)
    blocks = rounds * 6  # each of 5 bots is at 6 of the 10 tables of 3
    expected = resolution(bots=5, seats=3, block_matches=3, blocks=blocks)
    assert median((pair.high - pair.low) / 2 for pair in found.comparisons) == pytest.approx(expected, rel=0.1)


def test_more_claims_need_a_larger_lead_and_more_blocks_a_smaller_one() -> None:
    alone = resolution(42, 4, 4, 20)
    assert alone == pytest.approx(82, abs=1)
    assert resolution(42, 4, 4, 20, claims=861) == pytest.approx(202, abs=1)
    assert resolution(42, 4, 4, 80) < alone / 2


@pytest.mark.parametrize(("fewest", "claims"), [(6, 1), (16, 861)])
def test_few_blocks_tell_nothing_apart(fewest: int, claims: int) -> None:
    assert resolution(42, 4, 4, fewest - 1, claims) == inf
    assert resolution(42, 4, 4, fewest, claims) < inf
