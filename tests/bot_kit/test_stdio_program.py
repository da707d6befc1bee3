"""Tests of running a program that reads and writes lines: sending a line never blocks, and the program ends together
with all processes that it started.
"""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

import pytest

from arena.bot.program import MOST_LINE_BYTES, Program
from tests.end_to_end.processes import alive, until

PATIENCE_S = 20.0


def sh(script: str) -> Program:
    return Program(("sh", "-c", script))


def pids_in(file: Path, count: int) -> list[int]:
    """Returns the process ids that a program writes to a file; waits until `count` of them are in the file."""
    until(lambda: file.exists() and file.read_text().count("\n") == count, f"{count} processes have started")
    return [int(pid) for pid in file.read_text().split()]


def assert_gone(pids: Sequence[int]) -> None:
    until(lambda: not any(map(alive, pids)), "all have ended")


def test_lines_go_in_and_come_out() -> None:
    with sh("cat") as program:
        program.send(b"one\n")
        lines = program.lines()
        assert next(lines) == b"one"
        program.send(b"\ntwo\n")
        program.leave(PATIENCE_S)
        assert list(lines) == [b"", b"two"]


def test_a_last_line_needs_no_end() -> None:
    with sh("printf 'one\\ntwo'") as program:
        assert list(program.lines()) == [b"one", b"two"]


def test_a_line_without_end_is_cut() -> None:
    with sh("tr '\\0' x < /dev/zero") as program:
        line = next(program.lines())
    assert MOST_LINE_BYTES < len(line) < 2 * MOST_LINE_BYTES


@pytest.mark.parametrize("script", ["sleep 60", "exec <&-; sleep 60", "true", "yes"])
def test_sending_never_waits(script: str) -> None:
    with sh(script) as program:
        started = time.monotonic()
        for _ in range(100):
            program.send(b"x" * 99_999 + b"\n")
        program.leave(0.1)
        assert time.monotonic() - started < PATIENCE_S / 2


def test_how_it_ended_is_told() -> None:
    with sh("exit 3") as program:
        assert program.wait() == "exit status 3"
    with sh("kill -s KILL $$") as program:
        assert program.wait() == "signal 9"


def test_leaving_it_is_as_patient_as_it_is_told_to_be() -> None:
    with sh("read -r line; exec sleep 60") as program:
        started = time.monotonic()
        program.leave(0.2)
        assert 0.2 <= time.monotonic() - started < PATIENCE_S / 2
    with sh("read -r line; exit 5") as program:
        program.leave(PATIENCE_S)
        assert program.wait() == "exit status 5"


def test_all_it_started_ends_with_it(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    with sh(f"trap '' TERM; sleep 60 & echo $! >> {file}; (sleep 60 & echo $! >> {file}); echo $$ >> {file}; sleep 60"):
        pids = pids_in(file, 3)
    assert_gone(pids)


def test_it_ends_even_where_it_has_left_the_group(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    with Program(("setsid", "sh", "-c", f"echo $$ > {file}; exec sleep 60")):
        pids = pids_in(file, 1)
    assert_gone(pids)


def test_it_is_in_the_session_it_was_started_in() -> None:
    with sh("ps -o sid= -p $$ 2>/dev/null || cut -d' ' -f6 /proc/$$/stat") as program:
        assert int(next(program.lines())) == os.getsid(0)


def test_there_must_be_such_a_program() -> None:
    with pytest.raises(FileNotFoundError):
        Program(("no-such-program",))


def test_what_is_printed_is_heard_while_nothing_is_read() -> None:
    """Tests that nothing hangs and no data is lost if a program's input and output each exceed a pipe's capacity."""
    count = 200_000
    with sh("i=0; while [ $i -lt 2000 ]; do printf '%0100d\\n' $i; i=$((i + 1)); done; wc -c") as program:
        writer = Thread(target=lambda: program.send(b"x" * count + b"\n"))
        writer.start()
        writer.join(PATIENCE_S)
        assert not writer.is_alive()
        lines = program.lines()
        assert [int(next(lines)) for _ in range(2000)] == list(range(2000))
        program.leave(PATIENCE_S)
        assert int(next(lines)) == count + 1
