"""Tests the effect of seats: small cases by hand, and simulated leagues with equal and unequal seats."""

from itertools import product

import numpy as np
import pytest

from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.seat_effect import seat_effect
from tests.leaderboards.simulated import league_of_scores, match_of
from tests.suite.sizes import sized


def two_seats(first: tuple[int, int], second: tuple[int, int]) -> BlockOutcome:
    """Returns a block of two bots that swap seats; each argument contains the scores of one match, by seat."""
    return BlockOutcome((match_of("ab", (1, 2), first), match_of("ba", (1, 2), second)))


def test_the_effect_of_a_seat_is_its_mean_less_that_of_all() -> None:
    found = seat_effect([two_seats((10, 4), (7, 5)), two_seats((6, 6), (9, 1))])
    assert found.blocks == 2
    assert found.effects == pytest.approx((2, -2))  # (10 + 7 + 6 + 9) / 4 = 8, (4 + 5 + 6 + 1) / 4 = 4


def test_the_p_value_of_a_few_blocks_is_that_counted_over_all_their_turns() -> None:
    advantages = [5, 3, 2, 2, 1]
    blocks = [two_seats((10 + advantage, 10), (10, 10)) for advantage in advantages]
    turned = [
        sum(sign * one for sign, one in zip(signs, advantages, strict=True)) for signs in product((1, -1), repeat=5)
    ]
    assert turned.count(13) == turned.count(-13) == 1
    assert seat_effect(blocks).p == pytest.approx(2 / 32, abs=0.01)
    blocks[4] = two_seats((10, 11), (10, 10))
    share = sum(abs(one) >= 11 for one in turned) / 32
    assert share == 4 / 32
    assert seat_effect(blocks).p == pytest.approx(share, abs=0.015)


def test_one_block_says_nothing() -> None:
    assert seat_effect([two_seats((100, 0), (100, 0))]).p == 1


def test_blocks_that_are_not_complete_are_left_out() -> None:
    half = BlockOutcome((match_of("ab", (1, 2), (90, 0)),))
    assert seat_effect([half]) == seat_effect([])
    assert seat_effect([half, two_seats((1, 1), (1, 1))]).blocks == 1


def test_the_order_of_the_blocks_means_nothing() -> None:
    blocks = league_of_scores(np.random.default_rng(4), (1, 2, 3), 700, luck=3, bias=0.5, duplicate=True)
    assert seat_effect(blocks) == seat_effect(blocks[::-1])
    assert seat_effect(blocks).blocks == 700


@pytest.mark.parametrize(("blocks", "groups"), [(12, 500), (60, 15)])
def test_where_seats_are_worth_the_same_every_p_value_is_as_frequent(
    monkeypatch: pytest.MonkeyPatch, blocks: int, groups: int
) -> None:
    """If no seat is better than another, the p-values of `seat_effect` have a uniform distribution, even with luck in
    the deals and unequal bots. `seat_effect` rotates the seats of groups of blocks at random. With 12 blocks, each
    block is its own group; with 60 blocks, there are 15 groups.
    """
    monkeypatch.setattr("leaderboards.statistics.seat_effect.GROUPS", groups)
    rng, leagues = np.random.default_rng(9), sized(100, 300)
    found = [
        seat_effect(league_of_scores(rng, (0, 5, 20), blocks, luck=8, bias=0, duplicate=True)).p for _ in range(leagues)
    ]
    for level in (0.05, 0.25, 0.5, 0.75):
        share = sum(p <= level for p in found) / leagues
        assert abs(share - level) < 3.3 * (level * (1 - level) / leagues) ** 0.5


def test_a_seat_that_matters_is_found() -> None:
    found = seat_effect(league_of_scores(np.random.default_rng(2), (0, 5, 20), 60, luck=8, bias=4, duplicate=True))
    assert found.p < 0.001
    assert found.effects == pytest.approx((4, 0, -4), abs=2)
