"""Resources that the kernel counts by user: one sandbox takes as many as it can, and another sandbox of the same user
still gets enough.

If root runs the arena, each sandbox has a different user, so that sandboxes do not share these resources at all.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.sandbox.limits import PENDING_SIGNALS, Limits
from arena.sandbox.program import Program
from arena.sandbox.runtime import python_runtime
from tests.sandbox.boxes import boxed

FOLDER = Path(__file__).parent / "one_user"
FEW = 20
LIMITS = Limits()
PIPE_PAGES = 16


@contextmanager
def taking(most: int) -> Iterator[dict[str, int]]:
    """Runs a program in a sandbox. The program takes resources, and keeps them until the `with` block ends. Yields its
    numbers of signals, processes, pages of pipes, and watches of epoll objects, by name.

    `most`: the limit for signals, for processes, for pipes (at most 100) and for epoll objects (at most 250).
    """
    command = (sys.executable, "-I", "-S", str(FOLDER / "takes.py"), str(most))
    prepared = Box(Level.BOXED, LIMITS).prepared(Program(command, FOLDER, readable=tuple(python_runtime())))
    with subprocess.Popen(
        prepared.command,
        env=dict(prepared.environment),
        pass_fds=prepared.descriptors,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        prepared.close()
        assert process.stdout
        yield json.loads(process.stdout.readline())


@boxed
def test_in_a_box_nobody_takes_what_others_of_its_user_need() -> None:
    with taking(1_000_000) as most, taking(FEW) as few:
        assert most["signals"] <= PENDING_SIGNALS
        assert most["processes"] < LIMITS.processes
        assert few == {
            "signals": FEW,
            "processes": FEW,
            "pages": FEW * PIPE_PAGES,
            "watches": FEW * 2 * FEW,
        }
