"""Standard output and standard error that never end a command with a traceback, even if they cannot be written.

Rule 1: if standard output cannot be written, the command fails with a sentence. The exception: if standard output is a
pipe whose reader has ended, as with `arena results | head`, the rest of the output is discarded, and the command
finishes its work with the exit status that it would otherwise have.
Rule 2: text that cannot be written to standard error is discarded, and the command continues.
Rule 3: letters that the stream's encoding lacks are written as escapes.
Rule 4: on a terminal, names written from right to left do not change the order of the text next to them. Files and
pipes receive names unchanged, because people copy names from there.
"""

import io
import os
import sys
from typing import TYPE_CHECKING, Any, Final, TextIO

from arena.errors import ArenaError
from arena.text import with_isolated_words

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

ERRORS: Final = 2


class _Below(io.RawIOBase):
    """A stream that passes its output to `raw`, the raw stream of standard output or of standard error."""

    def __init__(self, raw: io.RawIOBase) -> None:
        self._raw = raw

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw.isatty()

    def write(self, content: "ReadableBuffer", /) -> int:
        return self._raw.write(content) or 0


class _Output(_Below):
    """Standard output. After the first error, further output is discarded without another error."""

    _lost = False

    def is_heard(self) -> bool:
        """Returns whether output still reaches a reader; False after the first error."""
        return not self._lost

    def write(self, content: "ReadableBuffer", /) -> int:
        assert isinstance(content, bytes | bytearray | memoryview)
        if self._lost:
            return len(content)
        try:
            return super().write(content)
        except BrokenPipeError:
            self._lost = True
            return len(content)
        except OSError as error:
            self._lost = True
            raise ArenaError(
                "no-output",
                f"standard output cannot be written: {error.strerror}",
                "free space on the disk, or redirect the output to a file on another disk, then run the same command "
                "again; matches that were already stored are kept",
            ) from error


class _Errors(_Below):
    """Standard error. Text that cannot be written to it is discarded without an error."""

    def write(self, content: "ReadableBuffer", /) -> int:
        assert isinstance(content, bytes | bytearray | memoryview)
        try:
            return super().write(content)
        except OSError:
            return len(content)


class _Terminal(io.TextIOWrapper):
    """A stream on a terminal, in which right-to-left words do not change the order of other text."""

    def write(self, text: str, /) -> int:
        super().write(with_isolated_words(text))
        return len(text)


def guard_streams() -> None:
    """Replaces standard output and standard error by streams of this module, unless they were replaced already."""
    if sys.stdin is None:
        _stand_in(os.O_RDONLY)
    if sys.stdout is sys.__stdout__:
        sys.stdout = _text(_Output(_below(sys.stdout, os.O_RDONLY)), sys.stdout)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _text(_Errors(_below(sys.stderr, os.O_WRONLY)), sys.stderr)


def output_is_heard() -> bool:
    """Returns whether a program or person still reads standard output. If not, a command may stop long output early."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return not isinstance(raw, _Output) or raw.is_heard()


def _below(stream: TextIO | None, mode: int) -> io.RawIOBase:
    """Returns the raw stream below a standard stream; if the standard stream is None, a new stream to the null device.

    `mode`: the flags for opening the null device.
    """
    if stream is None:
        return io.FileIO(_stand_in(mode), "w", closefd=False)
    buffer: Any = stream.buffer
    below: io.RawIOBase = getattr(buffer, "raw", buffer)  # with python -u there is no buffer around the raw stream
    return below


def _stand_in(mode: int) -> int:
    """Opens the null device at the lowest free descriptor, which child processes inherit; returns the descriptor.

    `mode`: the flags for `os.open`.
    """
    descriptor = os.open(os.devnull, mode)
    os.set_inheritable(descriptor, True)
    return descriptor


def _text(raw: _Below, like: TextIO | None) -> TextIO:
    buffered = like.line_buffering if isinstance(like, io.TextIOWrapper) else False
    return (_Terminal if raw.isatty() else io.TextIOWrapper)(
        io.BufferedWriter(raw),
        encoding=like.encoding if like else "utf-8",
        errors="backslashreplace",
        line_buffering=buffered,
        write_through=raw.fileno() == ERRORS,
    )
