"""The store of a league while the league is being played; only one arena at a time writes to it."""

from collections.abc import Generator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Self

import sqlalchemy as sql

from arena.errors import ArenaError
from arena.league.field import Field
from arena.league.league import League
from arena.league.playing.results import Result
from arena.league.secret import founded
from leaderboards.store.places.database import Database
from leaderboards.store.places.store_place import made
from leaderboards.store.rows.records import StoredMatch
from leaderboards.store.rows.row import Row
from leaderboards.store.rows.runs import Run
from leaderboards.store.rows.seal import Seal
from leaderboards.store.store import Store
from leaderboards.store.tables import LEAGUE, MATCHES, METADATA
from leaderboards.store.values.extent import EXTENT, Extent
from leaderboards.store.values.fields import FIELD, field_value
from leaderboards.store.values.initial_values import founding_values
from leaderboards.store.writer import Writer


class PlayedStore(Store):
    """The results of a league while it is being played. Reading raises ArenaError if others have changed
    the results.
    """

    def __init__(self, database: Database, connection: sql.Connection, league: League) -> None:
        """Takes over the league's database, on which `connection` must hold the claim; raises ArenaError if the results
        were changed.
        """
        super().__init__(database)
        values = self._load(league)
        self._field = values.get(FIELD)
        super().field()
        self._writer = Writer(database, connection, values)

    @classmethod
    def create(cls, place: Path | str, league: League) -> Self:
        """Opens the store of a league for playing, in a file or in the database at a URL; makes the store if it does
        not exist.

        A league without a seed gets the seed of its existing store, or a random seed for a new store; see `resumed`.

        Raises ArenaError [other-league] if the store holds another league, [being-played] while another arena plays the
        league, [damaged] if the stored results were changed, [not-results] for a file of another kind, [store-failed]
        if nothing can be stored, [no-server] if no server answers, [bad-store] for a malformed URL.
        """
        database = made(place, league.name)
        with ExitStack() as undo:
            undo.callback(database.close)
            with database.complaining():
                connection = database.engine.connect().execution_options(**database.writing_options)
                undo.callback(connection.close)
                database.claim(connection)
                with connection.begin():
                    if database.is_new(connection):
                        METADATA.create_all(connection)
                    if connection.execute(sql.select(LEAGUE)).first() is None:
                        values = founding_values(founded(league)).items()
                        connection.execute(sql.insert(LEAGUE), [{"key": key, "value": value} for key, value in values])
            store = cls(database, connection, league)
            undo.pop_all()
        return store

    def close(self) -> None:
        """Closes the file or the connection to the server, so that other arenas may write to the store."""
        self._writer.close()
        super().close()

    def add(self, results: Sequence[Result]) -> None:
        """Stores results. They are durable when the method returns; if it raises ArenaError, none of them is stored.

        Raises ArenaError [tampered] if another program has written to the store, [store-failed] if nothing can be
        stored, [no-server] if no server answers.
        """
        if not results:
            return
        rows, prints = zip(*map(self._records.row, results), strict=True)
        self._writer.add(rows, prints)

    def keep_run(self, run: Run) -> None:
        """Stores the present state of a run, in place of its earlier state."""
        self._writer.keep_run(run)

    def keep_extent(self, extent: Extent) -> None:
        """Stores the league's extent (the number of matches in its schedule, and the goal that may end it early), in
        place of the earlier extent.
        """
        self._writer.keep_value(EXTENT, extent.to_bytes(self._commitment))

    def keep_field(self, field: Field) -> None:
        """Stores the field of a ladder (its bots, and when they took part) durably, in place of the earlier field.

        Raises ArenaError [tampered] if another program has changed the field, [store-failed] if nothing can be stored,
        [no-server] if no server answers. Raises ValueError if the league is no ladder, or if `field` differs
        from the earlier field in more than the bots that joined or left later.
        """
        if self._field is None or not field.follows(self.field()):
            raise ValueError("the list of bots may only grow, and only in a ladder")
        value = field_value(field, self._commitment)
        if value != self._field:
            self._writer.change_value(FIELD, self._field, value)
            self._field = value

    def field(self) -> Field:
        """Returns the field: the bots that took part, and when; raises ArenaError [tampered] if others changed it."""
        if self.values().get(FIELD) != self._field:
            raise self._writer.written_by_others(f"the league's {FIELD}")
        return super().field()

    def matches(self) -> Generator[StoredMatch, None, None]:
        """Yields all matches in schedule order; only a few are in memory at a time.

        Raises ArenaError [tampered] at a match that was changed, and at the end if a match was removed or added by
        others.
        """
        seal = Seal()
        for row, row_print in self._checked_rows(sql.select(MATCHES)):
            seal.add(row_print)
            yield self.read(row)
        if seal != self._writer.expected():
            raise self._writer.tampered()

    def matches_from(self, first: int) -> Generator[StoredMatch, None, None]:
        """Yields the matches from the place `first` of the schedule on.

        Raises ArenaError [tampered] at a match that was changed after it was stored.
        """
        for row, row_print in self._checked_rows(sql.select(MATCHES).where(MATCHES.c.ordinal >= first)):
            if not self._writer.knows(row.ordinal, row_print):
                raise self._writer.tampered()
            yield self.read(row)

    def seal(self) -> Seal:
        """Returns the seal (a hash) over all stored matches; raises ArenaError [tampered] if the stored
        seal differs.
        """
        return self._writer.seal()

    def _changed(self, row: Row) -> ArenaError:  # noqa: ARG002  # the writer names all changed rows itself
        return self._writer.tampered()
