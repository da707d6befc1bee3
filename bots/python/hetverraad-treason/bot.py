"""A bot for Het Verraad that serves the Black Master, in order to win together with him.

It rates every legal action in hundredths of a point and takes the action with the highest rating. If several have the
same rating, it takes the one with the lowest number. It draws no random numbers and remembers nothing.

Its ratings favour buildings that raise its income. Black tokens have a higher rating until it has more than every other
seat. The Black Master attacks where another seat is likely to lose most.
"""

from collections.abc import Callable
from itertools import product
from typing import Final

from arena.bot import Bot, MatchStart, Turn, run
from arena.protocol.v1.hetverraad_pb2 import (
    INFLUENCE_KIND_GIFT,
    INFLUENCE_KIND_PIONEER,
    HetVerraadView,
)

START_AREA, STOP_CHOOSING, START_TOWER, TAKE, OPEN, END_ACTIONS = 100, 150, 200, 300, 310, 350
BUY_AREA, TOWER, BUY_WHITE, BUY_BLACK, EXCHANGE, STAY, ROLL, COUNT_TOKENS = 400, 500, 600, 601, 610, 810, 811, 812
HOLD, FIGHT, END_TURN, PASS, REACT, LAY_AWAY = 820, 821, 830, 840, 841, 860
MOVE, STAY_OUTSIDE, PLAY, PAWN, BUILD, LAST = 900, 950, 1000, 3000, 10000, 1 << 30
IDLE: Final = frozenset((STOP_CHOOSING, END_ACTIONS, STAY, HOLD, END_TURN, PASS, STAY_OUTSIDE))
BLACK_MASTER: Final = 6
OWN_PHASES: Final = (2, 5, 12)
"""The phases in which a seat plays influence cards for itself: income, its actions, and surplus influence cards. In the
phases of the Black Master it plays them for him.
"""
AREAS: Final = 48
SEAT_TARGET: Final = 50
FAR: Final = 99

# The value of things, in hundredths of a point; a stone is worth half of the building point that it pays for.
POINT: Final = 100
STONE: Final = 50
RIVALS_STONE: Final = 20
INCOME: Final = 120
BONUS: Final = 40
OPEN_COLOUR: Final = 30
CARD: Final = 15
SITE: Final = 500
TOKEN: Final = 250
"""The value of a black token in hundredths of a point: it counts for dark power, gives strength in attacks, and brings
the Black Master a point.
"""
FEAR: Final = 130
"""The value of a tower on a building that another seat may attack with the Black Master: so many hundredths of a point
for each point that the building is worth.
"""
CONQUEST: Final = 40
"""The value of an area won for the Black Master, in hundredths of a point, whatever building it has."""
MOST_AREAS_COUNTED: Final = 3


class Treason(Bot):
    def __init__(self, start: MatchStart) -> None:
        super().__init__(start)
        setup = self.setup = start.hetverraad
        begin = setup.neighbours_begin
        self.neighbours = [list(setup.neighbours[begin[area] : begin[area + 1]]) for area in range(AREAS)]
        self.colour, self.value = list(setup.card_colour), list(setup.card_value)
        self.ratings: list[tuple[int, int, Callable[[int], int]]] = [
            (START_AREA, STOP_CHOOSING, self.site_worth),
            (START_TOWER, TAKE, self.site_worth),
            (TAKE, OPEN, self.take_worth),
            (BUY_AREA, TOWER, self.area_worth),
            (TOWER, BUY_WHITE, self.tower_worth),
            (BUY_BLACK, EXCHANGE, self.token_worth),
            (ROLL, COUNT_TOKENS, lambda _: self.best_within((1 + setup.black_sides) // 2)),
            (COUNT_TOKENS, HOLD, lambda _: self.best_within(self.view.black[self.seat])),
            (FIGHT, END_TURN, lambda _: self.attack_worth(self.view.black_master)),
            (REACT, LAY_AWAY, lambda _: POINT),
            (MOVE, STAY_OUTSIDE, self.attack_worth),
            (PLAY, PAWN, self.play_worth),
            (BUILD, LAST, self.build_worth),
        ]

    def choose(self, turn: Turn) -> int:
        view: HetVerraadView = turn.hetverraad
        self.view, self.seat = view, turn.seat
        self.own = [area for area in range(AREAS) if view.area_owner[area] == turn.seat + 1]
        self.free = [area for area in self.own if not view.area_building[area]]
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

    def open_to(self, card: int, area: int) -> bool:
        return bool(self.setup.open_to[AREAS * (self.colour[card] - 1) + area])

    def site_worth(self, area: int) -> int:
        """Returns the value of an area as a building site. It grows with the area's bonus and the number of colours
        that may be built there.
        """
        colours = sum(self.setup.open_to[AREAS * colour + area] for colour in range(4))
        return BONUS * self.setup.area_bonus[area] + OPEN_COLOUR * colours

    def take_worth(self, index: int) -> int:
        """Returns the value of taking a card: the card, the stones on it, and this seat's income in the card's
        colour, less tax. The other seats' income in this colour is subtracted, with a lower value for each stone.
        """
        view, card = self.view, self.view.row[index]
        colour, taxed = self.colour[card], self.colour[card] in self.setup.taxing
        worth = STONE * view.row_stones[index] + CARD * self.value[card]
        for seat in range(self.start.seats):
            gain = view.income[4 * seat + colour - 1]
            if taxed:
                gain -= max(0, view.stones[seat] - self.setup.tax_free)
            worth += STONE * gain if seat == self.seat else -RIVALS_STONE * gain
        return worth

    def build_worth(self, code: int) -> int:
        """Returns the value of a building: its points and the additional income of its colour, minus the points of the
        building that it replaces and a tenth of the site's value.
        """
        card, area = divmod(code, 100)
        old = self.value[self.view.area_building[area]]
        better = self.value[card] + self.setup.area_bonus[area] - self.cube(self.colour[card])
        return STONE * self.value[card] - POINT * old + INCOME * max(0, better) - self.site_worth(area) // 10

    def cube(self, colour: int) -> int:
        """Returns the seat's present income from cards of a colour, which a cube on the board marks."""
        return self.view.income[4 * self.seat + colour - 1]

    def area_worth(self, area: int) -> int:
        """Returns the value of an area as a building site, minus its price. It is higher if a card in hand can be built
        there, but on no free area of this seat.
        """
        homeless = [card for card in self.view.hand if not any(self.open_to(card, site) for site in self.free)]
        wanted = any(self.open_to(card, area) for card in homeless)
        return SITE * wanted + self.site_worth(area) - STONE * self.setup.area_price[area] - POINT

    def tower_worth(self, area: int) -> int:
        """Returns the value of a tower, which grows with the points of its building. It is -1 if no other seat has
        black tokens, because then no other seat moves the Black Master.
        """
        feared = max(count for seat, count in enumerate(self.view.black) if seat != self.seat) > 0
        return FEAR * self.value[self.view.area_building[area]] - STONE * self.setup.tower_price if feared else -1

    def token_worth(self, _: int) -> int:
        """Returns the value of a black token, minus a part of its price. It is higher until this seat has more tokens
        than every other seat, and -1 while its income is below 3 stones.
        """
        black = self.view.black
        income = sum(self.cube(colour) for colour in range(1, 5))
        most = max(count for seat, count in enumerate(black) if seat != self.seat)
        urgent = POINT if black[self.seat] <= most else 0
        return TOKEN + urgent - STONE * self.setup.black_prices[black[self.seat]] // 2 if income >= 3 else -1

    def distances(self) -> list[int]:
        """Returns, by area, the number of steps that the Black Master needs to reach the area; FAR if he cannot reach
        it.
        """
        view, gates = self.view, list(self.setup.gates)
        steps = [FAR] * AREAS
        outside = not view.HasField("black_master")
        edge = gates if outside else [view.black_master]
        spent = 1 if outside else 0
        while edge:
            beyond: list[int] = []
            for area in edge:
                passable = not view.area_tower[area] or view.area_owner[area] in {self.seat + 1, BLACK_MASTER}
                if steps[area] == FAR and passable:
                    steps[area] = spent
                    beyond += self.neighbours[area] + (gates if area in gates else [])
            edge, spent = beyond, spent + 1
        return steps

    def best_within(self, steps: int) -> int:
        """Returns the value of the best attack that the Black Master can make within this number of steps. Each step
        adds a hundredth of a point, so that more steps are preferred for equal attacks.
        """
        near = [area for area, distance in enumerate(self.distances()) if distance <= steps]
        targets = [self.attack_worth(area) for area in near if not self.view.area_tower[area]]
        return max(targets, default=0) + steps

    def attack_worth(self, area: int) -> int:
        """Returns the chance to win an attack on this area, times the value that the area's loss would have for this
        seat.
        """
        view = self.view
        owner = view.area_owner[area]
        if owner in {0, BLACK_MASTER}:
            return 0
        if owner == self.seat + 1:
            return -1
        archers = sum(view.area_owner[beside] == owner and view.area_tower[beside] for beside in self.neighbours[area])
        lead = view.black[self.seat] - view.white[owner - 1] - archers
        rolls = list(product(range(1, self.setup.black_sides + 1), range(1, self.setup.white_sides + 1)))
        wins = sum(black + lead > white for black, white in rolls)
        return wins * self.loss_worth(area) // len(rolls)

    def loss_worth(self, area: int) -> int:
        """Returns the value for this seat if the area's owner loses the area to the Black Master. It is higher if the
        owner leads or has few areas left.
        """
        view = self.view
        leading = view.score[view.area_owner[area] - 1] == max(view.score)
        last_areas = sum(owner == view.area_owner[area] for owner in view.area_owner) <= MOST_AREAS_COUNTED
        return CONQUEST * (1 + last_areas) + (2 + leading) * POINT * self.value[view.area_building[area]]

    def play_worth(self, code: int) -> int:
        """Returns the value of an influence card. Cards against areas of other seats are played for the Black Master,
        all other cards for this seat.
        """
        kind, target = divmod(code, 100)
        view = self.view
        if kind == INFLUENCE_KIND_GIFT:
            return STONE * min(self.setup.influence_amount[kind], view.stones[target - SEAT_TARGET])
        if target >= AREAS:
            return CONQUEST
        if kind == INFLUENCE_KIND_PIONEER:
            return self.site_worth(target) if view.phase in OWN_PHASES else -1
        if view.phase in OWN_PHASES or view.area_owner[target] in {0, BLACK_MASTER, self.seat + 1}:
            return -1
        return -1 if view.area_tower[target] else self.loss_worth(target)


if __name__ == "__main__":
    run(Treason, max_matches=4096)
