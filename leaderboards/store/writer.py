"""The single writer of a store, which notices whether anyone else has written to it.

Rule 1: when the writer begins, it checks the stored rows by their marks (a hash of each row) and the seal (a hash of
all rows). It remembers hashes of these rows and of all rows that it adds. So it notices a changed row even if someone
has also changed the mark and the seal to fit.
Rule 2: the writer never returns the seal of rows that someone else has changed. When it notices a change, it stores the
seal of the correct rows again, so that later readers see that the seal does not fit the changed rows.
"""

from collections.abc import Sequence
from contextlib import suppress

import sqlalchemy as sql
from sqlalchemy.exc import DatabaseError, IntegrityError

from arena.errors import ArenaError
from leaderboards.store.places.database import LISTED, Database, damaged
from leaderboards.store.rows.row import Row, Unreadable, file_complaints, read_rows
from leaderboards.store.rows.runs import Run, write_run
from leaderboards.store.rows.seal import Seal, mark_of, print_row
from leaderboards.store.tables import LEAGUE, MATCHES, SEAL
from leaderboards.store.witness import Witness, matches_named


class Writer:
    """Writes rows for the arena that plays the league; nobody else may write while `connection` is open."""

    def __init__(self, database: Database, connection: sql.Connection, values: dict[str, bytes]) -> None:
        """Checks all stored rows and the seal (a hash over all rows); raises ArenaError [damaged] if anything was
        changed.
        """
        self._database, self._connection, self._values = database, connection, values
        self._commitment = values["commitment"]
        self._witness = Witness(self._commitment)
        with database.complaining(), connection.begin():
            self._judge()

    def add(self, rows: Sequence[Row], prints: Sequence[bytes]) -> None:
        """Stores rows. They are durable when the method returns; if it raises ArenaError, none of them is stored."""
        seal = self._witness.seal()
        for row_print in prints:
            seal.add(row_print)
        try:
            with self._database.complaining(), self._connection.begin():
                if expected := self._stored_seal() == self._witness.seal().to_bytes():
                    self._connection.execute(sql.insert(MATCHES), [row._asdict() for row in rows])
                    self._connection.execute(_seal_update(seal))
        except ArenaError as error:
            if isinstance(error.__cause__, IntegrityError) and self._changed():
                raise self.tampered() from error
            raise
        if not expected:
            raise self.tampered()
        for row, row_print in zip(rows, prints, strict=True):
            self._witness.saw(row.ordinal, row_print)

    def keep_run(self, run: Run) -> None:
        """Stores the present state of a run, in place of its earlier state."""
        with self._database.complaining(), self._connection.begin():
            write_run(self._connection, run, self._commitment)

    def keep_value(self, key: str, value: bytes) -> None:
        """Stores a value under `key` in the table of the league's own values, in place of the earlier value."""
        with self._database.complaining(), self._connection.begin():
            self._connection.execute(sql.delete(LEAGUE).where(LEAGUE.c.key == key))
            self._connection.execute(sql.insert(LEAGUE), {"key": key, "value": value})

    def change_value(self, key: str, before: bytes, value: bytes) -> None:
        """Stores `value` under `key` in place of the value `before`; raises ArenaError [tampered] if the stored value
        is not `before`.
        """
        change = sql.update(LEAGUE).where(LEAGUE.c.key == key, LEAGUE.c.value == before).values(value=value)
        with self._database.complaining(), self._connection.begin():
            changed = self._connection.execute(change).rowcount
        if not changed:
            raise self.written_by_others(f"the league's {key}")

    def seal(self) -> Seal:
        """Returns the seal of all rows that the writer has checked or added; raises ArenaError [tampered] if another
        seal is stored.
        """
        with self._database.complaining(), self._connection.begin():
            stored = self._stored_seal()
        if stored != self._witness.seal().to_bytes():
            raise self.tampered()
        return self._witness.seal()

    def expected(self) -> Seal:
        """Returns the seal of all rows that the writer has checked or added, without reading the store."""
        return self._witness.seal()

    def knows(self, ordinal: int, row_print: bytes) -> bool:
        """Returns whether the writer has checked or added a row with this print (a hash) at this place."""
        return self._witness.knows(ordinal, row_print)

    def tampered(self) -> ArenaError:
        """Returns the error for rows or a seal that someone else has changed, and restores the correct seal in the
        store.
        """
        changed = self._changed()
        with suppress(DatabaseError), self._connection.begin():
            self._connection.execute(_seal_update(self._witness.seal()))
        return self.written_by_others(matches_named(changed) if changed else "the seal")

    def written_by_others(self, what: str) -> ArenaError:
        """Returns the error for data that someone else has changed; `what` names the data."""
        return ArenaError(
            "tampered",
            f"another program changed {self._database.where} while the league was played: {what}",
            "stop the other program; then restore the results from a backup, or play the league again under "
            "another name",
        )

    def close(self) -> None:
        """Closes the connection, so that another arena may write to the store."""
        if self._connection.closed:
            return
        with suppress(DatabaseError):
            self._database.give_up(self._connection)
        with suppress(DatabaseError):
            self._connection.close()

    def _changed(self) -> list[int]:
        """Returns the places in the schedule of the matches whose rows others have changed, added or removed."""
        with self._database.complaining(), self._connection.begin():
            return self._witness.changed(read_rows(self._connection))

    def _judge(self) -> None:
        """Checks and remembers all stored rows; raises ArenaError [damaged] if a row or the seal was changed."""
        where = self._database.where
        for complaint in file_complaints(self._connection):
            raise damaged(where, complaint, LISTED)
        spoilt = []
        for row in read_rows(self._connection):
            if isinstance(row, Unreadable):
                spoilt.append(row.ordinal)
                continue
            row_print = print_row(self._commitment, row.ordinal, row[1:4])
            self._witness.saw(row.ordinal, row_print)
            if mark_of(row_print) != row.mark:
                spoilt.append(row.ordinal)
        if spoilt:
            raise damaged(where, f"the following were changed or cannot be read: {matches_named(spoilt)}", LISTED)
        if self._stored_seal() != self._witness.seal().to_bytes():
            raise damaged(where, "the seal does not fit the matches", LISTED)

    def _stored_seal(self) -> bytes | None:
        """Returns the stored seal, and locks it until the transaction ends; None if no seal is stored."""
        value = sql.select(LEAGUE.c.value).where(LEAGUE.c.key == SEAL).with_for_update()
        stored: bytes | None = self._connection.execute(value).scalar_one_or_none()
        return stored


def _seal_update(seal: Seal) -> sql.Update:
    return sql.update(LEAGUE).where(LEAGUE.c.key == SEAL).values(value=seal.to_bytes())
