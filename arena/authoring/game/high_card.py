"""High Card: in each round every seat plays a card, and the highest wins the round. RULES.md has the rules."""

from typing import Any, NamedTuple

from arena.games import Chance, Info, Row

CARDS, HAND = range(1, 31), 5


class State(NamedTuple):
    """The state of a match. States are immutable: `apply` returns a new one."""

    hands: tuple[tuple[int, ...], ...]  # by seat, ascending
    played: tuple[int, ...]  # all cards played so far, in order
    points: tuple[int, ...]  # by seat
    leader: int  # the seat that played first in this round


class HighCard:
    """The rules H-1 to H-5 of RULES.md. An action is the card that is played."""

    info = Info(
        title="High Card",
        seats=range(2, 5),
        actions=len(CARDS) + 1,  # one more than the highest action
        rows=(
            Row("hands", of="card", holds="card", hides=True, across=HAND),  # HAND places for each seat; 0: played
            Row("played", holds="card"),
            Row("points", of="seat"),
            Row("leader", width=1, holds="seat"),
        ),
    )

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """H-1: deals the cards. All luck comes from `chance`, which draws no event twice."""
        cards = chance.shuffled("cards", 0, CARDS)
        hands = tuple(tuple(sorted(cards[HAND * seat : HAND * (seat + 1)])) for seat in range(seats))
        return State(hands, (), (0,) * seats, 0)

    def actor(self, state: State) -> int | None:
        """H-2: the seat to play: the leader, then the others in turn. H-5: None when all cards are played."""
        seats = len(state.hands)
        return (state.leader + len(state.played)) % seats if any(state.hands) else None

    def legal_actions(self, state: State) -> tuple[int, ...]:
        """H-3: the legal cards are all cards of the hand of the seat to play."""
        return state.hands[self.actor(state) or 0]

    def apply(self, state: State, action: int) -> State:
        """Plays a card. H-4: when all seats have played, the highest card takes the round."""
        hands = tuple(tuple(card for card in hand if card != action) for hand in state.hands)
        played, points, leader, seats = (*state.played, action), list(state.points), state.leader, len(hands)
        if len(played) % seats == 0:
            leader = (leader + played.index(max(played[-seats:])) - len(played)) % seats
            points[leader] += 1
        return State(hands, played, tuple(points), leader)

    def scores(self, state: State) -> tuple[int, ...]:
        """H-5: the scores by seat, a point for each round won."""
        return state.points

    def action_name(self, state: State, action: int) -> str:
        """The action's name: the number of the card."""
        return str(action)

    def rows(self, state: State, seat: int | None) -> dict[str, Any]:
        """What a seat sees, by row (None: what a viewer of everything sees). H-2: each card in another hand is None."""
        shown = [hand if seat in (None, one) else (None,) * len(hand) for one, hand in enumerate(state.hands)]
        hands = [card for hand in shown for card in (*hand, *(0,) * (HAND - len(hand)))]
        return {"hands": hands, "played": state.played, "points": state.points, "leader": state.leader}

    def sample(self, rows: dict[str, list[int]], seat: int, rng: Any) -> State:
        """For bots that search: a state, drawn with `rng`, in which the seat sees these rows; -1 is a hidden card."""
        unknown = sorted(set(CARDS).difference(rows["hands"], rows["played"]), key=lambda _: rng.random())
        cards = [unknown.pop() if card < 0 else card for card in rows["hands"]]
        hands = [sorted(card for card in cards[at : at + HAND] if card) for at in range(0, len(cards), HAND)]
        return State(tuple(map(tuple, hands)), tuple(rows["played"]), tuple(rows["points"]), rows["leader"][0])


GAME = HighCard()
