"""Runs the arena's own Python code in another process, so that a crash does not end this process."""

import signal
import subprocess
import sys
from typing import Final, NamedTuple

LIMITED: Final = """
import sys
code, longest, count, *rest = sys.argv[1:]
sys.path[:] = rest[int(count):]
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (int(longest), int(longest) + 1))
except ModuleNotFoundError:  # there are no limits here
    pass
exec(code, {"arguments": rest[:int(count)]})
"""


class Killed(NamedTuple):
    """The report that a signal ended a process."""

    signal: str
    """The name of the signal; `SIGXCPU` if the process used too much processor time."""
    said: str
    """The last line of the process's standard error, unchanged."""


def run_apart(code: str, *arguments: str, longest_s: int) -> Killed | None:
    """Runs Python code in another process, with `arguments`. Returns the signal that ended the process; None if no
    signal ended it.

    `longest_s`: the most processor time, in seconds, that the process may use.
    """
    command = [sys.executable, "-I", "-c", LIMITED, code, str(longest_s), str(len(arguments)), *arguments, *sys.path]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)  # noqa: S603  # our own
    if ended.returncode >= 0:
        return None
    said = ended.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return Killed(signal.Signals(-ended.returncode).name, said)
