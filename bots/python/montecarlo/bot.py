"""Imagines worlds that fit what it sees, plays every candidate action out in all of them, and keeps the best.

1. A world is a state the seat cannot tell from the true one, and a whim of each seat, which decides how it plays on.
2. All candidates are tried in the same worlds, so that luck does not decide between them.
3. After each heat the worse half of the candidates is dropped, and the rest share the same number of playouts.
4. A playout ends with the round; what then is in hand and in the circle is priced in hundredths of a point.

The effort is counted in playouts and never in time, so the same match is played the same way on any machine.
"""

from random import Random
from typing import Final, NamedTuple

from arena.bot import Bot, MatchStart, Search, Turn, run
from arena.games.cells import Cells
from arena.games.verraeter.actions import BUILD_NOTHING, FLIP, MOVE, PICK, PLACE_ESTATE, PLACE_TRADING_POST
from arena.games.verraeter.editions import ROUNDS
from arena.games.verraeter.state.cards import SIZE, STRENGTH
from arena.games.verraeter.state.cells import (
    ACTOR,
    BORDER,
    BUILDING,
    BUILDING_SEAT,
    HAND,
    HAND_SIZE,
    HOUSE,
    KEPT,
    LANDSCAPE,
    OWNER,
    PHASE,
    PLAYED,
    ROUND,
    SCORE,
    SEATS,
    START,
)
from arena.games.verraeter.state.state import State, by_seat
from arena.games.verraeter.terms import (
    BOTH_HOUSES,
    BUILD,
    DRAFT,
    DRAW,
    ESTATE,
    OVER,
    PLACES,
    SUPPLY,
    TRADING_POST,
    TRAITOR,
)

PLAYOUTS: Final = 120
"""For one decision, all heats together."""
MOST_WORLDS: Final = 64
"""In one heat."""

CARD_WORTH: Final = 15
STRENGTH_WORTH: Final = 8
POST_WORTH: Final = 210
ESTATE_WORTH: Final = 15
IDLE_ESTATE_WORTH: Final = 5
"""Estates: for each round still to come. An idle one lies under a landscape of the other house."""

LIKING: Final = (0, 3, 2, 2, 2, 3, 3)
"""By role: how much the seats of a playout like it."""
ROLE_STRENGTH: Final = (0, 0, 2, 5, 0, 0, 0)
"""By role: conflict points."""
MOST_LEAD: Final = 8
"""The lead for which a seat of a playout plays cards is 1 to this many points, as its whim has it."""
RECKLESS: Final = 0.3
"""Below this boldness a seat does anything; it keeps the bot from trusting its picture of the others too much."""


class Whim(NamedTuple):
    """How one seat plays in one world."""

    boldness: float
    """From 0 to 1: how large a lead in the conflict it wants."""
    liking: tuple[float, ...]
    """By role."""


class World(NamedTuple):
    """What may be behind the view."""

    state: State
    whims: tuple[Whim, ...]
    """By seat."""


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
        """The lead of the seat over the best other if it takes the action and all play the round out by their whims."""
        game = self.search.game
        state: State = game.apply(world.state, action)
        this_round = world.state.cells[ROUND]
        while (cells := state.cells)[ROUND] == this_round and cells[PHASE] != OVER:
            legal = game.legal_actions(state)
            state = game.take(state, act(state, legal, world.whims[cells[ACTOR]]))
        worth = worth_by_seat(state)
        return worth[seat] - max(worth[:seat] + worth[seat + 1 :])


def worth_by_seat(state: State) -> list[int]:
    """Scores, and a price for what will bring points later, in hundredths of a point."""
    cells = state.cells
    worth = [100 * score for score in by_seat(cells, SCORE)]
    if cells[PHASE] == OVER:
        return worth
    for seat, hand in enumerate(by_seat(cells, HAND)):
        worth[seat] += CARD_WORTH * SIZE[hand] + STRENGTH_WORTH * STRENGTH[hand]
    rounds_left = ROUNDS[cells[SEATS]] - cells[ROUND] + 1
    for place in range(PLACES):
        seat = cells[BUILDING_SEAT + place]
        if cells[BUILDING + place] == TRADING_POST:
            worth[seat] += POST_WORTH
        elif cells[BUILDING + place] == ESTATE:
            idle = cells[OWNER + place] != cells[HOUSE + seat]
            worth[seat] += rounds_left * (IDLE_ESTATE_WORTH if idle else ESTATE_WORTH)
    return worth


def act(state: State, legal: tuple[int, ...], whim: Whim) -> int:
    """How the seats of a playout act: fast and sensible, by what they can know themselves."""
    cells = state.cells
    phase = cells[PHASE]
    if whim.boldness < RECKLESS:
        return legal[int(whim.boldness / RECKLESS * len(legal))]
    if phase == SUPPLY:
        return play(legal, gap(state) + int(whim.boldness * MOST_LEAD))
    if phase == DRAFT:
        return max(legal, key=lambda action: whim.liking[action - PICK])
    if phase == BUILD:
        return build(cells, legal)
    if phase == DRAW:
        return max(legal, key=lambda cards: 4 * SIZE[cards] - STRENGTH[cards])
    return legal[int(whim.boldness * len(legal))]


def play(legal: tuple[int, ...], gap: int) -> int:
    """The weakest cards that close the gap and lead by a point; none if there is no gap, or no closing it."""
    enough = [cards for cards in legal if STRENGTH[cards] > gap]
    return min(enough, key=STRENGTH.__getitem__, default=0)


def gap(state: State) -> int:
    """How far the actor's house is behind; of seats still to play it expects one point for each card in hand."""
    cells = state.cells
    seat, seats = cells[ACTOR], cells[SEATS]
    role = cells[KEPT + seat]
    house = BOTH_HOUSES - cells[HOUSE + seat] if role == TRAITOR else cells[HOUSE + seat]
    base, here, there = state.rules.points.base, cells[BORDER], (cells[BORDER] + 1) % PLACES
    gap = base[cells[LANDSCAPE + there]] - base[cells[LANDSCAPE + here]]
    if cells[OWNER + here] != house:
        gap = -gap
    gap -= ROLE_STRENGTH[role]
    turn = (seat - cells[START]) % seats
    for step in range(seats):
        other = (cells[START] + step) % seats
        if other != seat:
            strength = STRENGTH[cells[PLAYED + other]] if step < turn else cells[HAND_SIZE + other]
            gap += -strength if cells[HOUSE + other] == house else strength
    return gap


def build(cells: Cells, legal: tuple[int, ...]) -> int:
    """The first trading post there is, new or turned over; else an estate under a landscape of the own house."""
    house = cells[HOUSE + cells[ACTOR]]
    for action in legal:
        if PLACE_TRADING_POST <= action < FLIP:
            return action
        if FLIP <= action < MOVE and cells[BUILDING + action - FLIP] == ESTATE:
            return action
    for action in legal:
        if PLACE_ESTATE <= action < PLACE_TRADING_POST and cells[OWNER + action - PLACE_ESTATE] == house:
            return action
    return BUILD_NOTHING


if __name__ == "__main__":
    run(MonteCarlo)
