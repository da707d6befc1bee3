"""High Card: each seat plays a card in its turn, and the highest takes the round. RULES.md has the rules."""

from typing import Any, NamedTuple

from arena.games import Chance, Info, Row

CARDS, HAND = range(1, 31), 5


class State(NamedTuple):
    """How a match stands. No state is ever changed: `apply` makes another one."""

    hands: tuple[tuple[int, ...], ...]  # by seat, ascending
    played: tuple[int, ...]  # all cards so far, in order
    points: tuple[int, ...]  # by seat
    leader: int  # who played first in this round


class HighCard:
    """H-1 to H-5 of RULES.md. An action is the card that is played."""

    info = Info(
        title="High Card",
        seats=range(2, 5),
        actions=len(CARDS) + 1,  # one more than the highest
        rows=(
            Row("hands", of="card", holds="card", hides=True, across=HAND),  # HAND places a seat; 0: played
            Row("played", holds="card"),
            Row("points", of="seat"),
            Row("leader", width=1, holds="seat"),
        ),
    )

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """H-1. All luck comes from `chance`; no event is drawn twice."""
        cards = chance.shuffled("cards", 0, CARDS)
        hands = tuple(tuple(sorted(cards[HAND * seat : HAND * (seat + 1)])) for seat in range(seats))
        return State(hands, (), (0,) * seats, 0)

    def actor(self, state: State) -> int | None:
        """H-2: the leader, then the others in turn. H-5: nobody when all cards are played."""
        seats = len(state.hands)
        return (state.leader + len(state.played)) % seats if any(state.hands) else None

    def legal_actions(self, state: State) -> tuple[int, ...]:
        """H-3: any card of one's own hand."""
        return state.hands[self.actor(state) or 0]

    def apply(self, state: State, action: int) -> State:
        """H-4: when all have played, the highest card takes the round."""
        hands = tuple(tuple(card for card in hand if card != action) for hand in state.hands)
        played, points, leader, seats = (*state.played, action), list(state.points), state.leader, len(hands)
        if len(played) % seats == 0:
            leader = (leader + played.index(max(played[-seats:])) - len(played)) % seats
            points[leader] += 1
        return State(hands, played, tuple(points), leader)

    def scores(self, state: State) -> tuple[int, ...]:
        """H-5: a point for each round."""
        return state.points

    def action_name(self, state: State, action: int) -> str:
        """The card."""
        return str(action)

    def rows(self, state: State, seat: int | None) -> dict[str, Any]:
        """H-2: nobody sees the cards of others; None stands for each."""
        shown = [hand if seat in (None, one) else (None,) * len(hand) for one, hand in enumerate(state.hands)]
        hands = [card for hand in shown for card in (*hand, *(0,) * (HAND - len(hand)))]
        return {"hands": hands, "played": state.played, "points": state.points, "leader": state.leader}

    def sample(self, rows: dict[str, list[int]], seat: int, rng: Any) -> State:
        """For bots that search: a state in which this seat sees these rows. What is hidden is -1 in them."""
        unknown = sorted(set(CARDS).difference(rows["hands"], rows["played"]), key=lambda _: rng.random())
        cards = [unknown.pop() if card < 0 else card for card in rows["hands"]]
        hands = [sorted(card for card in cards[at : at + HAND] if card) for at in range(0, len(cards), HAND)]
        return State(tuple(map(tuple, hands)), tuple(rows["played"]), tuple(rows["points"]), rows["leader"][0])


GAME = HighCard()
