"""Confines a bot's program without namespaces: the arena starts `landlock.py`, which confines itself and then becomes
the program.
"""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from arena.sandbox.bubblewrap import SETTINGS
from arena.sandbox.kernel import landlock
from arena.sandbox.kernel.counted import by_name
from arena.sandbox.kernel.seccomp import seccomp_filter
from arena.sandbox.limits import Limits
from arena.sandbox.program import Prepared, Program, in_memory, outermost
from arena.sandbox.runtime import SYSTEM

READABLE: Final = (*SYSTEM, *SETTINGS, "/etc/passwd", "/proc", "/sys/devices/system/cpu", "/dev/urandom", "/dev/zero")
WRITABLE: Final = ("/dev/null",)
PASSABLE: Final = 0o011


def prepared(program: Program, limits: Limits, user: int | None) -> Prepared:
    """Returns the command that runs `program` confined by Landlock. `user`: the user id that the program gets; None for
    the user id of this process.
    """
    counted = by_name(limits)
    if user is None:  # RLIMIT_NPROC would also count other programs of this user
        del counted["RLIMIT_NPROC"]
    own = outermost([program.folder, *program.readable])
    if user is not None:
        for path in (program.folder, *program.sockets, *program.scratch):
            _let_pass(path)
        for path in program.scratch:
            os.chown(path, user, user)
    orders = {
        "command": program.command,
        "environment": dict(program.environment),
        "folder": str(program.folder),
        "readable": [*READABLE, *map(str, own)],
        "writable": [*WRITABLE, *map(str, (*program.sockets, *program.scratch))],
        "limits": counted,
        "filter": seccomp_filter(internet=program.network, locks=program.builds).hex(),
        "network": program.network,
        "user": user,
    }
    descriptor = in_memory("orders", json.dumps(orders).encode())
    command = (sys.executable, "-I", "-S", str(Path(landlock.__file__)), str(descriptor))
    return Prepared(command, (("PATH", os.defpath),), Path("/"), (descriptor,))


def _let_pass(path: Path) -> None:
    """Allows every user to pass through the temporary folders above `path`, but not to list them."""
    temporary = Path(tempfile.gettempdir())
    for folder in path.parents:
        if folder != temporary and folder.is_relative_to(temporary):
            folder.chmod(folder.stat().st_mode | PASSABLE)
