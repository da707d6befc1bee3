"""The share of the time in which a ladder plays: all of it while a bot is new, then less and less.

The precision of a table grows with the square root of the number of matches. So a ladder that has played n times as
much as it needs to place everybody since the last bot came plays an nth of the time: it never ends, and soon costs
little.
"""

from typing import Final

from arena.league.field import Field

SETTLED: Final = 1_000
"""The blocks for each bot, since the last bot joined, after which a ladder begins to rest."""
STINT_S: Final = 60.0
"""The fewest seconds of play before a ladder rests, because starting again has a cost."""


def rests_each_s(field: Field, seats: int, blocks: int) -> float:
    """How many seconds a ladder rests for each second of play, once it has played `blocks` blocks; 0: no rest."""
    there = field.present()
    since = blocks - max((member.stays[-1].joined for member in there), default=0)
    each = since * seats / max(1, len(there))
    return max(0.0, each / SETTLED - 1)
