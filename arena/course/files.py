"""The files of a course: tables that people write, and files that are whole at any time.

Rule 1: files are written beside those that are there, and take their places when all are safe on the disk: one after
the other, each whole. So what cannot be written leaves all that was there; who is killed in between has some of each.
Rule 2: what a stranger wrote cannot become a formula in a spreadsheet.
"""

import csv
import errno
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.files.reading import read_text
from arena.text import csv_cell

BESIDE: Final = ".new"
DELIMITERS: Final = (",", ";", "\t")
PRIVATE: Final = 0o600
SHARED: Final = 0o644


def read_table(path: Path, code: str) -> list[dict[str, str]]:
    """The rows of a CSV file by their headings, whatever sign parts its cells; raises ArenaError."""
    text = read_text(path, code)
    heading = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=heading.count)
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, restval="", strict=True)
        names = [name.strip() for name in reader.fieldnames or ()]
        twice = sorted({name for name in names if name and names.count(name) > 1})
        if twice:
            raise ArenaError(code, f"{path} has two columns {twice[0]!r}", "give each column a heading of its own")
        reader.fieldnames = names
        return [
            {name: row[name].strip() for name in names if name}
            for row in reader
            if any(isinstance(cell, str) and cell.strip() for cell in row.values())
        ]
    except csv.Error as error:
        raise ArenaError(code, f"{path} is no CSV: {error}", "save it as CSV from a spreadsheet") from error


def table_text(headings: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """Rows as CSV, with a heading, every text harmless."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    for row in rows:
        cells = [row.get(name, "") for name in headings]
        writer.writerow([csv_cell(cell) if isinstance(cell, str) else cell for cell in cells])
    return text.getvalue()


def write_whole(texts: Mapping[Path, str], mode: int = SHARED) -> None:
    """Writes files and makes folders for them; each is whole at any time, and none is changed before all are written.

    Raises ArenaError [not-written].
    """
    changed: list[str] = []
    beside: dict[Path, Path] = {}
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
            draft = path.with_name(f".{path.name}{BESIDE}")
            beside[draft] = path
            with suppress(FileNotFoundError):
                draft.unlink()
            file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
            with os.fdopen(file, "wb") as stream:
                stream.write(text.encode("utf-8", "surrogateescape"))
                stream.flush()
                os.fsync(stream.fileno())
        for draft, path in beside.items():
            draft.replace(path)
            changed.append(path.name)
    except OSError as error:
        kept = f"{', '.join(changed)} is changed already" if changed else "what was there is as it was"
        raise ArenaError(
            "not-written",
            f"{error.filename or path} cannot be written: {error.strerror}; {kept}",
            "make room there, or see that you may write to the course's folder",
        ) from error
    finally:
        for draft in beside:
            draft.unlink(missing_ok=True)
