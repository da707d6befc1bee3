from collections.abc import Sequence
from math import exp, isclose, log, log10, sqrt

import numpy as np
import pytest

from leaderboards.statistics.blocks import BlockOutcome, canonical
from leaderboards.statistics.bootstrap import exponential_weights
from leaderboards.statistics.choices import count_choices
from leaderboards.statistics.plackett_luce import ELO, PRIOR, Strengths, even_weights, maximise, strengths
from tests.leaderboards.simulated import (
    block_of,
    choices_of,
    league_of_orders,
    league_with_ties,
    names,
    relative_elo,
    weight_of,
)


def log_likelihood(blocks: Sequence[BlockOutcome], merits: Sequence[float], ties: dict[int, float]) -> float:
    """Returns the log-likelihood of all final orders and of the prior.

    `merits` contains natural logarithms. For each bot, the prior adds half a won and half a lost match against a bot
    whose merit has the logarithm 0. It treats the logarithm of each frequency of ties in the same way as a merit.
    """
    index = {name: number for number, name in enumerate(names(len(merits)))}
    total = sum(PRIOR * (one - 2 * log(1 + exp(one))) for one in (*merits, *map(log, ties.values())))
    for match in (match for block in blocks for match in block.matches):
        rest = sorted(zip(match.ranks, [index[bot] for bot in match.bots], strict=True))
        while len(rest) > 1:
            chosen = tuple(bot for rank, bot in rest if rank == rest[0][0])
            possible = choices_of([bot for _, bot in rest], ties)
            everything = sum(weight_of(choice, merits, ties) for choice in possible)
            total += log(weight_of(chosen, merits, ties) / everything)
            rest = rest[len(chosen) :]
    return total


def merits_of(found: Strengths) -> list[float]:
    """Returns the natural logarithms of the bots' merits, shifted so that their mean is 0."""
    return [elo / ELO for elo in found.elo.values()]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nothing_near_the_estimate_is_more_likely(seats: int) -> None:
    blocks = league_with_ties(np.random.default_rng(seats), [0.0, 0.3, 0.6, -0.5, 1.0], seats, 2, {2: 0.4, 3: 0.3})
    found = strengths(blocks)
    merits, ties = merits_of(found), found.tie_frequencies
    shift = max(np.linspace(-2, 2, 401), key=lambda one: log_likelihood(blocks, [m + one for m in merits], ties))
    merits = [merit + float(shift) for merit in merits]
    best = log_likelihood(blocks, merits, ties)
    for bot in range(5):
        for step in (-0.03, 0.03):
            moved = [merit + step * (number == bot) for number, merit in enumerate(merits)]
            assert log_likelihood(blocks, moved, ties) < best
    for size in ties:
        for factor in (0.97, 1.03):
            assert log_likelihood(blocks, merits, {**ties, size: ties[size] * factor}) < best


def test_each_of_many_weightings_has_the_maximum_it_has_alone() -> None:
    """`maximise` finds the same strengths for a row of weights, whether it gets this row alone or with other rows. Rows
    with very unequal weights need many more steps.
    """
    rng = np.random.default_rng(6)
    choices = count_choices(canonical(league_of_orders(rng, [0.0, 0.5, 1.0, 3.0], 3, 4)))
    even = even_weights(choices)
    weights = np.vstack([even, rng.exponential(size=(20, even.shape[1])) ** 6, even])
    alone = [maximise(choices, weights[[number]])[0] for number in range(len(weights))]
    assert maximise(choices, weights) == pytest.approx(np.array(alone), abs=1e-7)


def test_two_bots_stand_apart_by_the_odds_of_their_results() -> None:
    found = strengths([block_of(("ab", (1, 2)))] * 3000 + [block_of(("ab", (2, 1)))] * 1000)
    assert isclose(found.elo["a"] - found.elo["b"], 400 * log10(3), abs_tol=0.2)


def test_the_frequency_of_ties_is_that_of_davidson() -> None:
    found = strengths(
        [block_of(("ab", (1, 2)))] * 4000 + [block_of(("ab", (2, 1)))] * 1000 + [block_of(("ab", (1, 1)))] * 3000
    )
    assert isclose(found.tie_frequencies[2], 3000 / sqrt(4000 * 1000), rel_tol=1e-3)
    assert isclose(found.elo["a"] - found.elo["b"], 400 * log10(4), abs_tol=0.3)


def test_known_strengths_are_found_again() -> None:
    truth = [0.0, 0.4, 0.8, 1.2, -1.0, 0.1, 0.2, 0.3]
    found = strengths(league_of_orders(np.random.default_rng(1), truth, 4, 20))
    assert all(abs(found.elo[bot] - elo) < 20 for bot, elo in relative_elo(truth).items())


def test_between_two_bots_ties_do_not_change_the_odds() -> None:
    decisive = [block_of(("ab", (1, 2)))] * 300 + [block_of(("ab", (2, 1)))] * 100
    with_ties = strengths([*decisive, *[block_of(("ab", (1, 1)))] * 400])
    assert isclose(with_ties.elo["a"], strengths(decisive).elo["a"], abs_tol=1)


def test_a_tie_for_last_place_is_not_an_order() -> None:
    found = strengths([block_of(("abc", (1, 2, 2))), block_of(("bca", (1, 1, 3)))])
    assert found.elo["b"] == found.elo["c"]


def test_last_place_counts_like_any_other() -> None:
    found = strengths([block_of(("abcd", (1, 2, 3, 4))), block_of(("abcd", (2, 1, 3, 4)))] * 5)
    assert found.elo["a"] == found.elo["b"] > found.elo["c"] > found.elo["d"]


def test_shuffled_records_give_the_same_digits() -> None:
    blocks = league_with_ties(np.random.default_rng(2), [0.0, 0.5, 1.0, 1.5], 3, 5, {2: 0.3})
    shuffled = [BlockOutcome(block.matches[::-1]) for block in blocks[::-1]]
    assert strengths(shuffled) == strengths(blocks)


def test_a_bot_that_always_wins_has_a_finite_strength_that_grows_with_its_matches() -> None:
    once, often = ([block_of(("ab", (1, 2)))] * count for count in (1, 100))
    assert 0 < strengths(once).elo["a"] < strengths(often).elo["a"] < 2000


def test_bots_that_only_tie_are_equal() -> None:
    assert set(strengths([block_of(("abc", (1, 1, 1)))] * 9).elo.values()) == {0.0}


def test_bots_that_never_met_are_compared_through_others() -> None:
    found = strengths(
        [block_of(("ab", (1, 2)))] * 30 + [block_of(("ab", (2, 1)))] * 10 + [block_of(("bc", (1, 1)))] * 9
    )
    assert found.elo["a"] > found.elo["c"]


def test_strengths_are_relative_to_the_mean_of_the_field() -> None:
    found = strengths(league_of_orders(np.random.default_rng(3), [0.0, 1.0, 5.0], 3, 20))
    assert isclose(sum(found.elo.values()), 0, abs_tol=1e-5)


def test_no_results_are_no_strengths() -> None:
    assert strengths([]) == Strengths({}, {})


def test_a_maximum_is_found_where_only_the_prior_bounds_a_strength_after_thousands_of_blocks() -> None:
    """The search for the most likely strengths ends with finite values even if a bot wins thousands of blocks and loses
    none. Only the prior bounds the strength of such a bot, so rounding errors change it by more than the tolerance of
    the search.
    """
    choices = count_choices(canonical([block_of(("abc", (1, 2, 3))), block_of(("abc", (1, 3, 2)))] * 2000))
    even = even_weights(choices)
    weights = np.vstack([even, *exponential_weights(even.shape[1], 100)])
    assert np.isfinite(maximise(choices, weights)).all()
