"""The share of the time in which a ladder plays: all the time while a bot is new, then less and less.

The precision of a ranking grows only with the square root of the number of matches. So the ladder plays all the time
until it has enough matches to rank every bot since the last one joined. Once it has played n times this number, it
plays only an nth of the time: it never ends, but soon costs little.
"""

from typing import Final

from arena.league.field import Field

SETTLED: Final = 1_000
"""The number of blocks of matches for each bot, since the last bot joined, after which a ladder begins to rest."""
STINT_S: Final = 60.0
"""The shortest playing time in seconds before a ladder rests, because starting again has a cost."""


def rests_each_s(field: Field, seats: int, blocks: int) -> float:
    """The seconds that a ladder rests for each second of play, once it has played `blocks` blocks of matches; 0 for no
    rest.
    """
    there = field.present()
    since = blocks - max((member.stays[-1].joined for member in there), default=0)
    each = since * seats / max(1, len(there))
    return max(0.0, each / SETTLED - 1)
