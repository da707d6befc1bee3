"""A bot for Verräter that scores by trading posts and many cards in hand. For each phase of the game it has a list of
rules, and the first rule that fits decides.

It prefers certain points to uncertain ones, plays cards in a conflict only if a few are enough, and wants two trading
posts in the circle and three cards in hand when the match ends.
"""

from collections.abc import Callable

from arena.bot import Bot, MatchStart, Turn, run
from arena.protocol.v1.verraeter_pb2 import (
    BUILDING_ESTATE,
    BUILDING_TRADING_POST,
    ROLE_BUILDER,
    ROLE_DIPLOMAT_2,
    ROLE_DIPLOMAT_5,
    ROLE_FARMER,
    ROLE_STRATEGIST,
    ROLE_TRAITOR,
)

PLAY_NOTHING, FIGHT, PICK, BUILD_NOTHING, PLACE_ESTATE, PLACE_POST, FLIP = 0, 8000, 8100, 8200, 8300, 8400, 8500
CARDS = ((2, 1, 6), (3, 6, 6), (4, 36, 6), (5, 216, 6), (6, 1296, 3), (8, 3888, 2))
"""For each kind of supply card: its value, and the weight and the base of a digit. An action's number has a digit for
each kind: the number of cards of this kind that the action plays or discards.
"""
BOTH_HOUSES = 3
"""The sum of the numbers of both houses; this sum minus one house is the other house."""
DIPLOMAT_POINTS = {ROLE_DIPLOMAT_2: 2, ROLE_DIPLOMAT_5: 5}

SAFE_LEAD = 6
"""The lead in conflict points that the banker tries to reach."""
POINTS_FEARED = 2
"""The conflict points that the banker expects of each card in another seat's hand."""
PRICE = 8
"""The most conflict points that the banker spends for one victory point."""
BONUS_CARDS = 3
"""The most cards in hand that count for a trading post, which scores 1 for each (V-14.3)."""


class Banker(Bot):
    def __init__(self, start: MatchStart) -> None:
        super().__init__(start)
        setup = start.verraeter
        self.base = [setup.base[landscape - 1] for landscape in setup.circle_landscape]
        self.prizes = [setup.winner_points[4 * landscape - 4 : 4 * landscape] for landscape in setup.circle_landscape]
        self.phases: dict[int, Callable[[list[int]], int]] = {
            0: self.first_estate,
            1: self.border,
            2: self.role,
            3: self.cards,
            7: self.building,
            10: self.discards,
        }

    def choose(self, turn: Turn) -> int:
        self.turn, self.view = turn, turn.verraeter
        self.house = self.view.house[turn.seat]
        self.hand = sum(self.view.hand)
        self.is_last_round = self.view.round == 12 - self.start.seats
        own = [place for place in range(12) if self.view.building_seat[place] == turn.seat]
        self.estates = [place for place in own if self.view.building_kind[place] == BUILDING_ESTATE]
        self.posts = [place for place in own if self.view.building_kind[place] == BUILDING_TRADING_POST]
        return self.phases[self.view.phase](list(turn.legal))

    def first_estate(self, legal: list[int]) -> int:
        """Chooses a place for the first estate where the seat's house is safest, so that the estate brings cards for a
        long time.
        """
        return max(legal, key=lambda action: self.shelter(action - PLACE_ESTATE))

    def border(self, legal: list[int]) -> int:
        """Chooses, among the borders where the seat's house is ahead, the border with the best prize; if there is none,
        the border where the house is least behind.
        """
        ahead = [action for action in legal if self.lead(action - FIGHT, self.house) >= 0]
        if ahead:
            return max(ahead, key=lambda action: self.prize(action - FIGHT, self.house))
        return max(legal, key=lambda action: self.lead(action - FIGHT, self.house))

    def role(self, legal: list[int]) -> int:
        """Chooses the first role in a list of wishes that can be taken; roles with a sure income come before roles that
        help in the conflict.
        """
        border, other_house = self.view.conflict, BOTH_HOUSES - self.house
        wishes = [
            (ROLE_STRATEGIST, True),
            (ROLE_BUILDER, len(self.posts) < 2 or len(self.estates) < 1),
            (ROLE_TRAITOR, self.lead(border, other_house) > self.lead(border, self.house)),
            (ROLE_FARMER, self.hand <= BONUS_CARDS),
            (ROLE_DIPLOMAT_2, True),
            (ROLE_FARMER, True),
            (ROLE_DIPLOMAT_5, True),
        ]
        wished = [PICK + role for role, wish in wishes if wish]
        return next((action for action in wished if action in legal), legal[0])

    def cards(self, legal: list[int]) -> int:
        """Chooses the weakest cards that put the seat's side safely ahead in the conflict, if the prize is worth them;
        else plays no cards.
        """
        border, role = self.view.conflict, self.view.pick
        house = BOTH_HOUSES - self.house if role == ROLE_TRAITOR else self.house
        missing = SAFE_LEAD - self.lead(border, house) - DIPLOMAT_POINTS.get(role, 0)
        if missing <= 0:
            return PLAY_NOTHING
        kept = BONUS_CARDS if self.posts and self.is_last_round else 0
        enough = [action for action in legal if points(action) >= missing and self.hand - size(action) >= kept]
        weakest = min(enough, key=lambda action: (points(action), -size(action)), default=PLAY_NOTHING)
        return weakest if points(weakest) <= PRICE * self.prize(border, house) else PLAY_NOTHING

    def building(self, legal: list[int]) -> int:
        """Makes a trading post if possible: from an idle estate, as a new building, or from an active estate, in this
        order. If that is impossible, places an estate.
        """
        circle = self.view.circle_house
        idle = [FLIP + place for place in self.estates if circle[place] != self.house]
        new_posts = [action for action in legal if PLACE_POST <= action < FLIP]
        active = [FLIP + place for place in self.estates if circle[place] == self.house]
        for action in idle + new_posts + active:
            if action in legal:
                return action
        new_estates = [action for action in legal if PLACE_ESTATE <= action < PLACE_POST]
        return max(new_estates, key=lambda action: self.shelter(action - PLACE_ESTATE), default=BUILD_NOTHING)

    def discards(self, legal: list[int]) -> int:
        """Discards as many cards of value 2 and 3 as possible, because the cards drawn in their place are better on
        average.
        """
        return max(legal, key=lambda action: 4 * size(action) - points(action))

    def shelter(self, place: int) -> int:
        circle = self.view.circle_house
        alike = sum(circle[(place + step) % 12] == circle[place] for step in (1, 11))
        return 3 + alike if circle[place] == self.house else -alike

    def places(self, border: int, house: int) -> tuple[int, int]:
        here, there = border, (border + 1) % 12
        return (here, there) if self.view.circle_house[here] == house else (there, here)

    def prize(self, border: int, house: int) -> int:
        _, theirs = self.places(border, house)
        friends = sum(self.view.house[seat] == house for seat in range(self.start.seats) if seat != self.turn.seat)
        return self.prizes[theirs][friends]

    def lead(self, border: int, house: int) -> int:
        """Returns the conflict points by which a house is ahead, without this seat's cards and with guesses for the
        other seats' hands.
        """
        ours, theirs = self.places(border, house)
        lead = self.base[ours] - self.base[theirs]
        view, seats = self.view, self.start.seats
        before = (self.turn.seat - view.start) % seats
        for seat in range(seats):
            if seat != self.turn.seat:
                played = sum(view.played[6 * seat + i] * CARDS[i][0] for i in range(6))
                done = view.phase == 3 and (seat - view.start) % seats < before
                strength = played if done else POINTS_FEARED * view.hand_sizes[seat]
                lead += strength if view.house[seat] == house else -strength
        return lead


def counts(action: int) -> list[int]:
    return [action // weight % digit for _, weight, digit in CARDS]


def size(action: int) -> int:
    return sum(counts(action))


def points(action: int) -> int:
    return sum(count * value for count, (value, _, _) in zip(counts(action), CARDS, strict=True))


if __name__ == "__main__":
    run(Banker, max_matches=4096)
