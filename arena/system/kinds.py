"""The kind of this operating system, and the error for commands that need another system."""

import os
import platform
import sys
from typing import Final

from arena.errors import ArenaError

LINUX: Final = sys.platform == "linux"
FORKS: Final = hasattr(os, "fork")
"""Whether processes can fork, and have signals, groups and sessions; true on all systems but Windows."""
WAY: Final = "run the command on a Linux machine, or on Windows in WSL2 (install WSL2 with wsl --install)"


def demand_linux(what: str) -> None:
    """Raises ArenaError [needs-linux] if this system is not Linux; `what` names the feature that needs it."""
    if not LINUX:
        raise ArenaError("needs-linux", f"{what} needs Linux, but this machine runs {platform.system()}", WAY)
