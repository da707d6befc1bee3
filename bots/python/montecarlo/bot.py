"""Imagines worlds that fit what it sees, plays every legal action out in all of them, and takes the best action.

1. A world is a state that fits what the seat sees, and a whim for each seat, which decides how that seat plays on.
2. All candidates are tried in the same worlds, so that luck does not decide between them.
3. After each heat the worse half of the candidates is dropped, and the rest share the same number of playouts.
4. A playout ends with the round; what is in hand and in the circle then is valued in hundredths of a point.

The effort is measured in playouts, never in time, so the same match is played the same way on any machine.
"""

from random import Random
from typing import Final, NamedTuple

from arena.bot import Bot, MatchStart, Search, Turn, run
from arena.games.verraeter import Position, State, card_count, card_points
from arena.games.verraeter.actions import BUILD_NOTHING, FLIP, MOVE, PICK, PLACE_ESTATE, PLACE_TRADING_POST
from arena.games.verraeter.codes import (
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
from arena.games.verraeter.editions import ROUNDS

PLAYOUTS: Final = 120
"""Playouts for one decision, all heats together."""
MOST_WORLDS: Final = 64
"""The most worlds in one heat."""

CARD_WORTH: Final = 15
STRENGTH_WORTH: Final = 8
POST_WORTH: Final = 210
ESTATE_WORTH: Final = 15
IDLE_ESTATE_WORTH: Final = 5
"""The worth of an estate for each round still to come; an idle one lies under a landscape of the other house."""

LIKING: Final = (0, 3, 2, 2, 2, 3, 3)
"""By role: how much the seats in a playout like it."""
ROLE_STRENGTH: Final = (0, 0, 2, 5, 0, 0, 0)
"""By role: the conflict points it brings."""
MOST_LEAD: Final = 8
"""In a playout, a seat plays cards for a lead of 1 to this many points, depending on its whim."""
RECKLESS: Final = 0.3
"""Below this boldness a seat acts at random, which keeps the bot from trusting its picture of the others too much."""


class Whim(NamedTuple):
    """The taste of one seat in one world, which decides how it plays there."""

    boldness: float
    """From 0 to 1: how large a lead in the conflict it wants."""
    liking: tuple[float, ...]
    """By role: how much it likes the role."""


class World(NamedTuple):
    """A state of the game that fits what the seat sees, and the whims of all seats."""

    state: State
    whims: tuple[Whim, ...]
    """By seat: its whim."""


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
        """Takes the action and plays the round out by the seats' whims; returns the seat's lead over the best other."""
        game = self.search.game
        state = game.apply(world.state, action)
        position, this_round = Position(state), Position(world.state).round
        while (actor := position.actor) is not None and position.round == this_round:
            legal = game.legal_actions(state)
            game.take(state, act(position, actor, legal, world.whims[actor]))
        worth = worth_by_seat(position)
        return worth[seat] - max(worth[:seat] + worth[seat + 1 :])


def worth_by_seat(position: Position) -> list[int]:
    """By seat: its score, and a value for what will bring points later, in hundredths of a point."""
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
    """Chooses an action for a seat in a playout, by simple rules and from what that seat can know."""
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
    """The weakest cards with more points than the gap; no cards if there is no gap or the hand cannot close it."""
    enough = [cards for cards in legal if card_points(cards) > gap]
    return min(enough, key=card_points, default=0)


def gap(position: Position, seat: int) -> int:
    """How far the actor's house is behind, if seats that have not played yet bring one point for each card in hand."""
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
    """Chooses the first possible trading post, new or turned over; else an estate under a landscape of its house."""
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
