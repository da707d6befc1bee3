"""The share of the time in which a ladder plays: all of the time while a bot is new, then less and less.

After a bot has joined, a ladder plays without a rest until each bot has played SETTLED blocks of matches on average.
After n times as many blocks, the ladder plays only 1/n of the time. So a ladder never ends, but soon uses little
computing time. More matches would help little: the precision of a ranking grows only with the square root of their
number.
"""

from typing import Final

from arena.league.field import Field

SETTLED: Final = 1_000
"""The number of blocks for each bot, since the last bot joined, after which a ladder begins to rest.

A block is the matches of some bots with the same deal, in every order of seats.
"""
STINT_S: Final = 60.0
"""The minimum playing time in seconds before a ladder rests, because each start after a rest has a cost."""


def rests_each_s(field: Field, seats: int, blocks: int) -> float:
    """Returns the seconds of rest for each second of play; 0 if the ladder should play without a rest.

    `blocks`: the number of blocks that the ladder has played; a block is the matches of some bots with the same deal,
    in every order of seats.
    """
    there = field.present()
    since = blocks - max((member.stays[-1].joined for member in there), default=0)
    each = since * seats / max(1, len(there))
    return max(0.0, each / SETTLED - 1)
