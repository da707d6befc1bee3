"""A match as a state machine that uses no clock, no socket and no thread."""

from arena.match.match import Match
from arena.match.record import Course, Entrant, Fault, FaultKind, Handover, MatchRecord, MatchSpec, Note, stood_in
from arena.match.replay import Step, replay

__all__ = [
    "Course",
    "Entrant",
    "Fault",
    "FaultKind",
    "Handover",
    "Match",
    "MatchRecord",
    "MatchSpec",
    "Note",
    "Step",
    "replay",
    "stood_in",
]
