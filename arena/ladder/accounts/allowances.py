"""How often something may be done: so many at once, then one each so many seconds; who asks too often is told when.

A row says until when what was taken lasts; nothing else is kept, and it survives a restart. One that says more than can
be taken at once was written before the clock was set back, and says nothing.
"""

from typing import Final, NamedTuple

import sqlalchemy as sql

from arena.errors import ArenaError
from arena.ladder.keeping.tables import ALLOWANCE


class Allowance(NamedTuple):
    """A rate."""

    name: str
    at_once: int
    each_s: float


HAND_INS: Final = Allowance("hand-in", 20, 60)
"""Of one person."""
ACTS: Final = Allowance("act", 60, 2)
"""Of one sign-in: what else changes something."""
FAILURES: Final = Allowance("failure", 60, 5)
"""Of one address: tokens and links that open nothing. What is good is never refused for them: many sit behind one
address."""


class TooOftenError(ArenaError):
    """Somebody has used up what is allowed; `retry_s` says when there is some again."""

    def __init__(self, retry_s: int) -> None:
        super().__init__("too-often", "that was too often in too short a time", f"try again in {retry_s} s")
        self.retry_s = retry_s

    def __reduce__(self) -> tuple[type["TooOftenError"], tuple[int]]:  # type: ignore[override]  # its own arguments
        return type(self), (self.retry_s,)


def take(connection: sql.Connection, allowance: Allowance, whose: object, now_ms: int) -> None:
    """Takes one; raises TooOftenError, and then nothing is taken."""
    key = f"{allowance.name} {whose}"[:100]
    each_ms = int(allowance.each_s * 1000)
    there = connection.scalar(sql.select(ALLOWANCE.c.full_ms).where(ALLOWANCE.c.key == key))
    before_ms = now_ms if there is None or there > now_ms + allowance.at_once * each_ms else max(there, now_ms)
    full_ms = before_ms + each_ms
    excess_ms = full_ms - now_ms - allowance.at_once * each_ms
    if excess_ms > 0:
        raise TooOftenError(-(-excess_ms // 1000))
    if there is None:
        connection.execute(sql.delete(ALLOWANCE).where(ALLOWANCE.c.full_ms < now_ms))  # they say nothing any more
        connection.execute(sql.insert(ALLOWANCE).values(key=key, full_ms=full_ms))
    else:
        connection.execute(sql.update(ALLOWANCE).where(ALLOWANCE.c.key == key).values(full_ms=full_ms))
