"""A match in progress. The code that runs the match, called the driver, reads which seat must choose, and reports the
choices and faults of bots.

Rule 1: the match has no clock; the driver reports a bot's choices and faults without times.
Rule 2: a seat forfeits the match with its first fault. From then on a stand-in plays the seat, so that the other bots
can finish the match. The stand-in chooses uniformly at random among the legal actions, from the seed of the deal.
Rule 3: a seat that has not forfeited may be given to another player. This changes nothing in the match except the
player of the seat's later actions.
"""

import copy
from collections import deque
from collections.abc import Sequence
from typing import Any

from arena.errors import ArenaError
from arena.games.chance import Chance
from arena.games.contract import Game
from arena.games.outside.fault import GameFault
from arena.match.record import (
    MOST_NOTE,
    MOST_NOTES,
    Course,
    Entrant,
    Fault,
    FaultKind,
    Handover,
    MatchRecord,
    MatchSpec,
    Note,
)


class Match:
    """A match from its deal to its record; `actor` is the seat that must choose now, and `legal` has its legal
    actions.
    """

    __slots__ = (
        "_noted",
        "_notes",
        "actions",
        "actor",
        "faults",
        "forfeited",
        "game",
        "handovers",
        "legal",
        "spec",
        "state",
    )

    def __init__(self, spec: MatchSpec, game: Game[Any, Any]) -> None:
        self.spec = spec
        self.game = game
        self.actions: list[int] = []
        self.faults: list[Fault] = []
        self.handovers: list[Handover] = []
        self.forfeited: set[int] = set()
        self._notes: dict[int, str] = {}
        """The notes on actions, by the action's number. Notes change nothing in the match, and are not part of the
        record.
        """
        self._noted: dict[int, int] = {}
        """The number of characters in the stored notes so far, by seat."""
        try:
            self.state = game.deal(len(spec.entrants), spec.edition, Chance(spec.deal))
            """The present state; the match may change this object in place."""
            self.actor = game.actor(self.state)
            """The seat that must choose now; None when the match is over."""
            self.legal: tuple[int, ...] = game.legal_actions(self.state)
            """The actor's legal actions, in ascending order; empty when the match is over."""
        except GameFault as fault:
            raise self._told(fault) from fault

    def snapshot(self) -> Any:  # noqa: ANN401  # each game has its own type of state
        """Returns a copy of the state. The copy does not change when the match continues."""
        return copy.copy(self.state)

    def view(self, seat: int) -> Any:  # noqa: ANN401  # each game has its own type of view
        """Returns the view of `seat`: all information that the seat may have now."""
        try:
            return self.game.view(self.state, seat)
        except GameFault as fault:
            raise self._told(fault) from fault

    def waiting(self) -> Sequence[tuple[int, tuple[int, ...]]]:
        """Returns the seats that must choose now, each with its legal actions; in this class this is only the actor."""
        return () if self.actor is None else ((self.actor, self.legal),)

    def chosen(self) -> Sequence[int]:
        """Returns the seats that have chosen while other seats are still choosing; in this class there are none,
        because one seat chooses at a time.
        """
        return ()

    def legal_of(self, seat: int) -> tuple[int, ...]:
        """Returns the legal actions of a seat that must choose; empty for any other seat."""
        return self.legal if seat == self.actor else ()

    def names_of(self, seat: int) -> list[str]:  # noqa: ARG002  # only AtOnce needs the seat
        """Returns the names of the actor's legal actions, in order; `seat` must be the actor."""
        return self._names(self.state, self.legal)

    def number_of(self, seat: int) -> int:  # noqa: ARG002  # only AtOnce needs the seat
        """Returns the number of the match's next action, from 0; ignores `seat`."""
        return len(self.actions)

    def choose_for(self, seat: int, action: int) -> bool:
        """Takes `action` as the choice of `seat`, which must be the actor. Returns False if the action is not legal."""
        assert seat == self.actor
        return self.choose(action)

    def choose(self, action: int) -> bool:
        """Takes `action` as the actor's choice. Returns False if the action is not legal; the driver must then report a
        fault.
        """
        if action not in self.legal:
            return False
        self._take(action)
        if self.forfeited:
            self._stand_in()
        return True

    def note(self, seat: int, text: str) -> None:
        """Stores a bot's note on the next choice of `seat`, as one line. Cuts it to MOST_NOTE characters, and to what
        is left of the seat's MOST_NOTES characters for the whole match.
        """
        noted = self._noted.get(seat, 0)
        if line := " ".join(text.split())[: min(MOST_NOTE, MOST_NOTES - noted)]:
            self._notes[self.number_of(seat)] = line
            self._noted[seat] = noted + len(line)

    def notes(self) -> tuple[Note, ...]:
        """Returns the stored notes of all bots, in the order of the actions. A bot's later note on the same action
        replaces the earlier one.
        """
        return tuple([Note(*one) for one in sorted(self._notes.items())])

    def fault(self, seat: int, kind: FaultKind, detail: str, output: str = "") -> None:
        """Makes `seat` forfeit the match because of its bot's fault. Does nothing if the seat has forfeited already or
        the match is over.
        """
        if self._in_play(seat):
            self.faults.append(Fault(seat, kind, len(self.actions), detail, output))
            self.forfeited.add(seat)
            self._stand_in()

    def hand_over(self, seat: int, player: Entrant, detail: str) -> None:
        """Gives `seat` to `player` from now on, unless the seat has forfeited or the match is over."""
        if self._in_play(seat):
            self.handovers.append(Handover(seat, len(self.actions), player, detail))
            if seat == self.actor:
                self._notes.pop(len(self.actions), None)  # a note of the previous player

    def course(self) -> Course:
        """Returns the actions, faults and changes of players so far."""
        return Course(tuple(self.actions), tuple(self.faults), tuple(self.handovers))

    def go_on(self, course: Course) -> None:
        """Continues a newly dealt match to the point that another match with the same deal had reached; `course` has
        that match's actions, faults and changes of players.

        If the course ends where a stand-in must act, the stand-in acts. Raises ArenaError [bad-record] if no match with
        this deal can have this course.
        """
        faults, handovers = deque(course.faults), deque(course.handovers)
        while (count := len(self.actions)) <= len(course.actions):
            while handovers and handovers[0].action_count == count:
                handover = handovers.popleft()
                self.hand_over(handover.seat, handover.player, handover.detail)
            if faults and faults[0].action_count == count:
                fault = faults.popleft()
                self.fault(fault.seat, fault.kind, fault.detail, fault.output)
            elif count == len(course.actions) or not self.choose(course.actions[count]):
                break
        actions = tuple(self.actions[: len(course.actions)])
        if (actions, tuple(self.faults), tuple(self.handovers)) != (course.actions, course.faults, course.handovers):
            raise ArenaError(
                "bad-record",
                f"match {self.spec.id.hex()} cannot be continued: its record does not follow the rules after action "
                f"{len(actions)}",
                "restore the record from a backup, or use the release of the arena that began the match",
            )

    def record(self) -> MatchRecord:
        """Returns the record of the finished match; may be called only when `actor` is None."""
        assert self.actor is None
        try:
            scores, merits = tuple(self.game.scores(self.state)), self.game.merits(self.state)
        except GameFault as fault:
            raise self._told(fault) from fault
        ranks = ranks_of(merits, frozenset(self.forfeited))
        course = self.course()
        opening = self.game.opening(self.state)
        return MatchRecord(self.spec, course.actions, course.faults, scores, ranks, course.handovers, opening)

    def _in_play(self, seat: int) -> bool:
        return self.actor is not None and 0 <= seat < len(self.spec.entrants) and seat not in self.forfeited

    def _take(self, action: int) -> None:
        game = self.game
        self.actions.append(action)
        try:
            self.state = game.take(self.state, action)
            self.actor = game.actor(self.state)
            self.legal = game.legal_actions(self.state)
        except GameFault as fault:
            raise self._told(fault) from fault

    def _names(self, state: Any, legal: Sequence[int]) -> list[str]:  # noqa: ANN401  # each game has its own type of state
        try:
            return [self.game.action_name(state, action) for action in legal]
        except GameFault as fault:
            raise self._told(fault) from fault

    def _told(self, fault: GameFault) -> GameFault:
        """Returns the same fault with a message that also names the match, its deal and the number of actions so far.
        If known, the message also names the file and line of the game's faulty method.
        """
        return fault.at(getattr(self.game, "written", self.game)).during(
            self.spec.id.hex(), self.spec.deal.hex(), len(self.actions)
        )

    def _stand_in(self) -> None:
        """Takes random legal actions as long as the actor is a seat that has forfeited."""
        chance = Chance(self.spec.deal)
        while self.actor in self.forfeited:
            self._take(chance.pick("stand-in", len(self.actions), self.legal))


def ranks_of(merits: Sequence[int], forfeited: frozenset[int]) -> tuple[int, ...]:
    """Returns the rank of each seat: 1 plus the number of seats that did better. A seat that did not forfeit always
    ranks before a seat that did.
    """
    did = [(seat not in forfeited, merit if seat not in forfeited else 0) for seat, merit in enumerate(merits)]
    return tuple(1 + sum(other > own for other in did) for own in did)
