"""Liar's dice: each seat hides its dice, and raises the bid on what all dice show or doubts it.

RULES.md has the rules.
"""

from typing import Final, NamedTuple

from arena.games import Chance, Info, Row

DICE: Final = 5
"""Of each seat, at the beginning."""
FACES: Final = 6
MOST: Final = 6
"""Seats."""
DOUBT: Final = 0
WILD: Final = 1
"""The face that counts as every other."""
NOBODY: Final = -1


class State(NamedTuple):
    """A round of bids."""

    chance: Chance
    hands: tuple[tuple[int, ...], ...]
    """By seat, its dice, ascending; none left: it is out."""
    seat: int
    bid: int = DOUBT
    """The last one, as an action."""
    bidder: int = NOBODY
    round: int = 0
    left: tuple[int, ...] = ()
    """The seats that are out, in that order."""


class LiarsDice:
    """L-1 to L-7 of RULES.md. Action 6 * (count - 1) + face bids that many dice of a face; 0 doubts the last bid."""

    info = Info(
        title="Liar's Dice",
        seats=range(2, MOST + 1),
        actions=1 + FACES * DICE * MOST,
        rows=(
            Row("dice", of="seat", hides=True, holds="die", most=DICE * MOST),
            Row("count", of="seat"),
            Row("bid", width=2),
            Row("bidder", width=1, holds="seat"),
            Row("round", width=1),
        ),
    )

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """L-1: each seat rolls five dice; seat 0 begins."""
        return State(chance, _rolled(chance, 0, [DICE] * seats), 0)

    def actor(self, state: State) -> int | None:
        """L-7: the match ends when one seat has dice."""
        return None if sum(map(bool, state.hands)) == 1 else state.seat

    def legal_actions(self, state: State) -> list[int]:
        """L-2, L-3: a higher bid, or a doubt where there is one to doubt."""
        most = FACES * sum(map(len, state.hands))
        return [DOUBT] * (state.bid != DOUBT) + list(range(state.bid + 1, most + 1))

    def apply(self, state: State, action: int) -> State:
        """L-4 to L-6: who was wrong loses a die; all that are in roll again."""
        if action != DOUBT:
            return state._replace(bid=action, bidder=state.seat, seat=_next(state.hands, state.seat))
        count, face = bid_of(state.bid)
        there = sum(die in (face, WILD) for hand in state.hands for die in hand)
        loser = state.seat if there >= count else state.bidder
        sizes = [len(hand) - (seat == loser) for seat, hand in enumerate(state.hands)]
        left = state.left if sizes[loser] else (*state.left, loser)
        hands = _rolled(state.chance, state.round + 1, sizes)
        begins = loser if sizes[loser] else _next(hands, loser)
        return State(state.chance, hands, begins, round=state.round + 1, left=left)

    def scores(self, state: State) -> list[int]:
        """L-7: a point for every seat that was out before."""
        last = len(state.left)
        return [state.left.index(seat) if seat in state.left else last for seat in range(len(state.hands))]

    def action_name(self, state: State, action: int) -> str:
        """`3x5` bids three fives."""
        return "doubt" if action == DOUBT else "{}x{}".format(*bid_of(action))

    def rows(self, state: State, seat: int | None) -> dict[str, object]:
        """L-2: nobody sees the dice of others."""
        width = max(map(len, state.hands))
        dice = [
            value if seat in (None, one) or not value else None
            for one, hand in enumerate(state.hands)
            for value in (*hand, *(0,) * (width - len(hand)))
        ]
        bid = bid_of(state.bid) if state.bid else (0, 0)
        sizes = [len(hand) for hand in state.hands]
        return {"dice": dice, "count": sizes, "bid": bid, "bidder": state.bidder, "round": state.round}


def bid_of(action: int) -> tuple[int, int]:
    """The count and the face of a bid."""
    count, face = divmod(action - 1, FACES)
    return count + 1, face + 1


def _rolled(chance: Chance, number: int, sizes: list[int]) -> tuple[tuple[int, ...], ...]:
    """New dice of all seats; what one rolls does not depend on how many others have."""
    events = [chance.event(f"dice of seat {seat}", number) for seat in range(len(sizes))]
    return tuple(
        tuple(sorted(1 + event.below(FACES) for _ in range(size))) for event, size in zip(events, sizes, strict=True)
    )


def _next(hands: tuple[tuple[int, ...], ...], seat: int) -> int:
    """The next seat that has dice."""
    order = [(seat + step) % len(hands) for step in range(1, len(hands) + 1)]
    return next(one for one in order if hands[one])


GAME: Final = LiarsDice()
