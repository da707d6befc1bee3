"""A game for tests, in which some choices are made by all seats at the same time and others by one seat. In each round
all seats that are not out bid in secret; then the highest bidder openly names the points that it scores. A seat that
bids 0 is out after the round, and no seat may make the same bid in two successive rounds.
"""

from typing import Any, NamedTuple

from arena.games import Chance, Info, Row
from arena.games.outside.game import Outside
from arena.match import Entrant, MatchSpec

ROUNDS = 4
NOT_YET = -1


class State(NamedTuple):
    """A state of the game: the bids of this round and of the previous round, the points, and the seats that are out."""

    bids: tuple[int, ...]
    """The bids of this round, by seat; NOT_YET for a seat that has not bid."""
    last: tuple[int, ...]
    """The bids of the previous round, by seat."""
    points: tuple[int, ...]
    out: tuple[int, ...] = ()
    round: int = 0


class Sealed:
    """The bidding game; its actions 0, 1 and 2 are bids, or the points that the highest bidder names."""

    info = Info(
        title="Sealed bids",
        seats=range(2, 6),
        actions=3,
        rows=(Row("last", of="seat"), Row("points", of="seat"), Row("bids"), Row("round", width=1)),
        at_once=True,
    )

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        return State((NOT_YET,) * seats, (NOT_YET,) * seats, (0,) * seats)

    def bidders(self, state: State) -> list[int]:
        return [seat for seat in range(len(state.bids)) if seat not in state.out]

    def complete(self, state: State) -> bool:
        return all(state.bids[seat] != NOT_YET for seat in self.bidders(state))

    def actor(self, state: State) -> int | None:
        bidders = self.bidders(state)
        if state.round == ROUNDS or len(bidders) < 2:
            return None
        if self.complete(state):
            return state.bids.index(max(state.bids))
        return next(seat for seat in bidders if state.bids[seat] == NOT_YET)

    def legal_actions(self, state: State) -> list[int]:
        if self.complete(state):
            return [0, 1, 2]
        last = state.last[self.actor(state) or 0]
        return [bid for bid in (0, 1, 2) if bid != last]

    def apply(self, state: State, action: int) -> State:
        actor = self.actor(state)
        if not self.complete(state):
            bids = tuple(action if seat == actor else bid for seat, bid in enumerate(state.bids))
            return state._replace(bids=bids)
        points = tuple(had + action * (seat == actor) for seat, had in enumerate(state.points))
        out = tuple(seat for seat, bid in enumerate(state.bids) if bid <= 0)
        return State((NOT_YET,) * len(points), state.bids, points, out, state.round + 1)

    def scores(self, state: State) -> Any:
        return state.points

    def action_name(self, state: State, action: int) -> str:
        return f"worth {action}" if self.complete(state) else f"bid {action}"

    def rows(self, state: State, seat: int | None) -> Any:
        shown = state.bids if self.complete(state) else ()
        return {"last": state.last, "points": state.points, "bids": shown, "round": state.round}


SEALED = Outside(Sealed(), "sealed")


def sealed_spec(seats: int = 3, deal: int = 0) -> MatchSpec:
    """Returns the specification of a match of the bidding game."""
    entrants = tuple(Entrant(f"bot-{seat}", "1", bytes(16)) for seat in range(seats))
    return MatchSpec(bytes(15) + b"\x2a", "sealed", 1, "standard", bytes(16), deal.to_bytes(16, "big"), entrants)
