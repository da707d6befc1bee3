"""Het Verraad: imagines worlds that fit what it sees, plays every candidate action out in all of them to the end of the
turn, and keeps the best.

1. All candidates are tried in the same worlds, so that luck does not decide between them.
2. After each heat the worse half of the candidates is dropped, and the rest share the same number of playouts.
3. A playout ends with the turn; what each seat then has is priced in hundredths of a point.

The effort is counted in playouts and never in time, so the same match is played the same way on any machine.
"""

from random import Random
from typing import Final

from arena.bot import Bot, MatchStart, Search, Turn, run
from arena.games.hetverraad import Position, State
from arena.games.hetverraad.actions import BUILD, END_ACTIONS
from arena.games.hetverraad.terms import ACTION, CUBES

PLAYOUTS: Final = 96
"""For one decision, all heats together."""
MOST_WORLDS: Final = 16
"""In one heat."""

POINT: Final = 100
STONE: Final = 20
IDLE_STONE: Final = 5
STONES_NEEDED: Final = 10
"""Stones beyond these are idle."""
INCOME: Final = 90
CARD: Final = 12
"""For each point on a building card in hand."""
SITE: Final = 100
AREA_BONUS: Final = 20
INFLUENCE: Final = 60
TOWER: Final = 100
TOKEN: Final = 100
MOST_SITES: Final = 3


class MonteCarlo(Bot):
    def __init__(self, start: MatchStart) -> None:
        super().__init__(start)
        self.search = Search(start)
        self.game = self.search.game
        self.random = Random(start.seed)
        self.values = tuple(start.hetverraad.card_value)
        self.bonuses = tuple(start.hetverraad.area_bonus)

    def choose(self, turn: Turn) -> int:
        candidates = list(turn.legal)
        totals = dict.fromkeys(candidates, 0)
        heats = max(1, (len(candidates) - 1).bit_length())
        while len(candidates) > 1:
            worlds = min(MOST_WORLDS, max(1, PLAYOUTS // heats // len(candidates)))
            for state in self.search.states(turn, worlds, self.random):
                whim = self.random.getrandbits(64)
                for action in candidates:
                    totals[action] += self.playout(state, action, turn.seat, Random(whim))
            candidates.sort(key=lambda action: (-totals[action], action))
            del candidates[(len(candidates) + 1) // 2 :]
        return candidates[0]

    def playout(self, state: State, action: int, seat: int, rng: Random) -> int:
        """What the state at the end of the turn is worth to the seat, if it takes the action now."""
        before = Position(state)
        turn = (before.round, before.active)
        state = self.game.apply(state, action)
        position = Position(state)
        while position.actor is not None and (position.round, position.active) == turn:
            legal = self.game.legal_actions(state)
            self.game.take(state, routine(position.phase, legal, rng))
        worths = self.worths(position)
        rivals = sum(worths) - worths[seat]
        return (self.start.seats - 1) * worths[seat] - rivals

    def worths(self, position: Position) -> list[int]:
        """By seat: points, and what may become points."""
        stones, income, hands = position.stones, position.income, position.hands
        influence, white, black = position.influence_sizes, position.white, position.black
        building, tower = position.area_building, position.area_tower
        worths = []
        for seat, score in enumerate(position.score):
            own = position.areas_of(seat + 1)
            free = [area for area in own if not building[area]]
            worths.append(
                POINT * score
                + STONE * min(stones[seat], STONES_NEEDED)
                + IDLE_STONE * max(0, stones[seat] - STONES_NEEDED)
                + INCOME * sum(income[CUBES * seat : CUBES * seat + CUBES])
                + CARD * sum(self.values[card] for card in hands[seat])
                + SITE * min(len(free), MOST_SITES)
                + AREA_BONUS * sum(self.bonuses[area] for area in free)
                + INFLUENCE * influence[seat]
                + TOWER * sum(tower[area] for area in own)
                + TOKEN * (white[seat] + black[seat])
            )
        return worths


def routine(phase: int, legal: tuple[int, ...], rng: Random) -> int:
    """How a turn goes on in a playout: something is built while that is possible, else nothing more is done."""
    if phase == ACTION:
        if legal[-1] < BUILD:
            return END_ACTIONS
        first = next(i for i, action in enumerate(legal) if action >= BUILD)
        return legal[first + int(rng.random() * (len(legal) - first))]
    return legal[int(rng.random() * len(legal))]


if __name__ == "__main__":
    run(MonteCarlo)
