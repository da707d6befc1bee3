"""Tests of the statistical test of `arena compare`: its rate of errors is computed exactly, over all possible results
of blocks.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from leaderboards.stopping.sequential import Evidence, Plan, Verdict, weigh
from tests.suite.sizes import full, sized

EXAMPLES = sized(25, 200)
MOST_BLOCKS = sized(120, 500)
"""The number of blocks after which a simulated comparison ends without a verdict. The default of `arena compare` is
500.
"""
FEW = some.lists(some.integers(-24, 24).map(lambda number: number / 24), max_size=40)
"""Lists of leads of the new version over the old one, one lead for each block. In a block of four seats, a lead is a
multiple of 1/24.
"""


def verdict(margin: float, differences: Sequence[float]) -> Verdict:
    return weigh(Plan(margin), differences).verdict()


def chances(
    margin: float, odd: float, rare: float, usual: float = 0.0, blocks: int = MOST_BLOCKS
) -> Mapping[Verdict, float]:
    """Returns the probability of each verdict, if the lead in a block is `odd` with the probability `rare`, and
    otherwise `usual`.

    The results are checked after every block, and the test ends with its first verdict other than NONE.
    """
    found = dict.fromkeys(Verdict, 0.0)
    alive = {0: 1.0}
    for played in range(1, blocks + 1):
        after: dict[int, float] = {}
        for number, chance in alive.items():
            after[number] = after.get(number, 0) + chance * (1 - rare)
            after[number + 1] = after.get(number + 1, 0) + chance * rare
        alive = {}
        for number, chance in after.items():
            counts = tuple(sorted({usual: played - number, odd: number}.items()))
            said = Evidence(Plan(margin), counts).verdict()
            if said is Verdict.NONE:
                alive[number] = chance
            else:
                found[said] += chance
    found[Verdict.NONE] = sum(alive.values())
    return found


def test_a_clear_difference_is_better_and_the_other_way_round_worse() -> None:
    clear = [0.3, 0.5, 0.1] * 10
    assert verdict(0.05, clear) is Verdict.BETTER
    assert verdict(0.05, [-one for one in clear]) is Verdict.WORSE


def test_differences_within_the_margin_are_no_difference_and_without_a_margin_that_is_never_said() -> None:
    assert verdict(0.05, [-0.1, 0.1] * 100) is Verdict.NO_DIFFERENCE
    assert verdict(0, [-0.1, 0.1] * 1000) is Verdict.NONE


def test_equal_blocks_prove_only_that_large_differences_are_rare() -> None:
    for margin, fewest in ((0.05, 98), (0.2, 23)):
        assert verdict(margin, [0.0] * (fewest - 1)) is Verdict.NONE
        assert verdict(margin, [0.0] * fewest) is Verdict.NO_DIFFERENCE
        # anything more frequent than the margin would probably have occurred by now
        assert (1 - margin) ** fewest < 0.05 / 2


def test_without_blocks_everything_is_possible() -> None:
    nothing = weigh(Plan(0.05), [])
    assert (nothing.blocks(), nothing.mean(), nothing.verdict()) == (0, 0, Verdict.NONE)
    assert nothing.interval() == pytest.approx((-1, 1))


@settings(max_examples=EXAMPLES, deadline=None)
@given(FEW, some.randoms(use_true_random=False))
def test_the_interval_holds_the_estimate_is_found_in_any_order_and_turns_with_the_versions(
    differences: list[float], luck: Random
) -> None:
    found = weigh(Plan(0.05), differences)
    low, high = found.interval()
    assert -1 <= low <= found.mean() <= high <= 1
    shuffled = list(differences)
    luck.shuffle(shuffled)
    assert weigh(Plan(0.05), shuffled) == found
    turned = weigh(Plan(0.05), [-one for one in differences]).interval()
    assert turned == pytest.approx((-high, -low), abs=1e-9)


@settings(max_examples=EXAMPLES, deadline=None)
@given(FEW, some.sampled_from([0.0, 0.05, 0.3]))
def test_the_verdict_is_what_the_interval_says(differences: list[float], margin: float) -> None:
    found = weigh(Plan(margin), differences * 3)
    low, high = found.interval()
    said = found.verdict()
    assert (said is Verdict.BETTER) == (low > 0)
    assert (said is Verdict.WORSE) == (high < 0)
    assert (said is Verdict.NO_DIFFERENCE) == (-margin < low <= 0 <= high < margin)


@pytest.mark.parametrize(("odd", "rare"), [(-1.0, 0.05), (-0.55, 0.1), (-0.055, 1.0), (-0.5, 0.2)])
def test_a_difference_beyond_the_margin_is_rarely_called_none_however_seldom_it_shows(odd: float, rare: float) -> None:
    found = chances(0.05, odd, rare)
    assert found[Verdict.NO_DIFFERENCE] + found[Verdict.BETTER] <= 0.025


@pytest.mark.parametrize(("odd", "rare"), [(-1.0, 0.05), (-1.0, 0.3), (1.0, 0.5), (0.5, 0.1)])
def test_equal_versions_are_rarely_called_different_however_skewed_their_differences(odd: float, rare: float) -> None:
    found = chances(0, odd, rare, usual=-odd * rare / (1 - rare))
    assert found[Verdict.BETTER] <= 0.025
    assert found[Verdict.WORSE] <= 0.025


@full  # in `make test`, the two tests above check the same for fewer values and blocks
@settings(max_examples=60, deadline=None)
@given(some.floats(-1, 1), some.floats(0.01, 0.99), some.floats(-1, 1))
def test_no_two_values_are_judged_wrongly_too_often(odd: float, rare: float, usual: float) -> None:
    true = rare * odd + (1 - rare) * usual
    found = chances(0.05, odd, rare, usual, blocks=150)
    wrong = (
        (found[Verdict.BETTER] if true <= 0 else 0)
        + (found[Verdict.WORSE] if true >= 0 else 0)
        + (found[Verdict.NO_DIFFERENCE] if abs(true) >= 0.05 else 0)
    )
    assert wrong <= 0.05


@pytest.mark.parametrize(("true", "blocks", "least"), [(0.05, 500, 0.9), (0.1, 160, 0.9), (0.3, 40, 0.9)])
def test_differences_as_house_bots_have_them_are_found(true: float, blocks: int, least: float) -> None:
    draws = np.random.default_rng(3).normal(true, 0.25, (sized(60, 1000), blocks)).clip(-1, 1)
    found = [verdict(0, (np.round(24 * row) / 24).tolist()) for row in draws]
    assert found.count(Verdict.BETTER) >= least * len(found)
    assert Verdict.WORSE not in found


@pytest.mark.parametrize(
    ("given_wrong", "said"),
    [
        (lambda: Plan(margin=-1), "^margin is -1"),
        (lambda: Plan(margin=0, alpha=0), "^alpha is 0"),
        (lambda: Plan(5), "^margin is 5; expected a share of less than 1, as 0.05 for 5 %"),
        (lambda: weigh(Plan(0), [1.5]), "^a difference is 1.5; expected -1 to 1"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(given_wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        given_wrong()
