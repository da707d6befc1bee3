"""Stores a league in an SQLite file.

Rule 1: an unreadable file that was once a results file is reported as damaged; any other unreadable file is reported as
not a results file.
Rule 2: reading does not change the file. Readers also get the rows in SQLite's journal, a second file in which a killed
arena may have left rows. If no arena plays the league and the journal is empty, SQLite opens the file as immutable, so
that SQLite creates no other files in the folder.
Rule 3: the file may come from a stranger. So it may contain only plain tables; a file with anything that could run
while a table is read, such as a view, is refused.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import quote

import sqlalchemy as sql
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.pool import NullPool

from arena.errors import ArenaError
from arena.files.locks import is_locked
from arena.text import one_line
from leaderboards.store.places.claims import Claim, owner
from leaderboards.store.places.database import Database, being_played, damaged, failed
from leaderboards.store.tables import METADATA

FILE: Final = "league.db"
MAGIC: Final = b"SQLite format 3\0"
EMPTY_BYTES: Final = 4_096
"""The largest size in bytes of a file in which SQLite has stored nothing yet."""
SCHEMA_BYTES: Final = 1 << 16
MOST_BYTES: Final = 1 << 26
"""The most bytes of a single value in a file that is opened for reading. SQLite refuses larger values, because the file
may come from a stranger.
"""
NO_ROOM: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class ResultsFile(Database):
    """The tables of one league in an SQLite file."""

    writing_options = {"begin": "BEGIN IMMEDIATE"}  # noqa: RUF012  # nothing changes it

    def __init__(self, engine: sql.Engine, path: Path, copy: "TemporaryDirectory[str] | None" = None) -> None:
        super().__init__(engine, str(path), path.parent)
        self._path, self._copy = path, copy
        self._claim: Claim | None = None

    def claim(self, connection: sql.Connection) -> None:  # noqa: ARG002  # the claim is a lock file
        """Claims the file for this process, until the file is closed or the process ends."""
        path = _claim_of(self._path)
        try:
            self._claim = Claim(path)
        except BlockingIOError as error:
            raise being_played(self.where, owner(path)) from error
        except OSError as error:
            raise failed(self.where, error.strerror or str(error)) from error

    def is_claimed(self) -> bool:
        """Returns whether an arena holds the claim, which is a lock file in the same folder as the results."""
        return is_locked(_claim_of(self._path))

    def changed_s(self) -> float:
        """Returns the time of the last write to the file or its journal, in seconds since 1970; 0 if the file cannot be
        read.
        """
        with suppress(OSError):
            return max(path.stat().st_mtime for path in (self._path, _journal_of(self._path)) if path.exists())
        return 0.0

    def is_new(self, connection: sql.Connection) -> bool:
        """Returns whether the file is empty; raises ArenaError if the file has content, but no tables."""
        if sql.inspect(connection).get_table_names():
            return False
        pages: int = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        if pages > 1:
            raise self._unreadable("the file does not contain tables")
        return True

    def complaint(self, error: DatabaseError) -> ArenaError:
        """Returns the ArenaError for a database error. It is [store-failed] for a full disk or another program's lock;
        for unreadable content it is [damaged], [not-results] or [no-store].
        """
        reason = str(error.orig).strip()
        code = getattr(error.orig, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in BUSY:
            return failed(
                self.where,
                reason,
                "end the other program that uses the results, then run the same command again",
            )
        if code in NO_ROOM or (code == sqlite3.SQLITE_READONLY and not os.access(self._path, os.W_OK)):
            return failed(self.where, reason)
        if isinstance(error, IntegrityError):
            return damaged(self.where, reason)
        return self._unreadable(reason)

    def close(self) -> None:
        """Closes the file, gives up the claim, and removes the temporary copy if the store was read from one."""
        super().close()
        if self._claim:
            self._claim.give_up()
            self._claim = None
        if self._copy:
            self._copy.cleanup()

    def _unreadable(self, reason: str) -> ArenaError:
        """Returns the error for a file that cannot be read as a league: [damaged], [not-results] or [no-store]."""
        size = _size(self._path)
        if reason.startswith("no such table") and size <= EMPTY_BYTES and not _was_ours(self._path):
            return no_results(self._path)
        if _was_ours(self._path):
            return damaged(self.where, reason)
        return ArenaError(
            "not-results",
            f"{self.where} is not a file with the results of a league: {reason}",
            "give the path of a league.db that arena run-league made; for a new league, name a file that does not "
            "exist yet",
        )


def no_results(path: Path) -> ArenaError:
    """Returns the error for a file in which no league has begun yet."""
    return ArenaError(
        "no-store",
        f"the file {path} does not contain results yet",
        "start the league with arena run-league, or restore the results from a backup",
    )


def connect_file(path: Path, *, reading: bool) -> ResultsFile:
    """Opens an SQLite file for reading or for playing; raises ArenaError [no-store] or [store-failed]."""
    if not reading:
        if not os.access(path.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise failed(str(path), "you may not write to the folder of this file")
        return ResultsFile(_engine(lambda: f"{_uri(path)}?mode=rwc", keep_journal=True), path)
    if not _size(path):
        raise no_results(path)
    if not _size(_journal_of(path)) or _index_of(path).exists():
        return ResultsFile(_engine(lambda: _reading(path), demand=partial(_demand_tables, path)), path)
    return _connect_copy(path)


def _reading(path: Path) -> str:
    """Returns the URI with which SQLite must open the file, depending on whether the file may change now."""
    changes = _size(_journal_of(path)) or is_locked(_claim_of(path))
    return f"{_uri(path)}?{'mode=ro' if changes else 'immutable=1'}"


def _demand_tables(path: Path, connection: sqlite3.Connection) -> None:
    """Raises ArenaError [not-results] if the file contains a view, a computed column or anything else but plain
    tables. Makes `connection` refuse values of more than MOST_BYTES.
    """
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
    connection.execute("PRAGMA trusted_schema=OFF").close()
    found = connection.execute(
        "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger') OR (type = 'index' AND sql NOT NULL) "
        "OR (type = 'table' AND sql NOT LIKE 'CREATE TABLE%')"
    ).fetchone()
    hidden = any(
        connection.execute("SELECT 1 FROM pragma_table_xinfo(?) WHERE hidden", (name,)).fetchone()
        for name in METADATA.tables
    )
    if found or hidden:
        what = f"the {found[0]} {one_line(str(found[1]))}" if found else "a computed column"
        raise ArenaError(
            "not-results",
            f"the file {path} has {what}, which a results file made by the arena never has",
            "do not use this file; get another copy of the results from the person who played the league",
        )


def _connect_copy(path: Path) -> ResultsFile:
    """Opens a temporary copy of a file and its journal; raises ArenaError [store-failed] if copying fails.

    This is for a journal without an index, because SQLite would create an index next to the original.
    """
    copy = TemporaryDirectory(prefix="arena-results-")
    try:
        there = Path(shutil.copyfile(path, Path(copy.name) / FILE))
        shutil.copyfile(_journal_of(path), _journal_of(there))
    except OSError as error:
        copy.cleanup()
        raise failed(
            str(path), f"the file can be read only from a copy, but cannot be copied to {copy.name}: {error.strerror}"
        ) from error
    return ResultsFile(_engine(lambda: f"{_uri(there)}?mode=rw", demand=partial(_demand_tables, path)), path, copy)


def _engine(
    uri: Callable[[], str], *, keep_journal: bool = False, demand: Callable[[sqlite3.Connection], None] | None = None
) -> sql.Engine:
    """Returns the database engine for a file. All reads of one transaction see the same state.

    Each new connection calls `uri` for the URI to open, then `demand`, which may raise ArenaError. With `keep_journal`,
    SQLite writes in WAL mode.
    """

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(uri(), uri=True, isolation_level=None, check_same_thread=False)
        if demand:
            try:
                demand(connection)
            except BaseException:
                connection.close()
                raise
        if keep_journal:
            connection.execute("PRAGMA journal_mode=WAL").close()
            connection.execute("PRAGMA synchronous=FULL").close()
        return connection

    engine = sql.create_engine("sqlite://", creator=connect, poolclass=NullPool)

    @sql.event.listens_for(engine, "begin")
    def _begin(connection: sql.Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine


def _uri(path: Path) -> str:
    return f"file:{quote(str(path))}"


def _claim_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.playing")


def _journal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _index_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-shm")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _was_ours(path: Path) -> bool:
    """Returns whether a file was probably once a results file: its beginning contains a statement that makes one of a
    league's tables, or it is an SQLite file that was cut off within the first EMPTY_BYTES.
    """
    try:
        with path.open("rb") as file:
            beginning = file.read(SCHEMA_BYTES)
    except OSError:
        return False
    cut_off = 0 < len(beginning) < EMPTY_BYTES and beginning[: len(MAGIC)] == MAGIC[: len(beginning)]
    return cut_off or any(statement in beginning for statement in _STATEMENTS)


def _statements() -> list[bytes]:
    """Returns the beginning of each statement that makes a table; SQLite stores the statements as text in the file."""
    made = [sql.schema.CreateTable(table).compile(dialect=sqlite.dialect()) for table in METADATA.sorted_tables]
    texts = [str(statement).strip() for statement in made]
    return [text.partition(" NOT NULL")[0].encode() for text in texts]


_STATEMENTS: Final = _statements()
