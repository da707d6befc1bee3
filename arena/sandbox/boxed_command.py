"""Runs a small command in a box, and returns its output and its exit status."""

import os
import re
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import Final, NamedTuple

from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.sandbox.program import Prepared, Program
from arena.sandbox.runtime import PYTHON
from arena.system.processes.children import forget, start_own

LIMIT_S: Final = 10.0
"""The default limit in seconds on the time of a command in a box."""
LOOK_S: Final = 0.002
ASKED_S: Final = 60.0
"""The limit in seconds on the time of a command that tests a box during matches. It is long because the matches may
occupy all processors.
"""
BY_SIGNAL: Final = 128
"""The largest exit status of a program that ended by itself; a shell reports a larger status if a signal ended the
program.
"""
FIRST: Final = re.compile(rb'"child-pid": (\d+)')
"""Matches the part of bubblewrap's report with the number of the first process inside the box."""
MOST_STATUS: Final = 4_096
FOR_OTHERS: Final = 0o001
SEES: Final = 'command -v -- "$1" > /dev/null || { echo "$1 cannot be seen in it" >&2; exit 1; }'
"""A shell script that exits with 0 if the program $1 exists and may be run, else with 1 and a message."""


class Tried(NamedTuple):
    """The result of a command: its exit status and its output."""

    status: int
    """The exit status, or the negative number of the signal that ended the command."""
    output: str
    errors: str


def try_in(box: Box, program: Program, limit_s: float = LIMIT_S) -> Tried:
    """Runs a program in a box to its end, and returns its result.

    Raises OSError if the program or its box cannot be started. Raises TimeoutError, which is an OSError, if the program
    takes longer than `limit_s` seconds.
    """
    prepared = box.prepared(program)
    try:
        process = start_own(
            lambda: subprocess.Popen(  # noqa: S603  # the arena's own command
                prepared.command,
                env=dict(prepared.environment),
                cwd=prepared.folder,
                pass_fds=prepared.descriptors,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                preexec_fn=prepared.group.enter if prepared.group else None,  # noqa: PLW1509  # the function only writes one byte
            )
        )
        with process:
            try:
                output, errors = process.communicate(timeout=limit_s)
            finally:
                process.kill()
                process.wait()
                forget(process.pid)
                _wait_for_first(prepared)
    except subprocess.TimeoutExpired as error:
        raise TimeoutError(f"{program.command[0]} did not end within {limit_s:g} s in a box") from error
    except subprocess.SubprocessError as error:
        raise OSError("the group of a box could not be entered") from error
    finally:
        prepared.discard()
    return Tried(process.returncode, *(text.decode("utf-8", "replace") for text in (output, errors)))


def _wait_for_first(prepared: Prepared) -> None:
    """Waits up to LIMIT_S seconds for the end of the first process inside a box, if this process has inherited it.

    Bubblewrap consists of an outer process and the first process inside the box. If the outer process ends first, this
    process inherits the inner one.
    """
    found = FIRST.search(os.pread(prepared.status, MOST_STATUS, 0)) if prepared.status is not None else None
    until_s = time.monotonic() + LIMIT_S
    with suppress(ChildProcessError):  # this process has not inherited the inner one
        while found and not os.waitpid(int(found[1]), os.WNOHANG)[0] and time.monotonic() < until_s:
            time.sleep(LOOK_S)


def obstacle(box: Box, program: Program) -> str:
    """Returns the reason why the box prevents the start of a program, in words; empty if there is no such reason.

    Runs no code of the bot, so a bot cannot influence the result. Tests nothing and returns an empty text if the box
    does not confine, if the program does not exist outside the box, or if not every user may run the program. Raises
    OSError if the test cannot be completed.
    """
    command = program.command[0]
    there = which(command)
    if box.level is Level.NONE or not there or not Path(there).stat().st_mode & FOR_OTHERS:
        return ""
    checks = [("/bin/sh", "-c", SEES, "sees", command)]
    if command == PYTHON:
        checks.append((command, "-I", "-S", "-c", ""))
    for check in checks:
        tried = try_in(box, program.running(check), ASKED_S)
        if tried.status < 0 or tried.status > BY_SIGNAL:
            raise OSError(f"{check[0]} was ended by a signal in a box")
        if tried.status:
            return " ".join(tried.errors.split()) or f"{check[0]} ended with exit status {tried.status} in it"
    return ""
