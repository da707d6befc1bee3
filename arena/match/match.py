"""One match in progress. A driver asks whose turn it is, brings a choice or a fault, and in the end takes the record.

Rule 1: nothing here knows the time; the driver says what a bot did, not when.
Rule 2: the first fault of a seat forfeits the match for it. From then on a stand-in plays the seat, so that the other
bots keep their match; it chooses uniformly among the legal actions, by the chance of the deal.
"""

from collections.abc import Sequence
from typing import Any

from arena.games.chance import Chance
from arena.games.contract import Game
from arena.match.record import Fault, FaultKind, MatchRecord, MatchSpec


class Match:
    """A match between deal and record; `actor` and `legal` say what it waits for."""

    __slots__ = ("actions", "actor", "faults", "forfeited", "game", "legal", "spec", "state")

    def __init__(self, spec: MatchSpec, game: Game[Any, Any]) -> None:
        self.spec = spec
        self.game = game
        self.state = game.deal(len(spec.entrants), spec.edition, Chance(spec.deal))
        self.actions: list[int] = []
        self.faults: list[Fault] = []
        self.forfeited: set[int] = set()
        self.actor = game.actor(self.state)
        """The seat whose bot must choose; None when the match is over."""
        self.legal: tuple[int, ...] = game.legal_actions(self.state)
        """What it may choose from, ascending."""

    def view(self, seat: int) -> Any:  # noqa: ANN401  # each game has its own type of view
        """What `seat` may know now."""
        return self.game.view(self.state, seat)

    def choose(self, action: int) -> bool:
        """The actor's bot chose `action`; False if that is not legal, which the driver then reports as a fault."""
        if action not in self.legal:
            return False
        self._take(action)
        if self.forfeited:
            self._stand_in()
        return True

    def fault(self, seat: int, kind: FaultKind, detail: str, output: str = "") -> None:
        """The bot of `seat` did something wrong; only its first fault counts."""
        if seat in self.forfeited or self.actor is None:
            return
        self.faults.append(Fault(seat, kind, len(self.actions), detail, output))
        self.forfeited.add(seat)
        self._stand_in()

    def record(self) -> MatchRecord:
        """The finished match; to be asked only when `actor` is None."""
        assert self.actor is None
        scores = tuple(self.game.scores(self.state))
        ranks = ranks_of(self.game.merits(self.state), frozenset(self.forfeited))
        return MatchRecord(self.spec, tuple(self.actions), tuple(self.faults), scores, ranks)

    def _take(self, action: int) -> None:
        game = self.game
        self.actions.append(action)
        self.state = game.apply(self.state, action)
        self.actor = game.actor(self.state)
        self.legal = game.legal_actions(self.state)

    def _stand_in(self) -> None:
        """Plays on while the actor is a seat that forfeited."""
        chance = Chance(self.spec.deal)
        while self.actor in self.forfeited:
            self._take(chance.pick("stand-in", len(self.actions), self.legal))


def ranks_of(merits: Sequence[int], forfeited: frozenset[int]) -> tuple[int, ...]:
    """Rank by seat: 1 plus the number of seats that did better; any seat did better than one that forfeited."""
    did = [(seat not in forfeited, merit if seat not in forfeited else 0) for seat, merit in enumerate(merits)]
    return tuple(1 + sum(other > own for other in did) for own in did)
