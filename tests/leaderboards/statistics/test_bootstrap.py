from collections.abc import Iterable
from math import inf

import numpy as np
import pytest

from leaderboards.statistics.analysis import analyse
from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.bootstrap import Measured, exponential_weights, widened
from leaderboards.statistics.grouped import Estimate
from tests.leaderboards.simulated import block_of, league_of_orders, league_with_ties, relative_elo
from tests.suite.sizes import full, sized

LEAGUES = sized(100, 400)
OFF = sized(0.03, 0.02)


def estimates(blocks: Iterable[BlockOutcome], replicates: int = 300) -> dict[str, Estimate]:
    return {one.bot: one for one in analyse(blocks, replicates).estimates}


def covered(found: dict[str, Estimate], truth: dict[str, float]) -> float:
    return float(np.mean([one.low <= truth[bot] <= one.high for bot, one in found.items()]))


def single_matches(blocks: Iterable[BlockOutcome]) -> list[BlockOutcome]:
    return [BlockOutcome((match,)) for block in blocks for match in block.matches]


def test_five_blocks_have_four_degrees_of_freedom() -> None:
    half = 2.776445 * 10
    assert Measured(0.0, 10.0, 5).half() == pytest.approx(half, abs=1e-4)
    assert Measured(half, 10.0, 5).p_value() == pytest.approx(0.05, abs=1e-6)


def test_shuffled_records_give_the_same_intervals_to_the_last_digit() -> None:
    blocks = league_of_orders(np.random.default_rng(1), [0.0, 0.5, 1.0, 1.5], 3, 5)
    order = np.random.default_rng(2).permutation(len(blocks))
    assert estimates(blocks[number] for number in order) == estimates(blocks)


def test_four_times_the_blocks_make_the_intervals_half_as_wide() -> None:
    few = league_of_orders(np.random.default_rng(3), [0.0, 0.5, 1.0], 3, 50)
    many = league_of_orders(np.random.default_rng(3), [0.0, 0.5, 1.0], 3, 200)
    few_width, many_width = (np.mean([one.high - one.low for one in estimates(some).values()]) for some in (few, many))
    assert 1.6 < few_width / many_width < 2.5


def test_blocks_whose_matches_repeat_each_other_count_as_one_match_each() -> None:
    matches = single_matches(league_of_orders(np.random.default_rng(4), [0.0, 0.5, 1.0], 3, 30))
    repeated = [BlockOutcome(block.matches * 4) for block in matches]
    for bot, one in estimates(matches).items():
        other = estimates(repeated)[bot]
        assert other.high - other.low == pytest.approx(one.high - one.low, rel=0.1)


def test_strongest_come_first_and_equal_ones_by_name() -> None:
    found = analyse([block_of(("cab", (1, 2, 2)))] * 3).estimates
    assert [one.bot for one in found] == ["c", "a", "b"]


def test_how_good_an_unbeaten_bot_is_has_no_upper_end() -> None:
    found = estimates([block_of(("abc", (1, 2, 3))), block_of(("abc", (1, 3, 2)))] * 10)
    assert found["a"].elo == found["a"].high == inf
    assert found["a"].low > 0
    assert -inf < found["b"].low < found["b"].high < inf


def test_how_bad_a_bot_is_that_never_beat_anybody_has_no_lower_end() -> None:
    found = estimates([block_of(("abc", (1, 2, 3))), block_of(("abc", (2, 1, 3)))] * 10)
    assert found["c"].elo == found["c"].low == -inf
    assert found["c"].high < 0


def test_a_tie_is_enough_to_bound_how_bad_a_bot_is() -> None:
    lost = [block_of(("abc", (1, 2, 3))), block_of(("abc", (2, 1, 3)))] * 10
    assert estimates([*lost, block_of(("abc", (1, 2, 2)))])["c"].low > -inf


@pytest.mark.parametrize("count", [2, 4, 20])
def test_weighing_a_few_numbers_gives_the_standard_error_of_their_mean(count: int) -> None:
    numbers = np.random.default_rng(count).normal(size=count)
    weights = np.vstack(list(exponential_weights(count, 20_000)))
    error = widened(float((weights @ numbers / weights.sum(axis=1)).std()), count)
    assert error == pytest.approx(float(numbers.std(ddof=1)) / count**0.5, rel=0.02)


def test_one_block_bounds_nothing() -> None:
    found = estimates([block_of(("ab", (1, 2)), ("ba", (1, 2)))])
    assert (found["a"].low, found["a"].high, found["a"].blocks) == (-inf, inf, 1)


def test_ties_alone_leave_room_for_any_order() -> None:
    found = estimates([block_of(("ab", (1, 1)))] * 20)
    assert found["a"].low < -100 < 100 < found["a"].high


def test_fields_that_never_met_bound_no_strength_against_each_other() -> None:
    one = [block_of(("ab", (1, 2)), ("ba", (1, 2)))] * 20
    other = [block_of(("cd", (1, 2)), ("dc", (1, 2)))] * 20
    bridge = [block_of(("bc", (1, 2)), ("cb", (1, 2)))] * 20
    apart = estimates(one + other)
    assert all(-inf < apart[bot].low < apart[bot].high < inf for bot in "ab")
    assert all((apart[bot].low, apart[bot].high) == (-inf, inf) for bot in "cd")
    assert all(-inf < bot.low < bot.high < inf for bot in estimates(one + other + bridge).values())


def test_blocks_are_counted_for_each_bot() -> None:
    found = estimates([block_of(("ab", (1, 2)), ("ba", (1, 2)))] * 3 + [block_of(("bc", (1, 2)), ("cb", (1, 2)))] * 2)
    assert {bot: one.blocks for bot, one in found.items()} == {"a": 3, "b": 5, "c": 2}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strengths", "seats", "rounds", "form", "luck"),
    [
        ([0.0, 0.3, 0.6, 1.0, 1.5], 3, 3, 0.4, 0.0),
        # In `make test`, the case above has the fewest blocks and is the hardest, and the next test has four seats.
        pytest.param([0.0, 0.5, 1.0, 2.0], 4, 20, 0.0, 0.6, marks=full),
        pytest.param([0.0, 0.0, 0.0, 0.5, 0.8, 1.0], 2, 4, 0.2, 0.2, marks=full),
    ],
)
def test_95_percent_intervals_hold_the_truth_in_95_percent_of_leagues(
    strengths: list[float], seats: int, rounds: int, form: float, luck: float
) -> None:
    rng, truth = np.random.default_rng(95), relative_elo(strengths)
    leagues = (league_of_orders(rng, strengths, seats, rounds, form=form, luck=luck) for _ in range(LEAGUES))
    assert np.mean([covered(estimates(blocks), truth) for blocks in leagues]) == pytest.approx(0.95, abs=OFF)


@pytest.mark.slow
def test_95_percent_intervals_hold_the_truth_with_ties() -> None:
    strengths = [0.0, 0.4, 0.8, 1.2]
    rng, truth = np.random.default_rng(96), relative_elo(strengths)
    leagues = (league_with_ties(rng, strengths, 4, 15, {2: 0.5, 3: 0.3}) for _ in range(LEAGUES))
    assert np.mean([covered(estimates(blocks), truth) for blocks in leagues]) == pytest.approx(0.95, abs=OFF)


@pytest.mark.slow
def test_intervals_that_forget_the_blocks_promise_too_much() -> None:
    strengths = [0.0, 0.5, 1.0, 2.0]
    rng, truth = np.random.default_rng(97), relative_elo(strengths)
    leagues = (single_matches(league_of_orders(rng, strengths, 4, 20, form=0.5)) for _ in range(sized(30, 100)))
    assert np.mean([covered(estimates(blocks), truth) for blocks in leagues]) < 0.85
