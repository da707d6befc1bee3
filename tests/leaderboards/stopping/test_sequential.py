from collections.abc import Iterable
from functools import reduce

import numpy as np
import pytest

from leaderboards.stopping.sequential import Plan, Progress, Verdict
from tests.suite.sizes import sized

MOST_BLOCKS = 1_000
TRIES = sized(100, 400)


def fed(plan: Plan, differences: Iterable[float]) -> Progress:
    return reduce(Progress.after, differences, Progress(plan))


def stopped(plan: Plan, differences: Iterable[float]) -> Progress:
    """The test at its verdict, or when there are no more differences."""
    progress = Progress(plan)
    for difference in differences:
        progress = progress.after(difference)
        if progress.verdict is not Verdict.NONE:
            break
    return progress


def ends(plan: Plan, draws: "np.ndarray[tuple[int, int], np.dtype[np.float64]]") -> list[Progress]:
    return [stopped(plan, row) for row in draws.tolist()]


def share(found: list[Progress], *verdicts: Verdict) -> float:
    return float(np.mean([progress.verdict in verdicts for progress in found]))


def test_a_clear_difference_is_better() -> None:
    assert stopped(Plan(margin=0.5), [3, 4, 5] * 20).verdict is Verdict.BETTER


def test_a_clear_difference_the_other_way_is_worse() -> None:
    assert stopped(Plan(margin=0.5), [-3, -4, -5] * 20).verdict is Verdict.WORSE


def test_differences_within_the_margin_are_no_difference() -> None:
    assert stopped(Plan(margin=1), [-1, 1] * 200).verdict is Verdict.NO_DIFFERENCE


def test_without_a_margin_no_difference_is_never_said() -> None:
    assert stopped(Plan(margin=0), [-1, 1] * 2000).verdict is Verdict.NONE


def test_the_first_blocks_decide_nothing_whatever_they_say() -> None:
    progress = fed(Plan(margin=0), [5.0] * 10)
    assert progress.verdict is Verdict.NONE
    assert progress.interval() == (-np.inf, np.inf)


def test_versions_that_play_the_same_differ_in_nothing() -> None:
    assert stopped(Plan(margin=0.1), [0.0] * 50).verdict is Verdict.NO_DIFFERENCE


def test_the_estimate_is_the_mean_and_lies_in_the_middle_of_the_interval() -> None:
    progress = fed(Plan(margin=0), [-2, -1, 3] * 20)
    low, high = progress.interval()
    assert progress.verdict is Verdict.NONE
    assert progress.mean == pytest.approx(0)
    assert (low + high) / 2 == pytest.approx(0)
    assert progress.blocks == 60


def test_a_verdict_stays_with_the_estimate_it_was_reached_on() -> None:
    decided = stopped(Plan(margin=0.5), [3, 4, 5] * 20)
    assert decided.verdict is Verdict.BETTER
    assert decided.interval()[0] > 0
    assert reduce(Progress.after, [-100.0, 100.0, -100.0], decided) == decided


def test_the_unit_of_the_differences_does_not_matter() -> None:
    draws = np.random.default_rng(1).normal(0.3, 1, 400).tolist()
    small, large = stopped(Plan(margin=0.1), draws), stopped(Plan(margin=100), [1000 * one for one in draws])
    assert (small.verdict, small.blocks) == (large.verdict, large.blocks)


def test_a_state_is_a_value() -> None:
    before = fed(Plan(margin=0), [1, 2, 3])
    assert before.after(4) == before.after(4)
    assert before.blocks == 3


@pytest.mark.parametrize(
    ("values", "named"),
    [({"margin": -1}, "margin"), ({"margin": 0, "alpha": 0}, "alpha"), ({"margin": 0, "effect": 0}, "effect")],
)
def test_a_plan_that_makes_no_sense_is_refused_by_name(values: dict[str, float], named: str) -> None:
    with pytest.raises(ValueError, match=f"^{named} is "):
        Plan(**values)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["normal", "three values", "skewed"])
def test_equal_versions_are_called_different_in_at_most_5_percent(kind: str) -> None:
    rng, size = np.random.default_rng(2), (TRIES, MOST_BLOCKS)
    draws = {
        "normal": rng.normal(0, 4, size),
        "three values": rng.choice([-1.0, 0.0, 1.0], p=[0.05, 0.9, 0.05], size=size),
        "skewed": rng.gamma(16, size=size) - 16,
    }[kind]
    assert share(ends(Plan(margin=0), draws), Verdict.BETTER, Verdict.WORSE) <= 0.05


@pytest.mark.slow
def test_a_fifth_of_a_standard_deviation_is_found_within_500_blocks_nine_times_in_ten() -> None:
    found = ends(Plan(margin=0), np.random.default_rng(3).normal(0.2, 1, (TRIES, 500)))
    assert share(found, Verdict.BETTER) >= 0.9
    assert share(found, Verdict.WORSE) <= 0.01


@pytest.mark.slow
def test_a_difference_as_large_as_the_margin_is_rarely_called_none() -> None:
    found = ends(Plan(margin=0.2), np.random.default_rng(4).normal(0.2, 1, (TRIES, MOST_BLOCKS)))
    assert share(found, Verdict.NO_DIFFERENCE, Verdict.WORSE) <= 0.05


@pytest.mark.slow
def test_equal_versions_are_recognised() -> None:
    found = ends(Plan(margin=0.2), np.random.default_rng(5).normal(0, 1, (TRIES, MOST_BLOCKS)))
    assert share(found, Verdict.NO_DIFFERENCE) >= 0.95
