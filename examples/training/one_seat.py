"""Trains a table of values for liar's dice against a house bot, in Gymnasium's environment: `python one_seat.py`.

A situation has three numbers: all dice, the seat's own dice, and how many dice of other seats must fit the last bid to
make it true. In each situation the seat follows one of three plans: to doubt, to make the lowest legal bid, or to make
the lowest legal bid of the face that most of its own dice show. For each situation and plan, the table has a running
mean of the rewards of matches in which the seat followed the plan in this situation (Monte Carlo control, Sutton and
Barto 2018, 5.4).
"""

import sys
from collections import defaultdict
from typing import Final

import numpy as np

from arena import training
from arena.training.gymnasium_env import AloneEnv

RIVAL: Final = "liars-dice-counter"
FACES: Final = 6
WILD: Final = 1
DOUBT, RAISE, OWN = range(3)
"""The three plans: doubt the bid; make the lowest higher bid; bid the face that most of the seat's own dice show."""
STEP: Final = 0.1
CURIOUS: Final = 0.1
"""The probability with which a choice in training follows a random plan instead of the best plan."""

Table = dict[tuple[int, ...], np.ndarray]


class Reader:
    """Reads the named rows of an observation."""

    def __init__(self, env: AloneEnv) -> None:
        self._places = {part.name: slice(part.offset, part.offset + part.length) for part in env.rows()}

    def row(self, observation: dict[str, np.ndarray], name: str) -> np.ndarray:
        """Returns the values of a row in an observation."""
        return observation["observation"][self._places[name]].astype(int)

    def situation(self, observation: dict[str, np.ndarray]) -> tuple[int, ...]:
        """Returns the number of all dice, the number of the seat's own dice, and the number of other seats' dice that
        must show the bid face or a one to make the bid true.
        """
        counts, dice, bid = (self.row(observation, name) for name in ("count", "dice", "bid"))
        seat = self.row(observation, "seat")[0]
        own = int(np.isin(dice, (bid[1], WILD)).sum())
        return int(counts.sum()), int(counts[seat]), int(bid[0] - own)

    def action(self, observation: dict[str, np.ndarray], plan: int) -> int:
        """Returns the legal action that follows a plan. If no action does, returns the lowest legal bid, or a doubt if
        no bid is legal. Action 0 doubts; action 6 * (count - 1) + face bids that at least `count` dice show `face`.
        """
        legal = np.flatnonzero(observation["action_mask"])
        if plan == DOUBT and legal[0] == 0:
            return 0
        bids = legal[legal > 0]
        if plan == OWN and len(bids):
            dice = self.row(observation, "dice")
            shown = [np.isin(dice, (face, WILD)).sum() for face in range(1, FACES + 1)]
            best = 1 + int(np.argmax(shown))
            of_best = bids[(bids - 1) % FACES + 1 == best]
            bids = of_best if len(of_best) else bids
        return int(bids[0] if len(bids) else legal[0])


def play(env: AloneEnv, table: Table, rng: np.random.Generator, curious: float, step: float) -> float:
    """Plays one match and returns its reward. Choices follow the table, except that a random plan is followed with
    probability `curious`. After the match, the table's values move towards the reward by the fraction `step`.
    """
    reader, followed = Reader(env), []
    observation, _ = env.reset()
    over, reward = False, 0.0
    while not over:
        situation = reader.situation(observation)
        plan = int(rng.integers(3)) if rng.random() < curious else int(table[situation].argmax())
        followed.append((situation, plan))
        observation, reward, over, _, _ = env.step(reader.action(observation, plan))
    for situation, plan in followed:
        table[situation][plan] += step * (reward - table[situation][plan])
    return reward


def train(matches: int, seed: int = 1) -> Table:
    """Returns the table after training for this many matches."""
    env, rng = training.against("liars-dice", [RIVAL], seat=None, seed=seed), np.random.default_rng(seed)
    table: Table = defaultdict(lambda: np.zeros(3))
    for _ in range(matches):
        play(env, table, rng, CURIOUS, STEP)
    return table


def lead(table: Table, matches: int, seed: int = 2, curious: float = 0.0) -> float:
    """Returns the mean reward against the house bot, from -1 to 1; `curious` is the probability of a random plan."""
    env, rng = training.against("liars-dice", [RIVAL], seat=None, seed=seed), np.random.default_rng(seed)
    return sum(play(env, table, rng, curious, 0.0) for _ in range(matches)) / matches


if __name__ == "__main__":
    trained = train(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
    print(f"against {RIVAL}, from 1 for a win to -1: {lead(trained, 400):.2f}")  # noqa: T201  # a program
