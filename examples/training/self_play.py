"""Trains a policy for Connect Four against itself, in PettingZoo's environment, in a few seconds: `python
self_play.py`.

The policy is linear: for each column it has a weight for each cell that contains an own disc, and a weight for each
cell that contains an opponent's disc. After a match, the winner's choices become more likely, and the loser's choices
less likely (REINFORCE, Williams 1992).
"""

import sys
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from pettingzoo import AECEnv

from arena import training

COLUMNS: Final = 7
CELLS: Final = 42
STEP: Final = 0.02


class Choice(NamedTuple):
    """A choice of an agent: the features of the position, the probability of each column, and the column it chose."""

    seen: np.ndarray
    likely: np.ndarray
    column: int


def features(observation: np.ndarray) -> np.ndarray:
    """Returns the 85 features of a state of the game, which the policy weighs.

    For each cell, a feature is 1 if the agent has a disc there, else 0. The same features for the opponent follow, and
    last a constant 1. `observation` begins with the agent's seat, followed by the seat that owns the disc in each cell.
    """
    own, board = observation[0], observation[1 : 1 + CELLS]
    return np.concatenate((board == own, board == 1 - own, (True,))).astype(float)


def chances(weights: np.ndarray, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Returns the probability of each column; full columns have probability 0."""
    preference = weights @ seen
    likely = np.exp(preference - preference.max()) * mask
    return likely / likely.sum()


def play(
    env: AECEnv, policies: Sequence[np.ndarray], rng: np.random.Generator
) -> tuple[dict[str, float], dict[str, list[Choice]]]:
    """Plays one match in which each agent chooses by its own weights; returns, by agent, its reward and its choices."""
    env.reset()
    rewards: dict[str, float] = {}
    choices: dict[str, list[Choice]] = {agent: [] for agent in env.agents}
    for agent in env.agent_iter():
        observation, rewards[agent], over, _, _ = env.last()
        if over:
            env.step(None)
            continue
        seen = features(observation["observation"])
        likely = chances(policies[env.possible_agents.index(agent)], seen, observation["action_mask"])
        column = int(rng.choice(COLUMNS, p=likely))
        choices[agent].append(Choice(seen, likely, column))
        env.step(column)
    return rewards, choices


def train(matches: int, seed: int = 1) -> np.ndarray:
    """Returns the weights after training for this many matches."""
    env, rng = training.aec("connect-four", seed=seed), np.random.default_rng(seed)
    weights = np.zeros((COLUMNS, 2 * CELLS + 1))
    for _ in range(matches):
        rewards, choices = play(env, (weights, weights), rng)
        for agent, reward in rewards.items():
            for seen, likely, column in choices[agent]:
                weights += STEP * reward * np.outer(np.eye(COLUMNS)[column] - likely, seen)
    return weights


def lead(weights: np.ndarray, matches: int, seed: int = 2) -> float:
    """Returns the policy's mean reward, from -1 to 1, against an opponent that chooses at random.

    The policy moves first in every second match.
    """
    env, rng = training.aec("connect-four", seed=seed), np.random.default_rng(seed)
    random, total = np.zeros_like(weights), 0.0
    for number in range(matches):
        seats = (weights, random) if number % 2 else (random, weights)
        rewards, _ = play(env, seats, rng)
        total += rewards["seat_0" if number % 2 else "seat_1"]
    return total / matches


if __name__ == "__main__":
    trained = train(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
    print(f"against random columns, from 1 for a win to -1: {lead(trained, 400):.2f}")  # noqa: T201  # a program
