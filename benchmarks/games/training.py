"""Measures the steps a second of random play in training environments, and compares the arena's environments with
PettingZoo's leduc and OpenSpiel's hearts (C++).

Each loop takes the observation of the agent that must act, chooses one of the actions that its mask allows, and takes
that action. Hearts gives its observation (5,088 numbers) and its mask as lists. PettingZoo's own games need packages
that nothing else in this project needs. Where these packages are missing, the figures of leduc are left out. To install
them:

    python3 -m venv build/zoo && build/zoo/bin/pip install '.[rl,bench]' 'pettingzoo[classic]'
    build/zoo/bin/python -m benchmarks.games.training
"""

import random
import time
import warnings
from typing import Final

import numpy as np
import pyspiel
from pettingzoo import AECEnv

from arena import training
from arena.cli.compiled import is_compiled
from arena.games.registry import BUILT_IN, EXAMPLES
from benchmarks.report import Ratio, report

SECONDS: Final = 3.0
HEARTS: Final = 1.5 if is_compiled() else None
LEDUC: Final = {"connect-four": 4.0, "liars-dice": 4.0}


def steps_rate(env: AECEnv) -> float:
    """Returns the steps a second of random play in an AEC environment (PettingZoo's interface for agents that act in
    turn).
    """
    draw, steps, seed, began = random.Random(1).random, 0, 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        seed += 1
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(draw() * len(legal))]))
            steps += 1
    return steps / spent


def hearts_rate() -> float:
    """Returns the moves a second of random play in hearts.

    Before each move, the player's observation and mask of legal actions are read. Neither the actions nor the time of
    the deal count.
    """
    game, draw = pyspiel.load_game("hearts"), random.Random(1).random
    moves, spent = 0, 0.0
    while spent < SECONDS:
        state = game.new_initial_state()
        while state.is_chance_node():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
        began = time.process_time()
        while not state.is_terminal():
            np.array(state.information_state_tensor(), np.float32)
            legal = np.array(state.legal_actions_mask(), np.int8).nonzero()[0]
            state.apply_action(int(legal[int(draw() * len(legal))]))
            moves += 1
        spent += time.process_time() - began
    return moves / spent


def leduc_rate() -> float | None:
    """Returns the steps a second in PettingZoo's leduc; None if its packages are not installed."""
    try:
        from pettingzoo.classic import leduc_holdem_v4  # noqa: PLC0415  # most machines lack what it needs
    except ImportError as error:
        print(f"   leduc is left out: {error}; the docstring of benchmarks/games/training.py says what installs it")
        return None
    return steps_rate(leduc_holdem_v4.env())


def main() -> None:
    """Measures the arena's environments and their peers in alternation, so that a change of the machine's speed affects
    all, and reports the speeds.
    """
    warnings.simplefilter("ignore")
    hearts, leduc = [hearts_rate()], [leduc_rate()]
    figures: dict[str, float] = {}
    for key in (*BUILT_IN, *EXAMPLES):
        figures[f"{key} steps/s"] = steps_rate(training.aec(key, 4 if key in BUILT_IN else 2))
        hearts.append(hearts_rate())
        leduc.append(leduc_rate() if leduc[0] else None)
    figures["hearts moves/s"] = sum(hearts) / len(hearts)
    ratios = [Ratio("verraeter / hearts", figures["verraeter steps/s"] / figures["hearts moves/s"], HEARTS)]
    if known := [rate for rate in leduc if rate]:
        figures["leduc steps/s"] = sum(known) / len(known)
        ratios += [
            Ratio(f"{key} / leduc", figures[f"{key} steps/s"] / figures["leduc steps/s"], LEDUC.get(key))
            for key in (*BUILT_IN, *EXAMPLES)
        ]
    report("training", figures, ratios)


if __name__ == "__main__":
    main()
