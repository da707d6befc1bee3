"""A bot for Het Verraad that imagines worlds, which are states that agree with its view. It plays out every legal
action in all of them to the end of the turn, and takes the action with the best results.

1. All candidate actions are tried in the same worlds, so that luck does not decide between them.
2. The search has several heats. After each heat the worse half of the candidates is dropped, and the others share the
next heat's playouts.
3. A playout ends with the turn; then the possessions of each seat are valued in hundredths of a point.

The effort is measured in playouts, never in time, so the bot makes the same choices on any machine.
"""

from random import Random
from typing import Final

from arena.bot import Bot, MatchStart, Search, Turn, run
from arena.games.hetverraad import Position, State
from arena.games.hetverraad.actions import BUILD, END_ACTIONS
from arena.games.hetverraad.terms import ACTION, CUBES

PLAYOUTS: Final = 96
"""The approximate number of playouts for one decision, over all stages (heats) of the search."""
MOST_WORLDS: Final = 16
"""The most imagined worlds in one heat, which is a stage of the search."""

POINT: Final = 100
STONE: Final = 20
IDLE_STONE: Final = 5
STONES_NEEDED: Final = 10
"""The number of stones that a seat can use; stones beyond this number have less value."""
INCOME: Final = 90
CARD: Final = 12
"""The value of each point on a building card in hand, in hundredths of a point."""
SITE: Final = 100
AREA_BONUS: Final = 20
INFLUENCE: Final = 60
TOWER: Final = 100
TOKEN: Final = 100
MOST_SITES: Final = 3


class Luck:
    """A source of random numbers that can be repeated from the start, so that all candidate actions get the same
    numbers.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.drawn: list[float] = []
        self.at = 0

    def rewind(self) -> None:
        self.at = 0

    def next(self) -> float:
        if self.at == len(self.drawn):
            self.drawn.append(self.random.random())
        self.at += 1
        return self.drawn[self.at - 1]


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
                luck = Luck(self.random.getrandbits(64))
                for action in candidates:
                    totals[action] += self.playout(state, action, turn.seat, luck)
            candidates.sort(key=lambda action: (-totals[action], action))
            del candidates[(len(candidates) + 1) // 2 :]
        return candidates[0]

    def playout(self, state: State, action: int, seat: int, luck: Luck) -> int:
        """Takes the action and plays to the end of the turn; returns the sum of the seat's leads over all other seats,
        in hundredths of a point.
        """
        luck.rewind()
        before = Position(state)
        turn = (before.round, before.active)
        state = self.game.apply(state, action)
        position = Position(state)
        while position.actor is not None and (position.round, position.active) == turn:
            legal = self.game.legal_actions(state)
            self.game.take(state, routine(position.phase, legal, luck))
        worths = self.worths(position)
        rivals = sum(worths) - worths[seat]
        return (self.start.seats - 1) * worths[seat] - rivals

    def worths(self, position: Position) -> list[int]:
        """Returns a number for each seat: the sum of its points and of estimated values of its possessions,
        which may become points later.
        """
        stones, income, hands = position.stones, position.income, position.hands
        influence, white, black = position.influence_sizes, position.white, position.black
        building, tower = position.area_building, position.area_tower
        values, bonuses, worths = self.values, self.bonuses, []
        for seat, score in enumerate(position.score):
            free = bonus = towers = cards = 0  # sum() over generators would take three times as long
            for area in position.areas_of(seat + 1):
                towers += tower[area]
                if not building[area]:
                    free += 1
                    bonus += bonuses[area]
            for card in hands[seat]:
                cards += values[card]
            worths.append(
                POINT * score
                + (STONE - IDLE_STONE) * min(stones[seat], STONES_NEEDED)
                + IDLE_STONE * stones[seat]
                + INCOME * sum(income[CUBES * seat : CUBES * seat + CUBES])
                + CARD * cards
                + SITE * min(free, MOST_SITES)
                + AREA_BONUS * bonus
                + INFLUENCE * influence[seat]
                + TOWER * towers
                + TOKEN * (white[seat] + black[seat])
            )
        return worths


def routine(phase: int, legal: tuple[int, ...], luck: Luck) -> int:
    """Chooses a seat's action in a playout. In the action phase it picks a legal building at random, or ends the
    actions if there is none. In all other phases it picks any legal action at random.
    """
    if phase == ACTION:
        if legal[-1] < BUILD:
            return END_ACTIONS
        first = next(i for i, action in enumerate(legal) if action >= BUILD)
        return legal[first + int(luck.next() * (len(legal) - first))]
    return legal[int(luck.next() * len(legal))]


if __name__ == "__main__":
    run(MonteCarlo)
