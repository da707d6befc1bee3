"""Running a small command of the arena's own in a box, to see what the box does to it."""

import subprocess
import sys
from shutil import which
from typing import Final, NamedTuple

from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.sandbox.program import Program

LIMIT_S: Final = 10.0
"""How long such a command may take."""
SEES: Final = 'command -v -- "$1" > /dev/null || { echo "$1 cannot be seen in it" >&2; exit 1; }'
"""Ends with status 0 where a program is there and may be run."""


class Tried(NamedTuple):
    """How a command has ended."""

    status: int | None
    """Its exit status; None if it did not start or did not end in time."""
    output: str
    errors: str


def try_in(box: Box, program: Program) -> Tried:
    """Runs a program in a box to its end; what the system refuses to the arena is among the errors."""
    try:
        prepared = box.prepared(program)
    except OSError as error:
        return Tried(None, "", str(error))
    try:
        run = subprocess.run(  # noqa: S603  # the arena's own words
            prepared.command,
            env=dict(prepared.environment),
            cwd=prepared.folder,
            pass_fds=prepared.descriptors,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LIMIT_S,
            check=False,
            preexec_fn=prepared.group.enter if prepared.group else None,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Tried(None, "", str(error))
    finally:
        prepared.discard()
    return Tried(run.returncode, run.stdout, run.stderr)


def obstacle(box: Box, program: Program) -> str:
    """What in the box keeps a program from starting that could be started outside it; empty if nothing does.

    Nothing of the program is run, so a bot cannot bring this about.
    """
    command = program.command[0]
    if box.level is Level.NONE or not which(command):
        return ""
    checks = [("/bin/sh", "-c", SEES, "sees", command)]
    if command == sys.executable:
        checks.append((command, "-I", "-S", "-c", ""))
    for check in checks:
        tried = try_in(box, program.running(check))
        if tried.status != 0:
            return " ".join(tried.errors.split()) or f"{check[0]} ended with exit status {tried.status} in it"
    return ""
