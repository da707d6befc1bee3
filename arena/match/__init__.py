"""A match as a state machine: no clock, no socket, no thread."""

from arena.match.match import Match
from arena.match.record import Entrant, Fault, FaultKind, MatchRecord, MatchSpec, stood_in
from arena.match.replay import Step, replay

__all__ = ["Entrant", "Fault", "FaultKind", "Match", "MatchRecord", "MatchSpec", "Step", "replay", "stood_in"]
