"""Tests the results of every pair of bots against each other, and circles of bots in these results."""

from dataclasses import replace

import numpy as np
import pytest

from leaderboards.statistics.blocks import BlockOutcome, canonical
from leaderboards.statistics.circles import circle
from leaderboards.statistics.meetings import Meeting, meetings
from tests.leaderboards.simulated import block_of, league_of_orders, match_of, names
from tests.leaderboards.statistics.test_fit import circle_of

LEAGUES = 100


def duel(*results: str) -> list[BlockOutcome]:
    """Returns blocks of two matches between bots a and b, who swap seats. Each result has one letter for each of the
    two matches: w, d or l for a win, draw or loss of a.
    """
    ranks = {"w": (1, 2), "d": (1, 1), "l": (2, 1)}
    return [block_of(("ab", ranks[one]), ("ba", ranks[other][::-1])) for one, other in map(tuple, results)]


def met(blocks: list[BlockOutcome], order: str = "ab") -> Meeting:
    (found,) = meetings(canonical(blocks), [*order])
    return found


def test_matches_are_counted_by_rank_and_blocks_measure_the_balance() -> None:
    found = met(duel("ww", "wl", "wd", "ll"))
    assert (found.matches(), found.won, found.drawn, found.lost, found.blocks) == (8, 4, 1, 3, 4)
    assert found.balance == pytest.approx((1 + 0 + 0.5 - 1) / 4)
    half = 3.182446 * np.std([1, 0, 0.5, -1], ddof=1) / 2
    assert (found.low, found.high) == pytest.approx((-1, min(1, 0.125 + half)))


def test_the_other_order_tells_the_same_of_the_other_bot() -> None:
    one, other = met(duel("ww", "wl", "wd")), met(duel("ww", "wl", "wd"), "ba")
    assert (other.won, other.lost, other.balance) == (one.lost, one.won, -one.balance)
    assert (other.low, other.high, other.p_value) == pytest.approx((-one.high, -one.low, one.p_value))
    assert one.ahead() == other.ahead() == ("a", "b")


def test_others_at_the_table_do_not_count() -> None:
    ranks = {"abc": (1, 3, 2), "bca": (3, 2, 1), "cab": (2, 1, 3)}
    found = meetings(canonical([block_of(*ranks.items())]), "abc")
    assert [(one.first, one.second, one.won, one.lost) for one in found] == [
        ("a", "b", 3, 0),
        ("a", "c", 3, 0),
        ("b", "c", 0, 3),
    ]


def test_blocks_that_are_all_alike_claim_no_more_than_a_count_of_heads() -> None:
    few, more = met(duel(*["ww"] * 5)), met(duel(*["ww"] * 6))
    assert (few.p_value, few.separated()) == (2 / 2**5, False)
    assert (more.p_value, more.separated()) == (2 / 2**6, True)
    assert (more.low, more.high) == pytest.approx((2 * 0.025 ** (1 / 6) - 1, 1))
    level = met(duel(*["wl"] * 6))
    assert (level.balance, level.p_value, level.low) == (0, 1, -level.high)


def test_intervals_hold_the_truth_and_equal_bots_are_seldom_told_apart() -> None:
    """Equal bots are seldom separated, and most intervals for pairs of equal bots contain their true balance, 0. In the
    simulated leagues, the matches of a block depend on each other.
    """
    told = held = 0
    for number in range(LEAGUES):
        blocks = league_of_orders(np.random.default_rng(number), (0, 0, 0), 2, 12, form=0.6)
        found = meetings(canonical(blocks), names(3))
        told += any(one.separated() for one in found)
        held += sum(one.low <= 0 <= one.high for one in found)
    assert told <= 11
    assert held >= 0.92 * 3 * LEAGUES


def test_stone_paper_and_scissors_are_a_circle() -> None:
    found = meetings(canonical(circle_of(np.random.default_rng(1), 12)), ["stone", "paper", "scissors"])
    assert circle(found) == ("paper", "stone", "scissors")


def test_a_field_of_one_strength_is_seldom_told_to_be_a_circle() -> None:
    def is_circle(number: int) -> bool:
        blocks = league_of_orders(np.random.default_rng(number), (0, 0, 0, 0.1), 2, 10)
        return bool(circle(meetings(canonical(blocks), names(4))))

    assert sum(map(is_circle, range(LEAGUES))) <= 1


def test_the_shortest_circle_is_told_and_none_without_all_of_its_pairs() -> None:
    sure = met(duel(*["ww"] * 8))
    ahead = [replace(sure, first=first, second=second) for first, second in ("ab", "bc", "cd", "da", "ea", "cf", "ca")]
    assert circle(ahead) == ("a", "b", "c")
    assert circle(ahead[:-1]) == ("a", "b", "c", "d")
    assert circle([*ahead[:3], replace(ahead[3], p_value=0.06)]) == ()
    turned = replace(ahead[3], first="a", second="d", balance=-1)
    assert circle([*ahead[:3], turned]) == ("a", "b", "c", "d")


def test_blocks_that_are_not_whole_say_nothing() -> None:
    assert meetings([BlockOutcome((match_of("ab", (1, 2)),))], "ab") == ()
