"""A bot for Verräter that imagines worlds that agree with its view, plays out every legal action in all of them, and
takes the action with the best results.

1. A world is a state of the game that agrees with the seat's view, and for each seat a random style of play, called its
whim.
2. All candidate actions are tried in the same worlds, so that luck does not decide between them.
3. The search has several heats. After each heat the worse half of the candidates is dropped, and the others share the
next heat's playouts.
4. A playout ends with the round; then the cards in hand and the buildings in the circle are valued in hundredths of a
point.

The effort is measured in playouts, never in time, so the bot makes the same choices on any machine.
"""

from random import Random
from typing import Final, NamedTuple

from arena.bot import Bot, MatchStart, Search, Turn, run
from arena.games.verraeter import Position, State, card_count, card_points
from arena.games.verraeter.actions import BUILD_NOTHING, FLIP, MOVE, PICK, PLACE_ESTATE, PLACE_TRADING_POST
from arena.games.verraeter.editions import ROUNDS
from arena.games.verraeter.terms import (
    BOTH_HOUSES,
    BUILD,
    DRAFT,
    DRAW,
    ESTATE,
    PLACES,
    SUPPLY,
    TRADING_POST,
    TRAITOR,
)

PLAYOUTS: Final = 120
"""The approximate number of playouts for one decision, over all stages (heats) of the search."""
MOST_WORLDS: Final = 64
"""The most imagined worlds in one heat, which is a stage of the search."""

CARD_WORTH: Final = 15
STRENGTH_WORTH: Final = 8
POST_WORTH: Final = 210
ESTATE_WORTH: Final = 15
IDLE_ESTATE_WORTH: Final = 5
"""The value of an idle estate for each round still to come, in hundredths of a point; an estate is idle under a
landscape of the other house.
"""

LIKING: Final = (0, 3, 2, 2, 2, 3, 3)
"""The greatest liking of each role that a seat in a playout can have, by role. A seat's own liking is a random fraction
of this number, and the seat takes the role that it likes most.
"""
ROLE_STRENGTH: Final = (0, 0, 2, 5, 0, 0, 0)
"""The conflict points that each role brings, by role."""
MOST_LEAD: Final = 8
"""The most conflict points by which a seat in a playout wants to lead when it plays cards; a seat's own number follows
from its random boldness.
"""
RECKLESS: Final = 0.3
"""The boldness (0 to 1) below which a seat in a playout acts at random. Some seats do so in order that the bot does not
rely too much on its guesses about other seats.
"""


class Whim(NamedTuple):
    """The random style in which one seat plays in one world."""

    boldness: float
    """How large a lead in the conflict the seat wants, from 0 (none) to 1 (`MOST_LEAD`); below `RECKLESS` the seat acts
    at random instead.
    """
    liking: tuple[float, ...]
    """The seat's random liking of each role, by role: at most the role's number in `LIKING`."""


class World(NamedTuple):
    """An imagined game that agrees with the bot's view: a state, and the playing styles of all seats."""

    state: State
    whims: tuple[Whim, ...]
    """The playing style of each seat, by seat."""


class MonteCarlo(Bot):
    def __init__(self, start: MatchStart) -> None:
        super().__init__(start)
        self.search = Search(start)
        self.random = Random(start.seed)

    def choose(self, turn: Turn) -> int:
        candidates = list(turn.legal)
        totals = dict.fromkeys(candidates, 0)
        heats = (len(candidates) - 1).bit_length()
        while len(candidates) > 1:
            for world in self.worlds(turn, PLAYOUTS // heats // len(candidates)):
                for action in candidates:
                    totals[action] += self.playout(world, action, turn.seat)
            candidates.sort(key=lambda action: -totals[action])
            del candidates[(len(candidates) + 1) // 2 :]
        return candidates[0]

    def worlds(self, turn: Turn, count: int) -> list[World]:
        states = self.search.states(turn, max(1, min(count, MOST_WORLDS)), self.random)
        return [World(state, tuple(self.whim() for _ in range(self.start.seats))) for state in states]

    def whim(self) -> Whim:
        random = self.random.random
        return Whim(random(), tuple(liking * random() for liking in LIKING))

    def playout(self, world: World, action: int, seat: int) -> int:
        """Takes the action in the world, and plays from there to the end of the round by the seats' whims; returns the
        lead of `seat` over the best other seat, in hundredths of a point.
        """
        game = self.search.game
        state = game.apply(world.state, action)
        position, this_round = Position(state), Position(world.state).round
        while (actor := position.actor) is not None and position.round == this_round:
            legal = game.legal_actions(state)
            game.take(state, act(position, actor, legal, world.whims[actor]))
        worth = worth_by_seat(position)
        return worth[seat] - max(worth[:seat] + worth[seat + 1 :])


def worth_by_seat(position: Position) -> list[int]:
    """Returns a number for each seat, in hundredths of a point. It is the score, plus an estimate for cards and
    buildings that will bring points later. After the match it is only the score.
    """
    worth = [100 * score for score in position.score]
    if position.actor is None:
        return worth
    for seat, (size, points) in enumerate(zip(position.hand_sizes, position.hand_points, strict=True)):
        worth[seat] += CARD_WORTH * size + STRENGTH_WORTH * points
    rounds_left = ROUNDS[position.seats] - position.round + 1
    circle, house = position.circle_house, position.house
    for place, (kind, seat) in enumerate(zip(position.building_kind, position.building_seat, strict=True)):
        if kind == TRADING_POST:
            worth[seat] += POST_WORTH
        elif kind == ESTATE:
            idle = circle[place] != house[seat]
            worth[seat] += rounds_left * (IDLE_ESTATE_WORTH if idle else ESTATE_WORTH)
    return worth


def act(position: Position, seat: int, legal: tuple[int, ...], whim: Whim) -> int:
    """Chooses an action for a seat in a playout, by simple rules that use only information the seat has."""
    if whim.boldness < RECKLESS:
        return legal[int(whim.boldness / RECKLESS * len(legal))]
    phase = position.phase
    if phase == SUPPLY:
        return play(legal, gap(position, seat) + int(whim.boldness * MOST_LEAD))
    if phase == DRAFT:
        return max(legal, key=lambda action: whim.liking[action - PICK])
    if phase == BUILD:
        return build(position, seat, legal)
    if phase == DRAW:
        return max(legal, key=lambda cards: 4 * card_count(cards) - card_points(cards))
    return legal[int(whim.boldness * len(legal))]


def play(legal: tuple[int, ...], gap: int) -> int:
    """Returns the weakest cards with more conflict points than `gap`, or no cards (0) if no legal cards have more.
    `gap` is the points by which the seat's side is behind, plus the lead that the seat wants.
    """
    enough = [cards for cards in legal if card_points(cards) > gap]
    return min(enough, key=card_points, default=0)


def gap(position: Position, seat: int) -> int:
    """Returns the conflict points by which the side of `seat` is behind before the seat plays cards; negative if it
    leads. Each other seat that has not played yet counts one point for each card in its hand.
    """
    houses, sizes, played = position.house, position.hand_sizes, position.played_points
    landscapes, start, seats = position.circle_landscape, position.start, position.seats
    role = position.kept[seat]
    house = BOTH_HOUSES - houses[seat] if role == TRAITOR else houses[seat]
    here = position.conflict or 0
    base, there = position.base, (here + 1) % PLACES
    gap = base[landscapes[there]] - base[landscapes[here]]
    if position.circle_house[here] != house:
        gap = -gap
    gap -= ROLE_STRENGTH[role]
    turn = (seat - start) % seats
    for step in range(seats):
        other = (start + step) % seats
        if other != seat:
            strength = played[other] if step < turn else sizes[other]
            gap += -strength if houses[other] == house else strength
    return gap


def build(position: Position, seat: int, legal: tuple[int, ...]) -> int:
    """Chooses the first action that places a trading post or turns an estate into one. If there is none, chooses the
    first that places an estate under a landscape of the seat's house. If there is none either, builds nothing.
    """
    house, circle, kinds = position.house[seat], position.circle_house, position.building_kind
    for action in legal:
        if PLACE_TRADING_POST <= action < FLIP:
            return action
        if FLIP <= action < MOVE and kinds[action - FLIP] == ESTATE:
            return action
    for action in legal:
        if PLACE_ESTATE <= action < PLACE_TRADING_POST and circle[action - PLACE_ESTATE] == house:
            return action
    return BUILD_NOTHING


if __name__ == "__main__":
    run(MonteCarlo)
