"""A match in which several seats choose at the same time.

Rule 1: what a seat has chosen is held back until all have who were asked; then the actions are taken, in the order in
which the game has them. So the record is that of a match whose seats were asked one after the other.
Rule 2: until then the match stands where it stood: nobody's view, and nothing that is told of it, knows a choice.
Rule 3: a seat that forfeits or changes its player does so when its action is due, and loses what it has chosen.
"""

from collections.abc import Sequence
from typing import Any

from arena.games.chance import Chance
from arena.games.contract import Game
from arena.games.outside.fault import GameFault, wrong
from arena.match.match import Match
from arena.match.record import Course, Entrant, Fault, FaultKind, Handover, MatchSpec


class AtOnce(Match):
    """A match between deal and record; `waiting` says whom it waits for."""

    __slots__ = ("_asked", "_faults", "_handovers", "_held", "_one_by_one", "_seen")

    def __init__(self, spec: MatchSpec, game: Game[Any, Any], *, one_by_one: bool = False) -> None:
        """`one_by_one`: whether a seat is waited for only when those before it have chosen, which nobody is shown."""
        super().__init__(spec, game)
        self._one_by_one = one_by_one
        self._asked: dict[int, tuple[int, ...]] = {}
        """By seat that chooses now, in the order of their actions, what it may choose from."""
        self._seen: dict[int, object] = {}
        """By seat that chooses now, its view when it was asked."""
        self._held: dict[int, int] = {}
        """By seat, what it has chosen."""
        self._faults: list[Fault] = []
        self._handovers: list[Handover] = []
        """Since the seats were asked."""
        self._ask()

    def waiting(self) -> Sequence[tuple[int, tuple[int, ...]]]:
        """Whose bots must choose now, and from what."""
        found = [
            (seat, legal)
            for seat, legal in self._asked.items()
            if seat not in self._held and seat not in self.forfeited
        ]
        return found[:1] if self._one_by_one else found

    def chosen(self) -> Sequence[int]:
        """The seats whose choices are held back."""
        return tuple(self._held)

    def legal_of(self, seat: int) -> tuple[int, ...]:
        """What the bot of a seat that is asked may choose from."""
        return self._asked.get(seat, ())

    def names_of(self, seat: int) -> list[str]:
        """The names of what the bot of a seat that is waited for may choose from."""
        for state in self.game.asked(self.state):
            if self.game.actor(state) == seat:
                return self._names(state, self._asked[seat])
        return []

    def number_of(self, seat: int) -> int:
        """How many actions will have been taken before the one of a seat that is asked."""
        return len(self.actions) + (list(self._asked).index(seat) if seat in self._asked else 0)

    def choose(self, action: int) -> bool:
        """The first bot that is waited for chose `action`."""
        for seat, _ in self.waiting():
            return self.choose_for(seat, action)
        return False

    def choose_for(self, seat: int, action: int) -> bool:
        """The bot of a seat that is waited for chose `action`; False if that is not legal."""
        if action not in self.legal_of(seat):
            return False
        self._held[seat] = action
        self._settle()
        return True

    def fault(self, seat: int, kind: FaultKind, detail: str, output: str = "") -> None:
        """The bot of `seat` did something wrong; only its first fault counts."""
        if self._in_play(seat):
            self._faults.append(Fault(seat, kind, self.number_of(seat), detail, output))
            self.forfeited.add(seat)
            self._settle()

    def hand_over(self, seat: int, player: Entrant, detail: str) -> None:
        """`player` plays `seat` from now on, and chooses anew what is not taken yet."""
        if self._in_play(seat):
            self._handovers.append(Handover(seat, self.number_of(seat), player, detail))
            self._held.pop(seat, None)
            if seat in self._asked:
                self._notes.pop(self.number_of(seat), None)  # of a seat that chooses no more

    def go_on(self, course: Course) -> None:
        """Goes as far as a match of the same spec has gone, wherever that was; to be said at once after the deal."""
        if course == Course():
            return
        match = Match(self.spec, self.game)
        match.go_on(course)
        self.state, self.actor, self.legal = match.state, match.actor, match.legal
        self.actions, self.faults, self.handovers = match.actions, match.faults, match.handovers
        self.forfeited = match.forfeited
        self._ask()

    def _ask(self) -> None:
        """Finds out who chooses now; stand-ins whose turn has come have taken it."""
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
        """Takes the actions of all who were asked, if nobody is waited for."""
        asked, held = self._asked, self._held
        if any(seat not in held and seat not in self.forfeited for seat in asked):
            return
        # who forfeits unasked does so before the first of those who were
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
        """Complains of a game in which a choice depends on those made at the same time."""
        title = self.game.info.title
        always = "whatever seats before it choose at the same time, for info.at_once is True"
        if self.actor == seat and self.legal == legal:
            if self.view(seat) == self._seen[seat]:
                return
            raise self._told(wrong(title, "rows", "other values", f"the same for seat {seat}, {always}"))
        if self.actor == seat:
            raise self._told(wrong(title, "legal_actions", self.legal, f"{legal} for seat {seat}, {always}"))
        raise self._told(wrong(title, "actor", self.actor, f"seat {seat}, {always}"))


def new_match(spec: MatchSpec, game: Game[Any, Any], *, one_by_one: bool = False) -> Match:
    """The match after the deal, for a driver that asks all who choose at once; with `one_by_one`, in turn."""
    return AtOnce(spec, game, one_by_one=one_by_one) if game.info.at_once else Match(spec, game)
