"""Tests of the stored data of a ladder: tables made by migrations, a copy before each upgrade, archives named by hash,
and a log that nobody can change.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from arena.errors import ArenaError
from arena.ladder.accounts.people import add_person, people
from arena.ladder.accounts.rights import Role
from arena.ladder.keeping.database import open_base
from arena.ladder.keeping.events import events
from arena.ladder.keeping.tables import EVENT, METADATA, NOTE
from arena.ladder.keeping.upgrading import MIGRATIONS, is_current, upgrade
from arena.ladder.ladder import Ladder
from tests.ladder.conftest import Clock, joined, on_both

NEXT = """
import sqlalchemy as sql
from alembic import op
revision = "{number}"
down_revision = "{before}"
def upgrade():
    op.add_column("person", sql.Column("colour", sql.String(9)))
    {more}
"""


def later(folder: Path, more: str = "") -> Path:
    """Copies the migrations into `folder` and adds one that ends with the statement `more`; returns the copy's path."""
    there = folder / "migrations"
    shutil.copytree(MIGRATIONS, there, ignore=shutil.ignore_patterns("__pycache__"))
    (there / "versions" / "v9999_next.py").write_text(NEXT.format(number="9999", before=head(), more=more))
    return there


def head() -> str:
    """Returns the number of the newest migration in this release."""
    return max(path.name[1:5] for path in (MIGRATIONS / "versions").glob("v*.py"))


@on_both
def test_migrations_make_the_tables_there_are(ladder: Ladder) -> None:
    with ladder.base.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


@on_both
def test_an_upgrade_keeps_all_and_a_copy_from_before(ladder: Ladder, database: str | None, tmp_path: Path) -> None:
    joined(ladder, "Ann")
    migrations = later(tmp_path)
    assert not is_current(ladder.base, migrations)
    copy = upgrade(ladder.base, migrations)
    assert copy
    assert is_current(ladder.base, migrations)
    with ladder.base.reading() as connection:
        assert [one.name for one in people(connection)] == ["Ann"]
        assert "colour" in {column["name"] for column in sql.inspect(connection).get_columns("person")}
    if database:
        assert copy == f"{database}-before-upgrade-from-{head()}"
        with ladder.base.reading() as connection:
            rows = connection.exec_driver_sql(f'select name from "{copy.partition("#")[2]}".person').all()
            assert [tuple(row) for row in rows] == [("Ann",)]
        return
    assert Path(copy).stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as before:
        assert before.execute("select name from person").fetchall() == [("Ann",)]
        assert before.execute("pragma integrity_check").fetchone() == ("ok",)


@on_both
def test_an_upgrade_that_fails_in_the_middle_has_changed_nothing(ladder: Ladder, tmp_path: Path) -> None:
    migrations = later(tmp_path, more='raise RuntimeError("in the middle")')
    with pytest.raises(RuntimeError, match="in the middle"):
        upgrade(ladder.base, migrations)
    assert is_current(ladder.base)
    with ladder.base.reading() as connection:
        assert "colour" not in {column["name"] for column in sql.inspect(connection).get_columns("person")}


@on_both
def test_a_ladder_of_a_later_release_is_refused_and_left_alone(tmp_path: Path, database: str | None) -> None:
    Ladder(tmp_path / "ladder", database=database).close()
    migrations = later(tmp_path)
    base = open_base(tmp_path / "ladder")
    upgrade(base, migrations)
    base.close()
    with pytest.raises(ArenaError, match="a later release of the arena") as refused:
        Ladder(tmp_path / "ladder")
    assert refused.value.code == "later-ladder"


@on_both
def test_one_server_has_a_ladder_and_commands_come_beside_it(tmp_path: Path, database: str | None) -> None:
    there = tmp_path / "ladder"
    with closing(Ladder(there, database=database)) as first, closing(Ladder(there)) as second:
        first.serve("http://127.0.0.1:1/")
        with pytest.raises(ArenaError, match="another arena server is using the ladder"):
            second.serve("http://127.0.0.1:2/")
        assert second.address() == "http://127.0.0.1:1/"
        with second.base.writing() as connection:
            add_person(connection, "Ann", Role.AUTHOR, 0, "test")
        with first.base.reading() as connection:
            assert [one.name for one in people(connection)] == ["Ann"]


@on_both
@pytest.mark.parametrize("table", [EVENT, NOTE])
@pytest.mark.parametrize("act", ["update", "delete"])
def test_what_is_written_in_a_log_stays(ladder: Ladder, table: sql.Table, act: str) -> None:
    joined(ladder, "Ann")
    with ladder.base.writing() as connection:
        if table is NOTE:
            connection.exec_driver_sql(
                "insert into submission (person_id, key, digest, size, state, received_ms, changed_ms) "
                "values (1, 'k', 'd', 1, 'received', 0, 0)"
            )
            connection.exec_driver_sql("insert into note values (1, 1, 0, 'received', '', '', '')")
    statement = sql.delete(table) if act == "delete" else sql.update(table).values(at_ms=0)
    with pytest.raises((ArenaError, sql.exc.IntegrityError), match="stays"), ladder.base.writing() as connection:
        connection.execute(statement)
    with ladder.base.reading() as connection:
        assert connection.execute(sql.select(table)).all()


def test_all_an_organiser_does_is_written_down(ladder: Ladder, clock: Clock) -> None:
    joined(ladder, "Ann")
    with ladder.base.reading() as connection:
        assert [(one.actor, one.act, one.subject) for one in events(connection)] == [
            ("test", "add author", "Ann"),
            ("test", "link", "Ann"),
        ]


def test_an_archive_is_there_when_it_is_kept_and_else_nothing_is(ladder: Ladder) -> None:
    with ladder.blobs.receiving() as kept:
        kept.write(b"one ")
        kept.write(b"archive")
        digest = kept.keep()
    with ladder.blobs.receiving() as lost:
        lost.write(b"half an arch")
    place = ladder.blobs.place(digest)
    assert place.read_bytes() == b"one archive"
    assert place.stat().st_mode & 0o777 == 0o600
    assert [path for path in (ladder.folder / "archives").rglob("*") if path.is_file()] == [place]


def test_an_archive_has_its_name_when_it_is_counted_and_not_before(ladder: Ladder) -> None:
    with ladder.blobs.receiving() as receiving:
        receiving.write(b"one archive")
        digest = receiving.safe()
        assert not ladder.blobs.place(digest).exists()
        assert receiving.keep() == digest
    assert ladder.blobs.place(digest).read_bytes() == b"one archive"


@on_both
def test_what_nobody_was_told_is_kept_is_swept(ladder: Ladder) -> None:
    with ladder.blobs.receiving() as receiving:
        receiving.write(b"never acknowledged")
        digest = receiving.keep()
    (ladder.folder / "archives" / ".new" / "left").write_bytes(b"of a killed server")
    ladder.serve("http://127.0.0.1:1/")
    assert not ladder.blobs.place(digest).exists()
    assert not list((ladder.folder / "archives" / ".new").iterdir())
