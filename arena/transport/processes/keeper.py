"""Saves the output of a bot's process, in one file for each match.

Rule 1: the size of each file is limited, and so is the total size of all files of one process. A file from which output
was left out for this reason ends with a note that says so.
Rule 2: the output of a process before its first match goes to a file that no other process writes to, because several
processes of the same bot may start at the same time.
Rule 3: if a file cannot be written, that is a failure of the arena, which is reported once for each process.
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
"""The most bytes of output that are stored in one file."""
MOST_BYTES_IN_ALL: Final = 1 << 28
"""The most bytes of output that are stored for one process, in all files together."""
FULL: Final = (
    f"\n[no more is kept: {MOST_BYTES >> 20} MiB of a match, {MOST_BYTES_IN_ALL >> 20} MiB of a process]\n".encode()
)
BEFORE: Final = "start"
"""The name, without `ENDING`, of the file with a process's output before its first match. If the file exists already,
the name gets a number, such as "start-2".
"""
ENDING: Final = ".txt"
APPEND: Final = os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_LINK | CLOSED


class Keeper:
    """Stores the output of one process of a bot."""

    def __init__(self, folder: Path, on_failure: Callable[[BaseException], None]) -> None:
        """`folder`: the folder for the bot's output. `on_failure`: called with the error if a file cannot be
        written.
        """
        self._folder = folder
        self._on_failure = on_failure
        self._failed = False
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._path: Path | None = None
        """The path of the present match's file; None before the first match."""
        self._file = -1
        self._room = MOST_BYTES
        """How many more bytes MOST_BYTES allows in the present file."""
        self._room_in_all = MOST_BYTES_IN_ALL
        self._full = False
        """Whether the present file already ends with the note that no more output is kept."""

    def begin(self, match: bytes) -> None:
        """From now on writes output to the file of the match with this id; removes the file of an earlier attempt at
        the match.
        """
        self.close()
        self._path, self._room, self._full = self._folder / f"{match.hex()}{ENDING}", MOST_BYTES, False
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            self._fail(error)

    def write(self, chunk: bytes) -> None:
        """Appends `chunk` to the present file; leaves out what exceeds MOST_BYTES or MOST_BYTES_IN_ALL."""
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
        """Opens a new file for the output before the first match, and returns its descriptor."""
        for number in count(1):
            name = BEFORE if number == 1 else f"{BEFORE}-{number}"
            try:
                return os.open(self._folder / f"{name}{ENDING}", APPEND | os.O_EXCL, 0o644)
            except FileExistsError:
                continue
        raise AssertionError  # `count` never ends

    def _fail(self, error: OSError) -> None:
        self._failed = True
        self._on_failure(arena_failure(error, f"when it stored the output of bots in {self._folder}"))
