"""Bots as programs: their processes, their streams, their clocks, and the matches they play in."""

from arena.transport.clock import Clock
from arena.transport.host import Assignment, Finished, Host
from arena.transport.process import Launch

__all__ = ["Assignment", "Clock", "Finished", "Host", "Launch"]
