"""Tests that output to a terminal is written to the raw stream that Python opened for it. On Windows, Python opens a
special raw stream for a console.
"""

import io
import sys

import pytest

from arena.cli.terminal.streams import guard_streams


class Console(io.RawIOBase):
    """A raw stream that counts as a terminal and stores everything that is written to it."""

    def __init__(self) -> None:
        self.written = b""

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1

    def isatty(self) -> bool:
        return True

    def write(self, content: object, /) -> int:
        assert isinstance(content, bytes | memoryview)
        self.written += bytes(content)
        return len(content)


@pytest.mark.parametrize("name", ["stdout", "stderr"])
@pytest.mark.parametrize("buffered", [True, False])
def test_a_stream_writes_by_what_python_has_below_it(
    monkeypatch: pytest.MonkeyPatch, name: str, buffered: bool
) -> None:
    console = Console()
    below = io.BufferedWriter(console) if buffered else console
    # Python itself wraps a raw stream like this
    stream = io.TextIOWrapper(below, encoding="utf-8", write_through=not buffered)  # type: ignore[type-var]
    monkeypatch.setattr(sys, name, stream)
    monkeypatch.setattr(sys, f"__{name}__", stream)
    guard_streams()
    print("\N{INFINITY}", file=getattr(sys, name), flush=True)
    assert console.written.decode().split() == ["\N{INFINITY}"]
