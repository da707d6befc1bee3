"""The smallest difference in strength that a league of a given size can show."""

from math import inf, sqrt

from leaderboards.statistics.bootstrap import ALPHA
from leaderboards.statistics.plackett_luce import ELO
from leaderboards.statistics.student import t_quantile


def resolution(bots: int, seats: int, block_matches: int, blocks: int, claims: int = 1) -> float:
    """The true lead in Elo that shows in half of all leagues of this size; infinite if there are too few blocks.

    `blocks`: how many blocks each of the `bots` plays, of `block_matches` matches each. `claims`: how many pairs share
    the 5 % risk. Assumes that bots are about equally strong and the matches of a block independent; if not, only a
    larger lead shows.
    """
    if claims * 2.0 ** (1 - blocks) >= ALPHA:  # the least p-value that n blocks can have, as in `comparisons`
        return inf
    information = blocks * block_matches * sum(1 - 1 / left for left in range(2, seats + 1)) / seats
    error = ELO * sqrt(2 * (bots - 1) / bots / information)
    return t_quantile(ALPHA / claims, blocks - 1) * error
