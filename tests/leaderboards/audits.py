"""Functions that write results for tests of audits, and that damage or forge these results."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import sqlalchemy as sql

from arena.errors import ArenaError
from arena.league.playing.results import Result
from arena.match import FaultKind, Match, MatchRecord
from arena.protocol.records import decode_record, encode_record
from leaderboards.audit.verification import Verification, verify
from leaderboards.reports.formats import write_standings
from leaderboards.reports.standings import standings
from leaderboards.store import PlayedStore, Store
from leaderboards.store.rows.row import Row
from leaderboards.store.rows.seal import Seal, mark_of, print_row
from leaderboards.store.tables import LEAGUE, MATCHES
from tests.leaderboards.results import league, results

FILES = ["standings.md", "standings.csv", "standings.json"]


def forfeited(result: Result) -> Result:
    """Returns a result of the same match with other actions: the bot in seat 1 fails after seven actions."""
    record = decode_record(result.record)
    # with this seed, the bot has enough points that only its forfeit makes it rank last
    match, rng = Match(record.spec, league().create_game()), Random(1)
    while match.actor is not None:
        if len(match.actions) == 7:
            match.fault(1, FaultKind.DISCONNECT, "gone", "last words")
        if match.actor is not None:
            match.choose(rng.choice(match.legal))
    return result._replace(record=encode_record(match.record()))


def write_results(folder: Path) -> None:
    """Writes a played league as the arena does, with standings and with a forfeit in its last match."""
    with closing(PlayedStore.create(folder / "league.db", league())) as store:
        *first, last = results()
        store.add(first)
        store.add([forfeited(last)])
        write_standings(standings(store.matches()), folder)


def audit(folder: Path) -> Verification:
    with closing(Store.open(folder)) as store:
        return verify(store, folder, lambda _: None)


def failures(folder: Path) -> list[tuple[int | None, str]]:
    """Returns, for every failure that an audit reports, the number of the match (None if the failure concerns no single
    match) and the failing part.
    """
    return [(failure.ordinal, failure.part) for failure in audit(folder).failures]


def found_out(folder: Path) -> bool:
    """Returns whether an audit refuses the results with an error or reports a failure."""
    try:
        return bool(audit(folder).failures)
    except ArenaError:
        return True


def execute(folder: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(folder / "league.db")) as connection, connection:
        assert connection.execute(statement, values).rowcount == 1


def flipped(value: bytes, place: int, bit: int) -> bytes:
    return value[:place] + bytes([value[place] ^ 1 << bit]) + value[place + 1 :]


def forge(folder: Path, ordinal: int, change: Callable[[MatchRecord], MatchRecord]) -> None:
    """Changes a record and makes its mark and the seal (hashes) correct again, as a forger who knows the
    format would.
    """
    with closing(Store.open(folder)) as store:
        (row,) = [row for row in store.rows() if isinstance(row, Row) and row.ordinal == ordinal]
        match, commitment = store.read(row), store.values()["commitment"]
        record = store._records.packed(encode_record(change(match.record)))
    seal = Seal()
    with closing(sqlite3.connect(folder / "league.db")) as connection, connection:
        connection.execute("update matches set record = ? where ordinal = ?", (record, ordinal))
        for place, *columns in connection.execute("select ordinal, id, record, timing from matches").fetchall():
            row_print = print_row(commitment, place, tuple(columns))
            seal.add(row_print)
            connection.execute("update matches set mark = ? where ordinal = ?", (mark_of(row_print), place))
        connection.execute("update league set value = ? where key = 'seal'", (seal.to_bytes(),))


def forge_row(connection: sql.Connection, store: Store, ordinal: int, timing: bytes) -> None:
    """Changes the timing of a match and makes its mark and the seal (hashes) correct again, through a connection that
    may write.
    """
    commitment, seal = store.values()["commitment"], Seal()
    changed = sql.update(MATCHES).where(MATCHES.c.ordinal == ordinal)
    connection.execute(changed.values(timing=timing))
    for place, *columns, mark in connection.execute(sql.select(MATCHES)).all():
        row_print = print_row(commitment, place, tuple(columns))
        seal.add(row_print)
        if mark_of(row_print) != mark:
            connection.execute(changed.values(mark=mark_of(row_print)))
    connection.execute(sql.update(LEAGUE).where(LEAGUE.c.key == "seal").values(value=seal.to_bytes()))
