"""Tests that a damaged or incomplete backup is refused, and that nothing is restored from it."""

import gzip
import io
import sqlite3
import tarfile
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from arena.errors import ArenaError
from arena.ladder.backups.backup import back_up
from arena.ladder.backups.restore import restore
from arena.ladder.backups.sums import LIST
from arena.ladder.keeping.file import FILE, FileBase
from arena.ladder.keeping.upgrading import upgrade
from arena.ladder.ladder import Ladder
from tests.ladder.archives import bot
from tests.ladder.test_keeping import later


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _flipped(data: bytes) -> bytes:
    place = data.index(bot()[:20]) + 30
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def _without_archive(data: bytes) -> bytes:
    return _rewritten(data, lambda name, content: None if name.startswith("archives/") else content)


def _with_more(data: bytes) -> bytes:
    return _rewritten(data, lambda name, content: content, {"more": b"more"})


def _no_database(data: bytes) -> bytes:
    digest = sha256(b"words").hexdigest()
    return _rewritten(b"", lambda *_: None, {LIST: f"# bot-arena backup 1\n{digest}  a\n".encode(), "a": b"words"})


def _database_of_words(data: bytes) -> bytes:
    digest = sha256(b"words").hexdigest()
    return _rewritten(
        b"", lambda *_: None, {LIST: f"# bot-arena backup 1\n{digest}  {FILE}\n".encode(), FILE: b"words"}
    )


def _list_of_words(data: bytes) -> bytes:
    return _rewritten(data, lambda name, content: content.replace(b"  ladder", b" ladder") if name == LIST else content)


def _outside(data: bytes) -> bytes:
    return _rewritten(data, lambda name, content: content, {"../outside": b"more"})


def _later(data: bytes) -> bytes:
    return _rewritten(
        data, lambda name, content: content.replace(b"backup 1", b"backup 2") if name == LIST else content
    )


def _rewritten(
    data: bytes, change: Callable[[str, bytes], bytes | None], more: dict[str, bytes] | None = None
) -> bytes:
    files: dict[str, bytes] = {}
    if data:
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            for entry in tar:
                file = tar.extractfile(entry)
                assert file
                content = change(entry.name, file.read())
                files |= {} if content is None else {entry.name: content}
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as out:
        for name, content in (files | (more or {})).items():
            new = tarfile.TarInfo(name)
            new.size = len(content)
            out.addfile(new, io.BytesIO(content))
    return buffer.getvalue()


SPOILT: Final = {
    "ends in the middle": _cut,
    "has changed since the backup was made": _flipped,
    "is missing": _without_archive,
    "more has changed since the backup was made": _with_more,
    "the file ladder.db is missing": _no_database,
    "file is not a database": _database_of_words,
    "cannot be read": _list_of_words,
    "would be unpacked outside": _outside,
    "is not a tar": lambda data: b"words" * 200,
    "the file SHA256SUMS is missing": lambda data: gzip.decompress(bot()),
    "a later release": _later,
}


@pytest.mark.parametrize("sentence", SPOILT)
def test_what_is_no_whole_backup_makes_nothing(backup: Path, tmp_path: Path, sentence: str) -> None:
    backup.write_bytes(SPOILT[sentence](backup.read_bytes()))
    with pytest.raises(ArenaError, match=sentence) as refused:
        restore(backup, tmp_path / "again")
    assert refused.value.code == ("later-ladder" if sentence == "a later release" else "bad-backup")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.tar", "ladder"]


def test_tables_of_a_later_release_are_refused_before_anything_is_there(tmp_path: Path) -> None:
    Ladder(tmp_path / "ladder").close()
    base = FileBase(tmp_path / "ladder" / FILE)
    upgrade(base, later(tmp_path))
    base.close()
    made = back_up(tmp_path / "ladder", tmp_path / "backup.tar")
    with pytest.raises(ArenaError, match=r"backup\.tar was made by a later release") as refused:
        restore(made.path, tmp_path / "again")
    assert refused.value.code == "later-ladder"
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("CREATE TRIGGER t AFTER INSERT ON token BEGIN UPDATE person SET role = 'organiser'; END", "the trigger t"),
        ("CREATE VIEW v AS SELECT * FROM token", "the view v"),
        ("ALTER TABLE person ADD COLUMN more TEXT", "the columns of person"),
        ("CREATE TABLE more (a)", "the (table|columns of) more"),
        ("DROP TABLE alembic_version", "without tables"),
    ],
)
def test_a_database_that_no_release_has_made_is_refused(tmp_path: Path, statement: str, named: str) -> None:
    Ladder(tmp_path / "ladder").close()
    with closing(sqlite3.connect(tmp_path / "ladder" / FILE)) as there:
        there.execute(statement)
        there.commit()
    made = back_up(tmp_path / "ladder", tmp_path / "backup.tar")
    with pytest.raises(ArenaError, match=named) as refused:
        restore(made.path, tmp_path / "again")
    assert refused.value.code == "bad-backup"
    assert not (tmp_path / "again").exists()
