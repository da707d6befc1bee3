from math import inf
from statistics import fmean

import numpy as np
import pytest

from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.duplicates import duplicate_gain
from leaderboards.statistics.score_differences import ScoreDifference, block_differences, score_differences
from tests.leaderboards.simulated import league_of_scores, match_of


def scored(*matches: tuple[str, tuple[int, ...]]) -> BlockOutcome:
    return BlockOutcome(tuple(match_of(bots, [1] * len(bots), scores) for bots, scores in matches))


def width(blocks: list[BlockOutcome]) -> float:
    found = score_differences(blocks, [f"bot-{number}" for number in range(4)])
    return fmean([one.high - one.low for one in found])


def test_a_block_counts_as_the_mean_of_its_matches() -> None:
    blocks = [scored(("ab", (10, 4)), ("ba", (3, 7))), scored(("ab", (1, 1)), ("ba", (2, 0)))]
    assert block_differences(blocks, "a", "b") == (5.0, -1.0)


def test_mean_and_interval_are_students() -> None:
    blocks = [scored(("ab", (value, 0)), ("ba", (0, value))) for value in (1, 2, 3)]
    (found,) = score_differences(blocks, "ab")
    assert (found.mean, found.blocks) == (2.0, 3)
    assert (found.low, found.high) == pytest.approx((2 - 4.30265 / 3**0.5, 2 + 4.30265 / 3**0.5), abs=1e-4)


def test_a_block_that_is_not_whole_is_left_out() -> None:
    whole = scored(("ab", (4, 2)), ("ba", (2, 4)))
    assert block_differences([whole, scored(("ab", (99, 0)))], "a", "b") == (2.0,)
    assert [one.blocks for one in score_differences([whole, scored(("ab", (99, 0)))], "ab")] == [1]


def test_one_block_bounds_nothing() -> None:
    assert score_differences([scored(("ab", (4, 2)), ("ba", (2, 4)))], "ab") == (
        ScoreDifference("a", "b", 2.0, -inf, inf, 1),
    )


def test_bots_that_never_met_have_no_difference() -> None:
    blocks = [scored(("ab", (4, 2)), ("ba", (2, 4))), scored(("bc", (4, 2)), ("cb", (2, 4)))]
    assert [(one.first, one.second) for one in score_differences(blocks, "abc")] == [("a", "b"), ("b", "c")]
    assert block_differences(blocks, "a", "c") == ()


def test_the_advantage_of_a_seat_does_not_touch_whole_blocks() -> None:
    fair = league_of_scores(np.random.default_rng(1), [3, 2, 1, 0], 50, luck=5, bias=0, duplicate=True)
    unfair = league_of_scores(np.random.default_rng(1), [3, 2, 1, 0], 50, luck=5, bias=40, duplicate=True)
    assert block_differences(unfair, "bot-0", "bot-3") == block_differences(fair, "bot-0", "bot-3")


@pytest.mark.parametrize(("luck", "bias", "expected"), [(0, 0, 1.0), (10, 0, 2.0), (10, 8, 3.07), (20, 0, 5.0)])
def test_the_gain_of_duplicates_is_total_over_remaining_variance(luck: float, bias: float, expected: float) -> None:
    rng = np.random.default_rng(7)
    blocks = league_of_scores(rng, [3, 2, 1, 0], 1000, luck=luck, bias=bias, duplicate=True)
    assert duplicate_gain(blocks) == pytest.approx(expected, rel=0.08)


def test_the_gain_of_two_blocks_can_be_reckoned_by_hand() -> None:
    # The differences between a and b are 4 and 2 in one block, 0 and 2 in the other. The variance of the block means is
    # 2, and that of single matches is larger by 1. A block has two matches.
    blocks = [scored(("ab", (4, 0)), ("ba", (0, 2))), scored(("ab", (0, 0)), ("ba", (0, 2)))]
    assert duplicate_gain(blocks) == pytest.approx((2 + 1) / (2 * 2))


def test_duplicates_need_fewer_matches_by_their_gain() -> None:
    rng = np.random.default_rng(8)
    blocks = league_of_scores(rng, [3, 2, 1, 0], 1000, luck=10, bias=8, duplicate=True)
    shuffled = league_of_scores(rng, [3, 2, 1, 0], 1000, luck=10, bias=8, duplicate=False)
    gain = duplicate_gain(blocks)
    differences = [
        [match.scores[match.bots.index("bot-0")] - match.scores[match.bots.index("bot-1")] for match in block.matches]
        for block in shuffled
    ]
    single = float(np.var(differences))
    together = float(np.var(block_differences(blocks, "bot-0", "bot-1"))) * 4
    assert single / together == pytest.approx(gain, rel=0.15)


def test_without_two_whole_blocks_of_a_table_the_gain_is_unknown() -> None:
    assert np.isnan(duplicate_gain([scored(("ab", (4, 2)), ("ba", (2, 4)))]))
