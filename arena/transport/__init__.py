"""Bots as programs: their processes, their streams, their clocks, and the matches they play in."""

from arena.transport.clocks.clock import Clock
from arena.transport.host import Host
from arena.transport.matches.assignments import Assignment, Finished
from arena.transport.processes.process import Launch

__all__ = ["Assignment", "Clock", "Finished", "Host", "Launch"]
