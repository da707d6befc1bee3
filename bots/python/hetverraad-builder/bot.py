"""A bot for Het Verraad that expands and builds, and never uses the Black Master.

It rates every legal action in hundredths of a point and takes the action with the highest rating; of several with equal
ratings, the action with the lowest number. It draws no random numbers and remembers nothing. It first reserves stones
for this turn's buildings. It spends the rest on the grand powers of towers and white tokens, and on more cards.
"""

from collections.abc import Callable
from typing import Final

from arena.bot import Bot, MatchStart, Turn, run
from arena.protocol.v1.hetverraad_pb2 import (
    INFLUENCE_KIND_INFILTRATOR,
    INFLUENCE_KIND_PIONEER,
    INFLUENCE_KIND_RAID,
    HetVerraadView,
)

START_AREA, STOP_CHOOSING, START_TOWER, TAKE, OPEN, END_ACTIONS = 100, 150, 200, 300, 310, 350
BUY_AREA, TOWER, BUY_WHITE, BUY_BLACK, BUY_CARD, STAY = 400, 500, 600, 601, 701, 810
HOLD, END_TURN, PASS, REACT, LAY_AWAY, PLAY, PAWN = 820, 830, 840, 841, 860, 1000, 3000
BUY_FROM_PAWNSHOP, BUY_FROM_MARKET, BUILD, LAST = 3200, 3300, 10000, 1 << 30
IDLE: Final = frozenset((STOP_CHOOSING, END_ACTIONS, STAY, HOLD, END_TURN, PASS))
OWN_PHASES: Final = (2, 5, 12)
"""The phases in which influence cards help the seat that plays them: income, action and surplus. In phases 7 to 10 they
help the Black Master.
"""
SEAT_TARGET, NO_TARGET = 50, 99
AREAS: Final = 48
GOOD_POWER, TOWER_POWER = 4, 5

# The value of things, in hundredths of a point; a stone is worth half of the building point that it pays for.
POINT: Final = 100
STONE: Final = 50
RIVALS_STONE: Final = 30
INCOME: Final = 80
"""The value, in hundredths of a point, of getting one more stone whenever a seat takes a card of a certain colour."""
CARD: Final = 20
"""The value of a building card in hand for each point on it, in hundredths of a point."""
BONUS: Final = 40
OPEN_COLOUR: Final = 30
FIRST_SITE: Final = 500
"""The value of an area for a building card in hand that has no area yet, in hundredths of a point."""
SPARE_SITE: Final = 150
NEXT_CARD: Final = 40
POWER: Final = 60
"""The value of a step towards a grand power, in hundredths of a point; only stones that buildings do not need are spent
on it.
"""


class Builder(Bot):
    def __init__(self, start: MatchStart) -> None:
        super().__init__(start)
        setup = self.setup = start.hetverraad
        begin = setup.neighbours_begin
        self.neighbours = [setup.neighbours[begin[area] : begin[area + 1]] for area in range(AREAS)]
        self.colour, self.value = list(setup.card_colour), list(setup.card_value)
        self.bonus, self.price = list(setup.area_bonus), list(setup.area_price)
        self.ratings: list[tuple[int, int, Callable[[int], int]]] = [
            (START_AREA, STOP_CHOOSING, self.site_worth),
            (START_TOWER, TAKE, self.site_worth),
            (TAKE, OPEN, self.take_worth),
            (BUY_AREA, TOWER, self.area_worth),
            (TOWER, BUY_WHITE, self.tower_worth),
            (BUY_WHITE, BUY_BLACK, self.white_worth),
            (BUY_CARD, STAY, self.card_worth),
            (REACT, LAY_AWAY, lambda _: POINT),
            (PLAY, PAWN, self.play_worth),
            (BUY_FROM_PAWNSHOP, BUY_FROM_MARKET, lambda card: self.bought_card_worth(card, setup.pawnshop_price)),
            (BUY_FROM_MARKET, BUILD, lambda card: self.bought_card_worth(card, self.value[card])),
            (BUILD, LAST, self.build_worth),
        ]

    def choose(self, turn: Turn) -> int:
        self.view: HetVerraadView = turn.hetverraad
        self.seat = turn.seat
        view = self.view
        self.own = [area for area in range(AREAS) if view.area_owner[area] == turn.seat + 1]
        self.stones = view.stones[turn.seat]
        self.hand = sorted(view.hand, key=lambda card: -self.value[card])
        self.free = [area for area in self.own if not view.area_building[area]]
        self.spare = self.stones - self.next_buildings()
        return max(turn.legal, key=self.worth)

    def worth(self, action: int) -> int:
        """Returns the expected value of an action, in hundredths of a point. Doing nothing has value 0, and an action
        without a rating has a negative value.
        """
        if action in IDLE:
            return 0
        for first, end, rating in self.ratings:
            if first <= action < end:
                return rating(action - first)
        return -1

    def next_buildings(self) -> int:
        """Returns the number of stones needed for the most valuable buildings that the seat may still build this
        turn.
        """
        left = self.setup.buildings_a_turn - self.view.buildings_built
        return sum(self.value[card] for card in self.hand[:left])

    def open_to(self, card: int, area: int) -> bool:
        return bool(self.setup.open_to[AREAS * (self.colour[card] - 1) + area])

    def site_worth(self, area: int) -> int:
        """Returns the value of an area as a building site: its bonus, and the number of colours that may be built on
        it.
        """
        colours = sum(self.setup.open_to[AREAS * colour + area] for colour in range(4))
        return BONUS * self.bonus[area] + OPEN_COLOUR * colours

    def take_worth(self, index: int) -> int:
        """Returns the value of taking a card: the card itself, the stones on it, and the seat's income in the card's
        colour, less tax. The other seats' average income is subtracted, with a lower value for each stone.
        """
        view, card = self.view, self.view.row[index]
        colour, taxed = self.colour[card], self.colour[card] in self.setup.taxing
        worth = STONE * view.row_stones[index] + CARD * self.value[card]
        for seat in range(self.start.seats):
            gain = view.income[4 * seat + colour - 1]
            if taxed:
                gain -= max(0, view.stones[seat] - self.setup.tax_free)
            worth += STONE * gain if seat == self.seat else -RIVALS_STONE * gain // (self.start.seats - 1)
        return worth

    def build_worth(self, code: int) -> int:
        """Returns the value of a building: its points and the additional income of its colour, minus the value of the
        building that it replaces.
        """
        card, area = divmod(code, 100)
        value, colour = self.value[card], self.colour[card]
        old = self.view.area_building[area]
        gain = (POINT - STONE) * value - POINT * self.value[old] * (old > 0)
        better = value + self.bonus[area] - self.view.income[4 * self.seat + colour - 1]
        # Building on a site that suits few colours keeps the better sites for other cards.
        return gain + INCOME * max(0, better) - self.site_worth(area) // 10 + self.colour_step(colour)

    def colour_step(self, colour: int) -> int:
        own = sum(self.colour[self.view.area_building[area]] == colour for area in self.own)
        return self.setup.power_points[colour - 1] * POINT // 3 if own < self.setup.power_least else 0

    def area_worth(self, area: int) -> int:
        """Returns the value of buying an area, minus its price. Areas that the purchase would isolate add to the value.
        The use as a site counts if one of the best three cards in hand can be built here, but on no free area. It also
        counts if spare stones cover the price and the seat has fewer than two free areas.
        """
        view, price = self.view, self.price[area]
        taken = sum(self.value[view.area_building[other]] + 1 for other in self.isolated_by(area))
        worth = 2 * POINT * taken - STONE * price
        homeless = [card for card in self.hand[:3] if not any(self.open_to(card, site) for site in self.free)]
        if any(self.open_to(card, area) for card in homeless):
            return worth + FIRST_SITE + self.site_worth(area)
        if price <= self.spare and len(self.free) < 2:
            return worth + SPARE_SITE + self.site_worth(area)
        return worth

    def isolated_by(self, area: int) -> list[int]:
        """Returns the areas of other owners that would be isolated if this seat bought `area`: every area beside them
        would belong to somebody else.
        """
        owner, mine = self.view.area_owner, self.seat + 1
        return [
            other
            for other in self.neighbours[area]
            if owner[other] not in {0, mine}
            and all(beside == area or owner[beside] not in {0, owner[other]} for beside in self.neighbours[other])
        ]

    def tower_worth(self, area: int) -> int:
        """Returns the value of a tower as a step to the grand power of towers; it is highest on the most valuable
        building.
        """
        towers = [0] * 7
        for place, number in enumerate(self.view.area_tower):
            towers[self.view.area_owner[place]] += number
        step = self.power_step(TOWER_POWER, towers, self.setup.tower_price)
        return step + self.value[self.view.area_building[area]] if step > 0 else step

    def white_worth(self, _: int) -> int:
        """Returns the value of a white token as a step to the grand power of good."""
        white = self.view.white
        return self.power_step(GOOD_POWER, [0, *white], self.setup.white_prices[white[self.seat]])

    def power_step(self, power: int, counts: list[int], price: int) -> int:
        mine = self.seat + 1
        rivals = max(count for owner, count in enumerate(counts) if owner != mine)
        need = max(self.setup.power_least, rivals + 1) - counts[mine]
        holds = self.view.grand_power[power] == mine
        return POWER // need if 0 < need <= 3 and price <= self.spare and not holds else -1

    def card_worth(self, _: int) -> int:
        return NEXT_CARD if len(self.hand) < 2 and self.spare >= self.setup.card_price + 2 else -1

    def bought_card_worth(self, card: int, price: int) -> int:
        """Returns the value of buying a card for `price` if the seat can also build it this turn, else -1. The spare
        stones must cover both the price and the cost of building.
        """
        room = len(self.hand) + self.view.buildings_built < self.setup.buildings_a_turn
        site = any(self.open_to(card, area) for area in self.free)
        return NEXT_CARD + self.value[card] - price if room and site and price + self.value[card] <= self.spare else -1

    def play_worth(self, code: int) -> int:
        """Returns the value of an influence card. This bot plays these cards at once for itself, and never for the
        Black Master.
        """
        kind, target = divmod(code, 100)
        view, setup = self.view, self.setup
        if view.phase not in OWN_PHASES:
            return -1
        if target == NO_TARGET:
            return NEXT_CARD
        if target >= SEAT_TARGET:
            return STONE * min(setup.influence_amount[kind], view.stones[target - SEAT_TARGET])
        if setup.influence_absorbed[kind] and view.area_tower[target]:
            return -1
        return self.target_worth(kind, target)

    def target_worth(self, kind: int, area: int) -> int:
        """Returns the value of an influence card that is played on an area. It is the gain of this seat if the card
        takes the area, else the loss of the area's owner.
        """
        points = POINT * self.value[self.view.area_building[area]]
        if kind == INFLUENCE_KIND_RAID:
            return 3 * points // 2 + self.site_worth(area)
        if kind in {INFLUENCE_KIND_INFILTRATOR, INFLUENCE_KIND_PIONEER}:
            return POINT + self.site_worth(area)
        return points // 2 + self.points_of_owner(area)

    def points_of_owner(self, area: int) -> int:
        owner = self.view.area_owner[area]
        return self.view.score[owner - 1] if 0 < owner <= self.start.seats else 0


if __name__ == "__main__":
    run(Builder, max_matches=4096)
