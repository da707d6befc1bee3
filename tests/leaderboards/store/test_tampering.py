"""Tests that changes of the results by other programs while a league is being played are detected and named, even if
these programs also adapt the seal, a hash of all rows.
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
import sqlalchemy as sql

from arena.errors import ArenaError
from arena.league.playing.results import Result
from leaderboards.store import PlayedStore
from leaderboards.store.tables import LEAGUE, MATCHES
from tests.leaderboards.audits import forge_row
from tests.leaderboards.results import league, results

STORED: Final = 5
"""The number of stored matches when another program changes the results; one more match is left to play."""
ELSEWHERE: Final = 13
"""The number of a match that the schedule does not have."""
Change = Callable[[sql.Connection], None]


def take_rows_away(connection: sql.Connection) -> None:
    connection.execute(sql.delete(MATCHES).where(MATCHES.c.ordinal < 3))


def put_a_row_in(connection: sql.Connection) -> None:
    first = connection.execute(sql.select(MATCHES).where(MATCHES.c.ordinal == 0)).one()
    connection.execute(sql.insert(MATCHES), first._asdict() | {"ordinal": ELSEWHERE, "id": bytes(16)})


def rewrite_the_seal(connection: sql.Connection) -> None:
    connection.execute(sql.update(LEAGUE).where(LEAGUE.c.key == "seal").values(value=bytes(520)))


def play_to_the_end(store: PlayedStore, last: Result) -> None:
    """Stores the last match, and then reads all stored matches."""
    store.add([last])
    assert list(store.matches())


@pytest.mark.parametrize(
    ("change", "named", "forged"),
    [
        (take_rows_away, "matches 0, 1, 2", False),
        (take_rows_away, "matches 0, 1, 2", True),
        (put_a_row_in, f"match {ELSEWHERE}", False),
        (put_a_row_in, f"match {ELSEWHERE}", True),
        (rewrite_the_seal, "the seal", False),
    ],
)
def test_what_others_write_while_a_league_is_played_is_named(
    tmp_path: Path, change: Change, named: str, forged: bool
) -> None:
    """The error names the changes that another program has made while the league is played. With `forged`, the other
    program also replaces the seal (a hash of all rows) by the seal of the changed rows.
    """
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        *first, last = results()
        store.add(first)
        with store._database.engine.begin() as connection:
            change(connection)
            if forged:
                timing = sql.select(MATCHES.c.timing).where(MATCHES.c.ordinal == STORED - 1)
                forge_row(connection, store, STORED - 1, connection.execute(timing).scalar_one())
        with pytest.raises(ArenaError, match=f"while the league was played: {named}  ") as refused:
            play_to_the_end(store, last)
        assert refused.value.code == "tampered"
