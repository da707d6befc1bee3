"""Plays a match again from its record, to test whether the record can be true.

The bots' choices are taken from the record. Everything else is computed again: the legal actions, the result, and the
random actions of forfeited seats. For each fault, the rerun checks whether the bot could commit it at that point.
"""

from typing import Any, Final, NamedTuple

from arena.games.contract import Game
from arena.match.match import Match
from arena.match.record import Fault, FaultKind, Handover, MatchRecord

IN_TURN: Final = (FaultKind.TIMEOUT, FaultKind.ILLEGAL_ACTION)
"""The kinds of faults that a bot can commit only when its seat has the turn."""


class Difference(NamedTuple):
    """A part of a record that differs from the value that follows from the rules."""

    part: str
    expected: str
    there: str


def rerun(record: MatchRecord, game: Game[Any, Any]) -> list[Difference]:
    """Plays a match again from its record, and returns the differing parts of the record; empty if the record can be
    true.
    """
    match = Match(record.spec, game)
    faults, handovers = list(record.faults), list(record.handovers)
    while match.actor is not None:
        count = len(match.actions)
        while handovers and handovers[0].action_count == count:
            handover = handovers.pop(0)
            match.hand_over(handover.seat, handover.player, handover.detail)
        if faults and faults[0].action_count == count:
            fault = faults.pop(0)
            if not _possible(fault, match):
                return [Difference("faults", f"one that seat {match.actor} or another can make", _fault_text(fault))]
            match.fault(fault.seat, fault.kind, fault.detail, fault.output)
        elif count >= len(record.actions):
            return [Difference("actions", f"more, for seat {match.actor} must act", f"{count} actions")]
        elif not match.choose(record.actions[count]):
            legal = ", ".join(map(str, match.legal))
            return [Difference(f"action {count}", f"one of {legal}", str(record.actions[count]))]
    return _differences(match.record(), record)


def _possible(fault: Fault, match: Match) -> bool:
    """Returns whether the bot of the fault's seat could commit this fault at this point of the match."""
    if fault.seat not in range(len(match.spec.entrants)):
        return False
    return fault.kind not in IN_TURN or fault.seat == match.actor


def _differences(again: MatchRecord, record: MatchRecord) -> list[Difference]:
    found = []
    for number, (must, there) in enumerate(zip(again.actions, record.actions, strict=False)):
        if must != there:
            found.append(Difference(f"action {number}", f"{must}, which the stand-in chose", str(there)))
            break
    if len(again.actions) != len(record.actions):
        found.append(Difference("actions", f"{len(again.actions)} actions", f"{len(record.actions)}"))
    if again.faults != record.faults:
        found.append(Difference("faults", _fault_texts(again.faults), _fault_texts(record.faults)))
    if again.handovers != record.handovers:
        found.append(Difference("handovers", _handover_texts(again.handovers), _handover_texts(record.handovers)))
    if record.opening not in (None, again.opening):
        found.append(Difference("opening", str(again.opening), str(record.opening)))
    if again.scores != record.scores:
        found.append(Difference("scores", str(again.scores), str(record.scores)))
    if again.ranks != record.ranks:
        found.append(Difference("ranks", str(again.ranks), str(record.ranks)))
    return found


def _handover_texts(handovers: tuple[Handover, ...]) -> str:
    return "; ".join(f"of seat {one.seat} after {one.action_count} actions" for one in handovers) or "none"


def _fault_texts(faults: tuple[Fault, ...]) -> str:
    return "; ".join(map(_fault_text, faults)) or "none"


def _fault_text(fault: Fault) -> str:
    return f"{fault.kind.name.lower()} of seat {fault.seat} after {fault.action_count} actions"
