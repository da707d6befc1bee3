"""Tests of the test of fit, a statistical test of whether one strength for each bot explains all results of a league.
The test of fit seldom rejects this assumption where it is true, and rejects it where bots beat each other in a circle,
as stone, paper and scissors do.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

import numpy as np
import pytest

from leaderboards.statistics.blocks import BlockOutcome, canonical
from leaderboards.statistics.fit import Fit, fit
from tests.leaderboards.simulated import block_of, league_of_orders, league_with_ties, match_of

LEAGUES = 100
REPLICATES = 199
MOST_DENIED = 11
"""The largest accepted number of wrong rejections in 100 leagues.

The probability of a wrong rejection is 5 % in each league. So the probability of more than 11 is below 0.5 %.
"""
SPREAD = (0.0, 0.4, 0.9, 1.3)


def circle_of(rng: np.random.Generator, rounds: int, chance: float = 0.9) -> list[BlockOutcome]:
    """Returns blocks of two seatings: paper against stone, scissors against paper, and stone against scissors. The
    first bot of each pair wins a match with the probability `chance`.
    """
    beats = [("paper", "stone"), ("scissors", "paper"), ("stone", "scissors")]
    return [
        BlockOutcome(
            tuple(
                match_of(pair[::side], (1, 2) if (rng.random() < chance) == (side == 1) else (2, 1)) for side in (1, -1)
            )
        )
        for _ in range(rounds)
        for pair in beats
    ]


def fit_of(blocks: Sequence[BlockOutcome]) -> Fit:
    found = fit(canonical(blocks), REPLICATES)
    assert found
    return found


@pytest.mark.parametrize(
    "league",
    [
        lambda rng: league_of_orders(rng, SPREAD, 2, 12, form=0.9),
        lambda rng: league_of_orders(rng, SPREAD, 3, 8, form=0.9),
        lambda rng: league_with_ties(rng, SPREAD, 2, 12, {2: 1.0}),
    ],
    ids=["two seats", "three seats", "ties"],
)
def test_one_strength_is_seldom_denied_where_there_is_one(
    league: Callable[[np.random.Generator], list[BlockOutcome]],
) -> None:
    found = [fit(canonical(league(np.random.default_rng(number))), REPLICATES) for number in range(LEAGUES)]
    assert sum(one is not None and one.fails() for one in found) <= MOST_DENIED


def test_a_circle_is_denied_one_strength() -> None:
    found = [fit_of(circle_of(np.random.default_rng(number), 12)) for number in range(20)]
    assert all(one.fails() for one in found)
    assert found[0].pairs == 3
    departure = found[0].departure
    assert abs(departure.share - departure.expected) > 0.2


def test_pairs_with_few_upsets_deny_nothing() -> None:
    """The test of fit does not reject the assumption of one strength for each bot if the only evidence against it is a
    single upset in 600 matches.
    """
    blocks = [block_of((pair, (1, 2))) for pair, wins in (("ab", 300), ("bc", 300), ("ca", 1)) for _ in range(wins)]
    assert fit(canonical(blocks)) is None
    assert fit(canonical(circle_of(np.random.default_rng(1), 5, chance=1))) is None


def test_ties_that_are_always_of_the_same_pairs_leave_strengths_finite() -> None:
    """The estimated strengths stay finite if always the same pairs of bots tie.

    Here bot a always beats b, and both always tie with c. These results become ever more likely if a's lead over b and
    the frequency of ties grow together. The prior for the frequency of ties keeps both finite.
    """
    results = (("ab", (1, 2)), ("bc", (1, 1)), ("ca", (1, 1)))
    fit(canonical([block_of((pair, ranks)) for pair, ranks in results for _ in range(40)]))


def test_the_most_likely_strengths_leave_no_bot_anything() -> None:
    """If strengths explain all results exactly, the test of fit finds no difference between results and predictions.
    Here a beats b by 3 to 1, b beats c by 3 to 1, and a beats c by 9 to 1, as strengths predict.
    """
    blocks = [
        block_of((pair, (1, 2) if number < wins else (2, 1)))
        for pair, wins, of in (("ab", 60, 80), ("bc", 60, 80), ("ac", 72, 80))
        for number in range(of)
    ]
    found = fit_of(blocks)
    assert found.departure.share == pytest.approx(found.departure.expected, abs=1e-6)
    assert found.p_value == 1


@pytest.mark.parametrize(
    "blocks",
    [
        [],
        [block_of(("ab", (1, 2)), ("ba", (1, 2)))],
        [block_of((pair, (1, 2)), (pair, (2, 1))) for pair in ("ab", "bc") for _ in range(20)],
        [block_of((pair, (1, 2))) for pair in ("ab", "bc", "ac")],
        [block_of((pair, (1, 1))) for pair in ("ab", "bc", "ac")],
    ],
    ids=["nothing", "two bots", "a chain", "an order without exception", "ties alone"],
)
def test_what_strengths_always_tell_is_not_fit_of(blocks: list[BlockOutcome]) -> None:
    assert fit(canonical(blocks)) is None


def test_a_bot_that_always_loses_changes_nothing() -> None:
    blocks = circle_of(np.random.default_rng(3), 12)
    lost = [block_of(("ax", (1, 2))).matches[0] for _ in range(3)]
    worse = [BlockOutcome((match_of(("paper", "worst"), match.ranks),)) for match in lost]
    assert fit_of([*blocks, *worse]).departure == fit_of(blocks).departure


def test_the_order_of_blocks_changes_no_digit() -> None:
    blocks = league_of_orders(np.random.default_rng(5), SPREAD, 3, 12)
    before = fit_of(blocks)
    Random(1).shuffle(blocks)
    assert fit_of(blocks) == before
    assert before.pairs == len([*combinations(SPREAD, 2)])
