"""Collects everything that students may see of a course as text, to search it for names."""

import sqlite3
import tarfile
import unicodedata
from contextlib import closing
from pathlib import Path

from arena.course.folder import Course
from leaderboards.store import Store
from tests.course.commands import done


def shown(course: Course) -> str:
    """Returns all text in the folder `public` of a course and in the course's public archive.

    It includes names of files, their bytes, all columns of databases, and unpacked records.
    """
    file = course.folder.with_name("public.tar.gz")
    done(course, "archive", str(file), "--public")
    with tarfile.open(file) as archive:
        texts = [repr(member.get_info()) for member in archive.getmembers()]
    public = course.folder / "public"
    for path in public.rglob("*"):
        if path.is_file():
            texts += [str(path.relative_to(public)), _text(path.read_bytes())]
            texts += _columns(path) if path.suffix == ".db" else []
    return folded("\n".join(texts))


def _columns(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as base:
        tables = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [row for table in tables for row in base.execute(f'SELECT * FROM "{table}"')]
    texts = [_text(value) if isinstance(value, bytes) else str(value) for row in rows for value in row]
    with closing(Store.open(path)) as store:
        texts += [repr(match) for match in store.matches()]
    return texts


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def folded(text: str) -> str:
    """Returns the text in lower case without accents."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in split if not unicodedata.combining(letter))
