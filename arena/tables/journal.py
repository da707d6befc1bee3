"""The journal of a table: a file with one event on each line, from which the table is restored after a restart of the
server.

Rule 1: an event is written to the journal before anybody learns of it. So if the server process is killed, the
restarted server still knows everything that people were told. A person's choice is confirmed only when it is on the
disk, so that it even survives a power failure.
Rule 2: each line ends with a mark, which is a hash of the line's event and of the mark before it. If the last line is
incomplete, it is removed, because nobody has learned of its event. Any other line whose mark is wrong counts as damage:
the table is not restored, and the file is left unchanged.
"""

import asyncio
import json
import os
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError
from arena.system.files import CLOSED, sync

MARK_BYTES: Final = 8
ENDING: Final = ".jsonl"
Event = dict[str, Any]


class Journal:
    """The journal of one table, open for adding events."""

    def __init__(self, path: Path, mark: bytes = b"", size: int = 0) -> None:
        """Opens a journal file for adding events; creates the file if it is missing.

        For an existing file, `mark` is the last mark of its complete lines, and `size` is their length in bytes; the
        rest of the file is cut off.
        """
        self.path = path
        self._mark = mark
        self._size = self._synced = size
        self._file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND | CLOSED, 0o600)
        self._syncing: asyncio.Task[None] | None = None
        try:
            os.ftruncate(self._file, size)
            if not size:
                sync(path.parent)
        except OSError:
            self.close()
            raise

    @classmethod
    def begin(cls, path: Path, *events: Event) -> "Journal":
        """Creates a journal with its first events. If the disk cannot store them, leaves no file and raises ArenaError
        [no-room].
        """
        journal = cls._opened(path)
        try:
            journal.add(*events)
        except ArenaError:
            journal.close()
            path.unlink()
            raise
        return journal

    @classmethod
    def reopen(cls, path: Path) -> tuple["Journal", list[Event]]:
        """Opens the existing journal of a table; returns the journal and its events. Raises ArenaError [damaged-table],
        [no-room].
        """
        mark, size, events = b"", 0, []
        for event, mark, size in read(path):  # noqa: B007  # the values of the last event are needed after the loop
            events.append(event)
        return cls._opened(path, mark, size), events

    @classmethod
    def _opened(cls, path: Path, mark: bytes = b"", size: int = 0) -> "Journal":
        try:
            return cls(path, mark, size)
        except OSError as error:
            raise _no_room(path, _why(error)) from error

    def add(self, *events: Event) -> None:
        """Writes these events; if that fails, writes none of them and raises ArenaError [no-room]."""
        data, mark = b"", self._mark
        for event in events:
            text = json.dumps(event, separators=(",", ":")).encode()
            mark = _mark(mark, text)
            data += text + b"\t" + mark + b"\n"
        why = _written(self._file, data)
        if why:
            os.ftruncate(self._file, self._size)
            raise _no_room(self.path, why)
        self._mark, self._size = mark, self._size + len(data)

    async def kept(self) -> None:
        """Waits until all events added so far are on the disk."""
        wanted = self._size
        while self._synced < wanted:
            self._syncing = self._syncing or asyncio.create_task(self._sync())
            await asyncio.shield(self._syncing)

    def close(self) -> None:
        """Closes the file; no event can be added afterwards."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    async def _sync(self) -> None:
        size = self._size
        try:
            if self._file >= 0:
                file = os.dup(self._file)
                try:
                    await asyncio.to_thread(os.fsync, file)
                finally:
                    os.close(file)
            self._synced = size
        finally:
            self._syncing = None


def journals(folder: Path) -> list[Path]:
    """Returns the journals in a folder. A journal without a complete first line is left out, because its table was
    never reported to anybody.
    """
    return [path for path in sorted(folder.glob(f"*{ENDING}")) if path.is_file() and _has_line(path)]


def set_aside(path: Path, folder: Path) -> None:
    """Moves the journal of a removed table to `folder`, which is made if it is missing; raises ArenaError [no-room]."""
    try:
        folder.mkdir(exist_ok=True)
        path.rename(folder / path.name)
    except OSError as error:
        raise _no_room(folder, _why(error)) from error


def read(path: Path) -> Iterator[tuple[Event, bytes, int]]:
    """Yields each event of a journal, the mark of its line, and the size in bytes of the file up to the end of this
    line. Leaves out an incomplete last line; raises ArenaError [damaged-table].
    """
    mark, size = b"", 0
    try:
        data = path.read_bytes()
    except OSError as error:
        raise damaged(path, f"the file cannot be read: {_why(error)}") from error
    for number, line in enumerate(data.splitlines(keepends=True), start=1):
        text, tab, rest = line.rpartition(b"\t")
        if not line.endswith(b"\n"):
            return  # the line was not written completely, so nobody has seen this event
        mark = _mark(mark, text)
        if not tab or rest != mark + b"\n":
            raise damaged(path, f"line {number} was changed after it was written")
        size += len(line)
        yield json.loads(text), mark, size


def damaged(path: Path, how: str) -> ArenaError:
    """Returns the ArenaError [damaged-table] for a journal from which no table can be restored.

    `how`: a description of the damage.
    """
    return ArenaError(
        "damaged-table",
        f"the table in {path} is damaged: {how}",
        "restore this file from a backup, or move the file to another folder; other tables do not need this file",
    )


def _has_line(path: Path) -> bool:
    """Returns whether a file has a complete first line; True also if the file cannot be read, because a later attempt
    to read it then reports the error.
    """
    try:
        with path.open("rb") as file:
            return file.readline().endswith(b"\n")
    except OSError:
        return True


def _no_room(path: Path, why: str) -> ArenaError:
    return ArenaError(
        "no-room",
        f"{path} cannot be written: {why}",
        "free space on the disk, or check that the server may write to this path; then try again",
    )


def _written(file: int, data: bytes) -> str:
    """Writes the data to a file; returns the reason if not all of it could be written, and otherwise an empty text."""
    try:
        return "" if os.write(file, data) == len(data) else "there is no room"
    except OSError as error:
        return _why(error)


def _why(error: OSError) -> str:
    return error.strerror or str(error)


def _mark(before: bytes, text: bytes) -> bytes:
    return blake2b(text, key=before, digest_size=MARK_BYTES).hexdigest().encode()
