"""Rate limits for people; they are kept in database rows, so a restart does not reset them."""

from typing import Final, NamedTuple

import sqlalchemy as sql

from arena.files.rates import Rate
from arena.ladder.keeping.tables import ALLOWANCE


class Allowance(NamedTuple):
    """A kind of action with its rate limit."""

    name: str
    rate: Rate


HAND_INS: Final = Allowance("hand-in", Rate(20, 60))
"""The rate at which one person may hand in: 20 at once, then one more each minute."""
ACTS: Final = Allowance("act", Rate(60, 2))
"""The rate at which one sign-in may change anything other than by handing in."""
FAILURES: Final = Allowance("failure", Rate(60, 5))
"""The rate at which one address may try tokens and links that are not valid. This limit never refuses valid ones: many
people may share one address."""


def take(connection: sql.Connection, allowance: Allowance, whose: object, now_ms: int) -> None:
    """Takes one use from the allowance of `whose`; raises TooOftenError, without taking anything, if none is left."""
    key = f"{allowance.name} {whose}"[:100]
    there = connection.scalar(sql.select(ALLOWANCE.c.full_ms).where(ALLOWANCE.c.key == key))
    full_ms = allowance.rate.taken(there, now_ms)
    if there is None:
        connection.execute(sql.delete(ALLOWANCE).where(ALLOWANCE.c.full_ms < now_ms))  # these are full again
        connection.execute(sql.insert(ALLOWANCE).values(key=key, full_ms=full_ms))
    else:
        connection.execute(sql.update(ALLOWANCE).where(ALLOWANCE.c.key == key).values(full_ms=full_ms))
