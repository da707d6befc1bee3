"""Liar's dice: each seat hides its dice, and either raises the bid on the dice of all seats or doubts it.

RULES.md has the rules.
"""

from typing import Final, NamedTuple

from arena.games import Chance, Info, Row

DICE: Final = 5
"""The number of dice that each seat has at the beginning."""
FACES: Final = 6
MOST: Final = 6
"""The most seats in a match."""
DOUBT: Final = 0
WILD: Final = 1
"""The face that also counts as every other face."""
NOBODY: Final = -1


class State(NamedTuple):
    """A state of the game: the hidden dice, and the bids of the present round."""

    chance: Chance
    hands: tuple[tuple[int, ...], ...]
    """The dice of each seat, by seat, in ascending order; empty if the seat is out."""
    seat: int
    bid: int = DOUBT
    """The last bid as an action; DOUBT if nobody has bid in this round."""
    bidder: int = NOBODY
    round: int = 0
    left: tuple[int, ...] = ()
    """The seats that are out, in the order in which they went out."""


class LiarsDice:
    """Liar's dice, by rules L-1 to L-7 of RULES.md. Action 0 doubts the last bid; action 6 * (count - 1) + face bids
    that at least `count` of all dice show `face`.
    """

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
        """Returns the first state. L-1: each seat rolls five dice, and seat 0 begins."""
        return State(chance, _rolled(chance, 0, [DICE] * seats), 0)

    def actor(self, state: State) -> int | None:
        """Returns the seat that must act, or None at the end. L-7: the match ends when only one seat has dice."""
        return None if sum(map(bool, state.hands)) == 1 else state.seat

    def legal_actions(self, state: State) -> list[int]:
        """Returns the legal actions. L-2, L-3: any higher bid, or a doubt if there is a bid."""
        most = FACES * sum(map(len, state.hands))
        return [DOUBT] * (state.bid != DOUBT) + list(range(state.bid + 1, most + 1))

    def apply(self, state: State, action: int) -> State:
        """Returns the state after an action. L-4 to L-6: after a doubt, the seat that was wrong loses a die, and all
        seats that are still in the game roll again.
        """
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
        """Returns the points by seat. L-7: a seat gets a point for every seat that went out before it."""
        last = len(state.left)
        return [state.left.index(seat) if seat in state.left else last for seat in range(len(state.hands))]

    def action_name(self, state: State, action: int) -> str:
        """Returns the name of an action: "doubt", or for example `3x5` for a bid of three fives."""
        return "doubt" if action == DOUBT else "{}x{}".format(*bid_of(action))

    def rows(self, state: State, seat: int | None) -> dict[str, object]:
        """Returns the values of all rows that a seat may see. L-2: no seat sees the dice of other seats."""
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
    """Returns the count and the face of a bid."""
    count, face = divmod(action - 1, FACES)
    return count + 1, face + 1


def _rolled(chance: Chance, number: int, sizes: list[int]) -> tuple[tuple[int, ...], ...]:
    """Returns new dice for all seats. The dice of a seat do not depend on the number of dice that other seats have."""
    events = [chance.event(f"dice of seat {seat}", number) for seat in range(len(sizes))]
    return tuple(
        tuple(sorted(1 + event.below(FACES) for _ in range(size))) for event, size in zip(events, sizes, strict=True)
    )


def _next(hands: tuple[tuple[int, ...], ...], seat: int) -> int:
    """Returns the next seat after `seat` that still has dice."""
    order = [(seat + step) % len(hands) for step in range(1, len(hands) + 1)]
    return next(one for one in order if hands[one])


GAME: Final = LiarsDice()
