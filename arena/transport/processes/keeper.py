"""Saves what a bot's process prints, in one file for each match.

Rule 1: whatever a bot prints, there is a limit for each file and for all files of a process together; if something was
left out, the file says so.
Rule 2: what is printed before the first match has a file for each start, because processes of a bot start side by side.
Rule 3: a file that cannot be written is a failure of the arena, and is reported once.
"""

import codecs
import os
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

from arena.system.files import CLOSED, NO_LINK
from arena.text import printable
from arena.transport.machine.shortage import arena_failure

MOST_BYTES: Final = 1 << 20
"""The most bytes in one file."""
MOST_BYTES_IN_ALL: Final = 1 << 28
"""The most bytes of all that one process prints."""
FULL: Final = (
    f"\n[no more is kept: {MOST_BYTES >> 20} MiB of a match, {MOST_BYTES_IN_ALL >> 20} MiB of a process]\n".encode()
)
BEFORE: Final = "start"
"""The name of the file for what is printed before the first match; files of later starts add a number."""
ENDING: Final = ".txt"
APPEND: Final = os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_LINK | CLOSED


class Keeper:
    """Keeps what one process of a bot prints."""

    def __init__(self, folder: Path, on_failure: Callable[[BaseException], None]) -> None:
        """`folder`: where the bot's output is kept; `on_failure`: called with the error if a file cannot be written."""
        self._folder = folder
        self._on_failure = on_failure
        self._failed = False
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._path: Path | None = None
        """The file of the present match; None before the first match."""
        self._file = -1
        self._room = MOST_BYTES
        """How many more bytes may be written to the present file."""
        self._room_in_all = MOST_BYTES_IN_ALL
        self._full = False
        """Whether the present file ends with the note that no more is kept."""

    def begin(self, match: bytes) -> None:
        """Writes what comes from now on to the file of the match with this id; removes the file of an earlier try."""
        self.close()
        self._path, self._room, self._full = self._folder / f"{match.hex()}{ENDING}", MOST_BYTES, False
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            self._fail(error)

    def write(self, chunk: bytes) -> None:
        """Appends `chunk` to the present file, as far as there is room."""
        self._keep(self._decoder.decode(chunk))

    def close(self) -> None:
        """Closes the present file; may be called again."""
        self._keep(self._decoder.decode(b"", final=True))
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _keep(self, printed: str) -> None:
        if not printed or self._full or self._failed:
            return
        text = printable(printed).encode()
        room = max(0, min(self._room, self._room_in_all))
        if len(text) > room:
            text = text[:room].decode("utf-8", "ignore").encode() + FULL
            self._full = True
        self._room -= len(text)
        self._room_in_all -= len(text)
        try:
            self._append(text)
        except OSError as error:
            self._fail(error)

    def _append(self, text: bytes) -> None:
        if self._file < 0:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self._path, APPEND, 0o644) if self._path else self._started()
        while text:
            text = text[os.write(self._file, text) :]

    def _started(self) -> int:
        """A descriptor of a new file for what is printed before the first match."""
        for number in count(1):
            name = BEFORE if number == 1 else f"{BEFORE}-{number}"
            try:
                return os.open(self._folder / f"{name}{ENDING}", APPEND | os.O_EXCL, 0o644)
            except FileExistsError:
                continue
        raise AssertionError  # numbers do not end

    def _fail(self, error: OSError) -> None:
        self._failed = True
        self._on_failure(arena_failure(error, f"when it kept what bots print in {self._folder}"))
