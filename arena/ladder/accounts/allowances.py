"""Rate limits for people, stored in the database so that a restart does not reset them."""

from typing import Final, NamedTuple

import sqlalchemy as sql

from arena.files.rates import Rate
from arena.ladder.keeping.tables import ALLOWANCE


class Allowance(NamedTuple):
    """A kind of action, with the rate limit for it."""

    name: str
    rate: Rate


HAND_INS: Final = Allowance("hand-in", Rate(20, 60))
"""The rate limit for handing in bots, for each person: 20 at once, then one more each minute."""
ACTS: Final = Allowance("act", Rate(60, 2))
"""The rate limit for changes other than handing in bots, for each sign-in: 60 at once, then one more every 2 seconds.
"""
FAILURES: Final = Allowance("failure", Rate(60, 5))
"""The rate limit for attempts with invalid tokens or links, for each network address: 60 at once, then one more every 5
seconds.

The limit does not count or refuse valid tokens and links, because many people may share one address.
"""


def take(connection: sql.Connection, allowance: Allowance, whose: object, now_ms: int) -> None:
    """Uses up one action of an allowance; raises TooOftenError, without any change, if none is left.

    `whose`: identifies the user of the allowance, for example a person or a network address.
    """
    key = f"{allowance.name} {whose}"[:100]
    there = connection.scalar(sql.select(ALLOWANCE.c.full_ms).where(ALLOWANCE.c.key == key))
    full_ms = allowance.rate.taken(there, now_ms)
    if there is None:
        connection.execute(sql.delete(ALLOWANCE).where(ALLOWANCE.c.full_ms < now_ms))  # full allowances need no row
        connection.execute(sql.insert(ALLOWANCE).values(key=key, full_ms=full_ms))
    else:
        connection.execute(sql.update(ALLOWANCE).where(ALLOWANCE.c.key == key).values(full_ms=full_ms))
