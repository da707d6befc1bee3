"""How much of the time a ladder plays: always while a bot is new, then less and less.

How surely a table says something grows with the root of what was played. So a ladder that has played n times what it
takes to place everybody since the last one came is played an nth of the time: it never ends, and soon costs little.
"""

from typing import Final

from arena.league.field import Field

SETTLED: Final = 1_000
"""Blocks of each bot, since somebody came, after which a ladder begins to rest."""
STINT_S: Final = 60.0
"""For so long at least it is played before it rests: to begin again costs something."""


def rests_each_s(field: Field, seats: int, blocks: int) -> float:
    """How many seconds a ladder that has played so many blocks rests for each in which it was played."""
    there = field.present()
    since = blocks - max((member.stays[-1].joined for member in there), default=0)
    each = since * seats / max(1, len(there))
    return max(0.0, each / SETTLED - 1)
