"""Computes the smallest difference in strength that a league of a given size can show."""

from math import inf, sqrt

from leaderboards.statistics.bootstrap import ALPHA
from leaderboards.statistics.plackett_luce import ELO
from leaderboards.statistics.student import t_quantile


def resolution(bots: int, seats: int, block_matches: int, blocks: int, claims: int = 1) -> float:
    """Returns the true lead in Elo that half of all leagues of this size detect; infinite if there are too few blocks.

    Each of the `bots` plays `blocks` blocks (deals in all seatings), and a block has `block_matches` matches. `claims`:
    the number of pairs that share the 5 % risk of a false claim. The result supposes that the bots are about equally
    strong, and that the matches of a block are independent. If not, half of all leagues may detect only a larger lead.
    """
    if claims * 2.0 ** (1 - blocks) >= ALPHA:  # uses the smallest possible p-value of n blocks, as in `comparisons`
        return inf
    information = blocks * block_matches * sum(1 - 1 / left for left in range(2, seats + 1)) / seats
    error = ELO * sqrt(2 * (bots - 1) / bots / information)
    return t_quantile(ALPHA / claims, blocks - 1) * error
