from itertools import combinations

import numpy as np
import pytest

from leaderboards.statistics.analysis import analyse
from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.comparisons import Comparison, holm, tiers
from tests.leaderboards.simulated import block_of, league_of_orders
from tests.suite.sizes import sized

LEAGUES = sized(100, 400)
MOST = sized(0.09, 0.07)
"""The largest allowed share of LEAGUES with a false claim: 5 % and two standard errors."""


def pair_of(blocks: list[BlockOutcome], *bots: str) -> Comparison:
    (found,) = [pair for pair in analyse(blocks, 200).comparisons if {pair.first, pair.second} == set(bots)]
    return found


def told_apart(order: str, *apart: str) -> tuple[str, ...]:
    """Returns the tiers of bots with one-letter names, strongest first in `order`. Only the pairs in `apart` are
    separated.
    """
    compared = [
        Comparison(first, second, 1.0, 0.9, 0.01 if first + second in apart else 0.5)
        for first, second in combinations(order, 2)
    ]
    return tuple("".join(tier) for tier in tiers(tuple(order), compared))


def test_holm_adjusts_the_smallest_most() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_adjusted_values_never_exceed_one() -> None:
    assert holm([0.6, 0.9]) == [1.0, 1.0]


def test_nothing_to_compare_is_nothing_adjusted() -> None:
    assert holm([]) == []


def test_bots_that_cannot_be_told_apart_share_a_tier() -> None:
    assert told_apart("abc") == ("abc",)


def test_bots_that_can_all_be_told_apart_have_a_tier_each() -> None:
    assert told_apart("abc", "ab", "ac", "bc") == ("a", "b", "c")


def test_tiers_may_overlap() -> None:
    assert told_apart("abcd", "ac", "ad", "bd") == ("ab", "bc", "cd")


def test_a_pair_apart_splits_the_run_around_it() -> None:
    assert told_apart("abcd", "bc") == ("ab", "cd")


def test_no_tier_lies_within_another() -> None:
    assert told_apart("abcde", "ad", "ae") == ("abc", "bcde")


def test_the_first_of_a_pair_looks_stronger() -> None:
    found = pair_of([block_of(("ab", (2, 1)), ("ba", (1, 2)))] * 9 + [block_of(("ab", (1, 2)))], "a", "b")
    assert (found.first, found.second) == ("b", "a")
    assert found.elo > 0
    assert found.superiority > 0.95
    assert found.separated()


def test_equal_results_speak_for_nobody() -> None:
    found = pair_of([block_of(("ab", (1, 2)), ("ba", (1, 2)))] * 50, "a", "b")
    assert (found.superiority, found.p_value, found.separated()) == (0.5, 1.0, False)


def test_two_blocks_that_agree_prove_nothing() -> None:
    found = pair_of([block_of(("ab", (1, 2)), ("ba", (2, 1)))] * 2, "a", "b")
    assert found.p_value >= 0.5
    assert not found.separated()


def test_bots_without_a_chain_of_meetings_are_not_compared() -> None:
    strong = [block_of(("ab", (1, 2)), ("ba", (2, 1)))] * 50
    other = [block_of(("cd", (1, 1)), ("dc", (1, 1)))] * 50
    assert pair_of(strong + other, "a", "b").separated()
    assert pair_of(strong + other, "a", "c").superiority == 0.5
    assert pair_of(strong + other, "a", "c").p_value == 1


@pytest.mark.slow
def test_equal_bots_are_told_apart_in_no_more_than_5_percent_of_leagues() -> None:
    rng = np.random.default_rng(5)
    found = [analyse(league_of_orders(rng, [0.0] * 5, 3, 3, form=0.3), 200) for _ in range(LEAGUES)]
    wrong = np.mean([any(pair.separated() for pair in one.comparisons) for one in found])
    assert 0.01 <= wrong <= MOST
