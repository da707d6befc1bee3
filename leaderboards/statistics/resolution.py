"""The smallest difference in strength that a league of a given size can show."""

from math import inf, sqrt

from leaderboards.statistics.bootstrap import ALPHA
from leaderboards.statistics.plackett_luce import ELO
from leaderboards.statistics.student import t_quantile


def resolution(bots: int, seats: int, block_matches: int, blocks: int, claims: int = 1) -> float:
    """The lead in Elo that one bot needs over another to be found stronger half the time; infinite with few blocks.

    `blocks`: how many each of the `bots` plays in, of so many matches. `claims`: how many pairs share the risk of 5 %.
    Supposes that bots are about as strong as each other and matches of a block independent; else more is needed.
    """
    if claims * 2.0 ** (1 - blocks) >= ALPHA:  # the most that a count of heads can claim, as in `comparisons`
        return inf
    information = blocks * block_matches * sum(1 - 1 / left for left in range(2, seats + 1)) / seats
    error = ELO * sqrt(2 * (bots - 1) / bots / information)
    return t_quantile(ALPHA / claims, blocks - 1) * error
