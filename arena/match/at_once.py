"""A match in which several seats choose at the same time.

Rule 1: choices are stored until all seats that must choose have chosen; then the actions are taken in the game's order.
The record is therefore the same as if the seats had chosen one after another.
Rule 2: while choices are stored, the state of the match does not change. No view, and nothing else that is shown of the
match, depends on a stored choice, so no seat learns the choice of another seat before its own.
Rule 3: if a seat forfeits or gets another player while its choice is stored, this choice is discarded. After a forfeit
a stand-in chooses for the seat; otherwise the new player chooses. In the record, the forfeit or the change of players
comes directly before the seat's action.
"""

from collections.abc import Sequence
from typing import Any

from arena.games.chance import Chance
from arena.games.contract import Game
from arena.games.outside.fault import GAME_FAULT, GameFault, hint, wrong
from arena.match.match import Match
from arena.match.record import Course, Entrant, Fault, FaultKind, Handover, MatchSpec


class AtOnce(Match):
    """A match with simultaneous choices, from the deal to the record; `waiting` returns the seats that must choose
    now.
    """

    __slots__ = ("_asked", "_faults", "_handovers", "_held", "_one_by_one", "_seen")

    def __init__(self, spec: MatchSpec, game: Game[Any, Any], *, one_by_one: bool = False) -> None:
        """Deals the match. `one_by_one`: whether a seat's turn begins only after the seats before it have chosen; even
        then it does not see their choices.
        """
        super().__init__(spec, game)
        self._one_by_one = one_by_one
        self._asked: dict[int, tuple[int, ...]] = {}
        """The legal actions of each seat that chooses in the present state, by seat. The seats are in the order in
        which their actions will be taken.
        """
        self._seen: dict[int, object] = {}
        """The view of each seat that chooses in the present state, by seat, as it was before any of these choices."""
        self._held: dict[int, int] = {}
        """The stored choice of each seat that has chosen, by seat. Emptied when all seats have chosen."""
        self._faults: list[Fault] = []
        self._handovers: list[Handover] = []
        """The changes of players since the last actions were taken. When the next actions are taken, these changes move
        to `handovers`, and `_faults` to `faults`.
        """
        self._ask()

    def waiting(self) -> Sequence[tuple[int, tuple[int, ...]]]:
        """Returns the seats whose bots must choose now, each with its legal actions."""
        found = [
            (seat, legal)
            for seat, legal in self._asked.items()
            if seat not in self._held and seat not in self.forfeited
        ]
        return found[:1] if self._one_by_one else found

    def chosen(self) -> Sequence[int]:
        """Returns the seats whose choices are stored because other seats are still choosing."""
        return tuple(self._held)

    def legal_of(self, seat: int) -> tuple[int, ...]:
        """Returns the legal actions of a seat that chooses in the present state; empty for any other seat."""
        return self._asked.get(seat, ())

    def names_of(self, seat: int) -> list[str]:
        """Returns the names of the legal actions of a seat that chooses in the present state, in order; empty for any
        other seat.
        """
        for state in self.game.asked(self.state):
            if self.game.actor(state) == seat:
                return self._names(state, self._asked[seat])
        return []

    def number_of(self, seat: int) -> int:
        """Returns the number of a seat's next action in the match, from 0. For a seat that does not choose in the
        present state, returns the number of the match's next action.
        """
        return len(self.actions) + (list(self._asked).index(seat) if seat in self._asked else 0)

    def choose(self, action: int) -> bool:
        """Stores `action` as the choice of the first seat that must choose; returns False if the action is not
        legal.
        """
        for seat, _ in self.waiting():
            return self.choose_for(seat, action)
        return False

    def choose_for(self, seat: int, action: int) -> bool:
        """Stores `action` as the choice of a seat that must choose; returns False if the action is not legal."""
        if action not in self.legal_of(seat):
            return False
        self._held[seat] = action
        self._settle()
        return True

    def fault(self, seat: int, kind: FaultKind, detail: str, output: str = "") -> None:
        """Makes `seat` forfeit the match because of its bot's fault. Does nothing if the seat has forfeited already or
        the match is over.
        """
        if self._in_play(seat):
            self._faults.append(Fault(seat, kind, self.number_of(seat), detail, output))
            self.forfeited.add(seat)
            self._settle()

    def hand_over(self, seat: int, player: Entrant, detail: str) -> None:
        """Gives `seat` to `player` from now on, unless the seat has forfeited or the match is over. If the seat has
        chosen and its action has not been taken, the new player chooses again.
        """
        if self._in_play(seat):
            self._handovers.append(Handover(seat, self.number_of(seat), player, detail))
            self._held.pop(seat, None)
            if seat in self._asked:
                self._notes.pop(self.number_of(seat), None)  # a note of the previous player

    def go_on(self, course: Course) -> None:
        """Continues a newly dealt match to the point that another match with the same deal had reached; `course` has
        that match's actions, faults and changes of players.
        """
        if course == Course():
            return
        match = Match(self.spec, self.game)
        match.go_on(course)
        self.state, self.actor, self.legal = match.state, match.actor, match.legal
        self.actions, self.faults, self.handovers = match.actions, match.faults, match.handovers
        self.forfeited = match.forfeited
        self._ask()

    def _ask(self) -> None:
        """Takes random actions for forfeited seats, then stores the seats that must choose now, with their legal
        actions.
        """
        self._stand_in()
        self._asked, self._seen = {}, {}
        if self.actor is None:
            return
        game = self.game
        try:
            for state in game.asked(self.state):
                seat = game.actor(state)
                assert seat is not None
                self._asked[seat] = game.legal_actions(state)
                self._seen[seat] = game.view(self.state, seat)
        except GameFault as fault:
            raise self._told(fault) from fault

    def _settle(self) -> None:
        """Takes the actions of all seats that choose in the present state, if every one of these seats has chosen or
        forfeited. Else does nothing.
        """
        asked, held = self._asked, self._held
        if any(seat not in held and seat not in self.forfeited for seat in asked):
            return
        # with equal counts, forfeits of seats that were not asked come first
        self.faults += sorted(self._faults, key=lambda one: (one.action_count, one.seat in asked, one.seat))
        self.handovers += sorted(self._handovers, key=lambda one: one.action_count)
        self._faults, self._handovers, self._held = [], [], {}
        chance = Chance(self.spec.deal)
        for seat, legal in asked.items():
            self._demand(seat, legal)
            stands_in = seat in self.forfeited
            self._take(chance.pick("stand-in", len(self.actions), legal) if stands_in else held[seat])
        self._ask()

    def _demand(self, seat: int, legal: tuple[int, ...]) -> None:
        """Raises GameFault if the simultaneous actions of other seats have changed the view or the legal actions of
        `seat`, or if `seat` is not the actor. `legal`: the legal actions of `seat` when it was asked to choose.
        """
        title = self.game.info.title
        always = "whatever seats before this seat choose at the same time, because info.at_once is True"
        if self.actor == seat and self.legal == legal:
            if self.view(seat) == self._seen[seat]:
                return
            raise self._told(_other_rows(title, seat, always))
        if self.actor == seat:
            raise self._told(wrong(title, "legal_actions", self.legal, f"{legal} for seat {seat}, {always}"))
        raise self._told(wrong(title, "actor", self.actor, f"seat {seat}, {always}"))


def _other_rows(title: str, seat: int, always: str) -> GameFault:
    said = (
        f"the game {title}: rows returned other values for seat {seat} than before; expected the same values, {always}"
    )
    return GameFault(GAME_FAULT, said, hint(), "rows")


def new_match(spec: MatchSpec, game: Game[Any, Any], *, one_by_one: bool = False) -> Match:
    """Returns a newly dealt match of any game. `one_by_one`: whether simultaneous choices are requested from one seat
    after another.
    """
    return AtOnce(spec, game, one_by_one=one_by_one) if game.info.at_once else Match(spec, game)
