"""The playing of matches between programs: the bots' processes, their streams and clocks, and the matches.

Each name is imported only at its first use, so that reading a manifest or a league does not load gRPC.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from arena.transport.clocks.clock import Clock
    from arena.transport.crew.guest import Guest
    from arena.transport.host import Host
    from arena.transport.matches.assignments import Assignment, Finished
    from arena.transport.processes.launch import Launch
    from arena.transport.streams.line import Line

__all__ = ["Assignment", "Clock", "Finished", "Guest", "Host", "Launch", "Line"]
_MODULES: Final = {
    "Assignment": "matches.assignments",
    "Clock": "clocks.clock",
    "Finished": "matches.assignments",
    "Guest": "crew.guest",
    "Host": "host",
    "Launch": "processes.launch",
    "Line": "streams.line",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
