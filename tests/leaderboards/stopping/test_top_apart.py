"""Tests the rule that ends a league as soon as the results show which of its bots are best: even if the results are
checked often, the league does not claim differences between equal bots.
"""

from dataclasses import replace

import numpy as np
import pytest

from arena.league.schedule import create_schedule
from arena.league.until import LOOKS, Until, league_looks
from leaderboards.statistics.analysis import analyse
from leaderboards.stopping.top_apart import TopApart, before, top_apart
from tests.leaderboards.simulated import league_of_orders
from tests.league.histories import Memory
from tests.league.leagues import league_of
from tests.suite.sizes import sized

LEAGUE = replace(league_of("ann", "ben", "cid", "dot", rounds=12), until=Until(2, 95.0))


def stored() -> Memory:
    """Returns a played league in which the alphabetical order of the bots decides every match."""
    memory = Memory(LEAGUE)
    memory.play_known()
    return memory


def test_a_clear_table_ends_the_league_and_a_few_blocks_do_not() -> None:
    judge = TopApart(stored(), LEAGUE)
    assert judge.decided(48 * 3)
    assert not judge.decided(4 * 3)


def test_only_what_comes_before_the_look_counts() -> None:
    memory = stored()
    early = TopApart(memory, LEAGUE).decided(4 * 3)
    for ordinal in [ordinal for ordinal in memory.kept if ordinal >= 12]:
        del memory.kept[ordinal]
    assert TopApart(memory, LEAGUE).decided(4 * 3) == early
    assert [match.ordinal for match in before(memory.matches(), 5)] == [0, 1, 2, 3, 4]


def test_looks_are_where_rounds_end() -> None:
    places = list(TopApart(stored(), LEAGUE).looks(create_schedule(LEAGUE)))
    assert places == list(league_looks(4, 3, 4))
    assert places[0] == 16


def test_who_is_not_among_the_best_need_not_be_apart() -> None:
    rng = np.random.default_rng(5)
    analysis = analyse(league_of_orders(rng, [2.0, 1.0, 0.0, 0.0], seats=3, rounds=40), replicates=200)
    risk = Until(2, 95.0).risk()
    assert top_apart(analysis, 1, risk)
    assert top_apart(analysis, 2, risk)
    assert not top_apart(analysis, 3, risk)
    assert not top_apart(analysis, 4, risk)
    assert not top_apart(analyse([]), 1, risk)


def test_families_of_pairs_share_the_risk() -> None:
    """The pairs of bots are divided into families, which share the allowed risk of error equally. Two groups of bots
    make three families: the pairs within each group, and the pairs between the groups. So with two groups, the allowed
    risk must be three times as large for the same result as with one group.
    """
    one = analyse(league_of_orders(np.random.default_rng(5), [2.0, 1.0, 0.0, 0.0], seats=3, rounds=40), replicates=200)
    highest = max(pair.p_value for pair in one.comparisons if one.estimates[0].bot in (pair.first, pair.second))
    two = replace(one, groups=2 * one.groups)
    assert top_apart(one, 1, 1.1 * highest)
    assert not top_apart(two, 1, 2.9 * highest)
    assert top_apart(two, 1, 3.1 * highest)


@pytest.mark.slow
def test_with_all_looks_together_equal_bots_are_rarely_called_apart() -> None:
    rng, wrong, leagues = np.random.default_rng(11), 0, sized(20, 60)
    until = Until(1, 80.0)
    for _ in range(leagues):
        blocks = league_of_orders(rng, [0.0, 0.0, 0.0], seats=3, rounds=100)
        places = [place for place in league_looks(3, 3, 1) if place <= len(blocks)]
        wrong += any(top_apart(analyse(blocks[:place], 200), 1, until.risk()) for place in places)
    assert LOOKS == 20
    assert wrong / leagues < 0.2
