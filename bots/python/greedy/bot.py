"""A bot for Verräter that takes the action that should bring the most points; of equal actions, the lowest number.

It draws no random numbers, remembers nothing and calculates in whole hundredths of a point, so the same view gives the
same action in any language. README.md describes the algorithm for translations to other languages.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.bot import Bot, MatchStart, Turn, run

TRAITOR, DIPLOMAT_2, BUILDER, FARMER = 1, 2, 4, 6
ESTATE, TRADING_POST = 1, 2
CONFLICT, DRAFT, SUPPLY, DRAW = 1, 2, 3, 10
FIGHT, PICK, BUILD_NOTHING, PLACE_ESTATE, PLACE_POST = 8000, 8100, 8200, 8300, 8400
FLIP, MOVE, MOVE_AND_FLIP = 8500, 8600, 8800
PLACES: Final = 12
BOTH: Final = 3
"""The sum of the numbers of both houses, and also of a building's two sides; this sum minus one of them is the
other.
"""
VALUES: Final = (2, 3, 4, 5, 6, 8)
DIGITS: Final = (6, 6, 6, 6, 3, 2)
"""For each card value, one more than the number of cards with this value; these are the bases of the digits in an
action's number.
"""

HAND_LIMIT, MOST_DRAWN, BONUS_CARDS = 5, 3, 3

# The value of things, in hundredths of a point; found in matches between bots with different values.
CARD_DRAWN, POINT_PLAYED, POST_A_CARD = 45, 15, 70
ESTATE_A_ROUND, IDLE_ESTATE_A_ROUND, NEIGHBOUR_A_ROUND = 20, 5, 2
ROLE_WORTH: Final = (0, 250, 0, 0, 0, 260, 0)
"""The fixed value of each role, by role, in hundredths of a point. Its effects on the conflict, the cards and the
buildings are rated separately.
"""
ROLE_POINTS: Final = (0, 0, 2, 5, 0, 0, 0)
"""The conflict points that each role brings, by role."""

# Expected conflict points of the cards that other seats may still play. The doubt is the lead that makes a win certain.
POINTS_A_CARD, DOUBT_A_CARD, LEAST_DOUBT = 2, 2, 6


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a turn that the ratings of actions depend on."""

    landscape: Sequence[int]
    base: Sequence[int]
    winner_points: Sequence[int]
    phase: int
    rounds_left: int  # rounds after this one
    conflict: int
    pick: int
    circle: Sequence[int]  # by place: the house that owns it
    kind: Sequence[int]  # by place: the seat's own building, ESTATE or TRADING_POST; 0 if there is none
    own_house: int
    hand: int  # cards in the seat's own hand
    others: Sequence[tuple[int, int, int]]  # each other seat: its house, points played, cards it may still play


def read(start: MatchStart, turn: Turn) -> Facts:
    setup, view, seats = start.verraeter, turn.verraeter, start.seats
    kind, owner = list(view.building_kind), list(view.building_seat)
    before = (turn.seat + seats - view.start) % seats if view.phase == SUPPLY else 0
    others = []
    for step in range(seats):
        seat = (view.start + step) % seats
        if seat != turn.seat:
            played = sum(view.played[6 * seat + i] * VALUES[i] for i in range(6))
            others.append((view.house[seat], played, 0 if step < before else view.hand_sizes[seat]))
    return Facts(
        landscape=list(setup.circle_landscape),
        base=list(setup.base),
        winner_points=list(setup.winner_points),
        phase=view.phase,
        rounds_left=12 - seats - view.round,
        conflict=view.conflict,
        pick=view.pick,
        circle=list(view.circle_house),
        kind=[kind[place] if owner[place] == turn.seat else 0 for place in range(PLACES)],
        own_house=view.house[turn.seat],
        hand=view.hand_sizes[turn.seat],
        others=others,
    )


def rate(facts: Facts, action: int) -> int:
    """Returns the points that the action should bring, in hundredths; only ratings of the same turn can be compared.

    For discards, returns the expected gain in the points of the cards in hand, in tenths.
    """
    if facts.phase == CONFLICT:
        return conflict_worth(facts, action - FIGHT, 0, 0)
    if facts.phase == DRAFT:
        return role_worth(facts, action - PICK)
    if facts.phase == SUPPLY:
        size, points = cards_in(action)
        return conflict_worth(facts, facts.conflict, facts.pick, points) - cost_of_playing(facts, size, points)
    if facts.phase == DRAW:
        size, points = cards_in(action)
        # each discarded card makes room for another, which has 3.9 points on average
        return 39 * size - 10 * points
    return building_worth(facts, action)


def conflict_worth(facts: Facts, border: int, role: int, points: int) -> int:
    """Returns the chance, in percent, that the seat's side wins the conflict, times the points that the seat then
    scores.
    """
    house = house_with(facts, role)
    ours, theirs = border, (border + 1) % PLACES
    if facts.circle[ours] != house:
        ours, theirs = theirs, ours
    lead = facts.base[facts.landscape[ours] - 1] - facts.base[facts.landscape[theirs] - 1]
    lead += points + ROLE_POINTS[role]
    doubt = LEAST_DOUBT
    friends = 0
    for other_house, played, cards in facts.others:
        strength = played + POINTS_A_CARD * cards
        doubt += DOUBT_A_CARD * cards
        if other_house == house:
            friends += 1
            lead += strength
        else:
            lead -= strength
    percent = 100 * min(max(lead + doubt, 0), 2 * doubt) // (2 * doubt)
    return percent * facts.winner_points[4 * (facts.landscape[theirs] - 1) + friends]


def role_worth(facts: Facts, role: int) -> int:
    """Returns the expected value of a role: its fixed value, plus its value in the conflict, plus the value of the
    cards drawn later. It assumes that half of the hand is played. For the Builder, its best action is added.
    """
    played = (facts.hand + 1) // 2
    kept = facts.hand - played
    worth = ROLE_WORTH[role] + conflict_worth(facts, facts.conflict, role, 4 * played)
    worth += min(draws_with(facts, role), HAND_LIMIT - kept) * card_worth(facts, kept)
    return worth + best_building_act(facts) if role == BUILDER else worth


def card_worth(facts: Facts, kept: int) -> int:
    if facts.rounds_left:
        return CARD_DRAWN
    return 100 * posts(facts) if kept < BONUS_CARDS else 0


def cost_of_playing(facts: Facts, size: int, points: int) -> int:
    """Returns the cost of playing these cards.

    Before the last round, this is the value of their strength in later rounds. In the last round, it is the points that
    the trading posts miss because fewer than three cards are in the hand after drawing. Each card point then costs a
    hundredth more, so that weaker cards are played if all else is equal.
    """
    if facts.rounds_left:
        return POINT_PLAYED * points
    kept = facts.hand - size + draws_with(facts, facts.pick)
    return points + 100 * posts(facts) * (BONUS_CARDS - min(kept, BONUS_CARDS))


def building_worth(facts: Facts, action: int) -> int:
    """Returns the value of the affected building after the action minus its value before; placing an estate in the
    set-up is rated in the same way.
    """
    if action == BUILD_NOTHING:
        return 0
    if action < PLACE_POST:
        return worth_at(facts, action - PLACE_ESTATE, ESTATE)
    if action < FLIP:
        return worth_at(facts, action - PLACE_POST, TRADING_POST)
    if action < MOVE:
        origin = target = action - FLIP
    else:
        origin, target = divmod(action - (MOVE if action < MOVE_AND_FLIP else MOVE_AND_FLIP), PLACES)
    before = facts.kind[origin]
    after = before if MOVE <= action < MOVE_AND_FLIP else BOTH - before
    return worth_at(facts, target, after) - worth_at(facts, origin, before)


def best_building_act(facts: Facts) -> int:
    """Returns the value of the Builder's best action, at least 0: a new estate, or the worst estate turned into a
    trading post. For a new estate it assumes the same value at every place.
    """
    estates = [worth_at(facts, place, ESTATE) for place in range(PLACES) if facts.kind[place] == ESTATE]
    best = facts.rounds_left * ESTATE_A_ROUND if len(estates) + posts(facts) < 3 else 0
    if estates and posts(facts) < 2:
        best = max(best, post_worth(facts) - min(estates))
    return best


def worth_at(facts: Facts, place: int, kind: int) -> int:
    """Returns the value of a building of this kind at a place. An estate brings cards as long as the landscape at its
    place belongs to the seat's own house. The house is likely to keep this landscape longer if the neighbouring
    landscapes belong to the house, too.
    """
    if kind == TRADING_POST:
        return post_worth(facts)
    house = facts.circle[place]
    alike = sum(facts.circle[(place + step) % PLACES] == house for step in (1, PLACES - 1))
    if house == facts.own_house:
        return facts.rounds_left * (ESTATE_A_ROUND + NEIGHBOUR_A_ROUND * alike)
    return facts.rounds_left * (IDLE_ESTATE_A_ROUND - NEIGHBOUR_A_ROUND * alike)


def post_worth(facts: Facts) -> int:
    return POST_A_CARD * (BONUS_CARDS if facts.rounds_left else min(facts.hand, BONUS_CARDS))


def posts(facts: Facts) -> int:
    return facts.kind.count(TRADING_POST)


def house_with(facts: Facts, role: int) -> int:
    return BOTH - facts.own_house if role == TRAITOR else facts.own_house


def draws_with(facts: Facts, role: int) -> int:
    if role == FARMER:
        return MOST_DRAWN
    house = house_with(facts, role)
    estates = sum(facts.kind[place] == ESTATE and facts.circle[place] == house for place in range(PLACES))
    return min(estates + (1 if role == DIPLOMAT_2 else 0), MOST_DRAWN)


def cards_in(code: int) -> tuple[int, int]:
    """Returns the number of cards that an action plays or discards, and their points."""
    size = points = 0
    for digit, value in zip(DIGITS, VALUES, strict=True):
        code, count = divmod(code, digit)
        size += count
        points += count * value
    return size, points


class Greedy(Bot):
    def choose(self, turn: Turn) -> int:
        facts = read(self.start, turn)
        return max(turn.legal, key=lambda action: rate(facts, action))


if __name__ == "__main__":
    run(Greedy, max_matches=4096)
