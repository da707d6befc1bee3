"""Bots as programs: their processes, their streams, their clocks, and the matches they play in."""

from arena.transport.clocks.clock import Clock
from arena.transport.crew.guest import Guest
from arena.transport.host import Host
from arena.transport.matches.assignments import Assignment, Finished
from arena.transport.processes.process import Launch
from arena.transport.streams.line import Line

__all__ = ["Assignment", "Clock", "Finished", "Guest", "Host", "Launch", "Line"]
