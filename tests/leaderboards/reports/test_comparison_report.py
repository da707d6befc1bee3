"""Tests of the report on a comparison of two versions in a game with two seats: the number of pairs of matches with
each of the five possible results.
"""

from leaderboards.reports.comparison_report import pairs_of
from tests.leaderboards.simulated import block_of

WON, LOST, DRAWN = (1, 2), (2, 1), (1, 1)


def test_each_pair_ends_in_one_of_five_ways() -> None:
    ends = [(LOST, WON), (LOST, DRAWN), (LOST, LOST), (DRAWN, DRAWN), (WON, DRAWN), (WON, LOST)]
    blocks = [block_of(("ab", first), ("ba", second)) for first, second in ends]
    assert pairs_of(blocks, "a") == (1, 1, 2, 1, 1)
    assert pairs_of(blocks, "b") == (1, 1, 2, 1, 1)
    assert pairs_of([*blocks, block_of(("cb", WON), ("bc", WON))], "a") == (1, 1, 2, 1, 1)
