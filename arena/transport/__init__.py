"""Bots as programs: their processes, their streams, their clocks, and the matches they play in."""

from arena.transport.assignments import Assignment, Finished
from arena.transport.clock import Clock
from arena.transport.host import Host
from arena.transport.process import Launch

__all__ = ["Assignment", "Clock", "Finished", "Host", "Launch"]
