"""Measures the engine alone: random play driven from Python, compared with OpenSpiel's hearts (C++).

In hearts and in the arena's games, a loop requests the legal actions, chooses one with the same generator, and applies
it. In hearts, the deal counts neither as moves nor as time. The arena's games deal inside `deal` and `take`, and this
time counts. Time is processor time, so that other programs on the machine matter as little as possible.
"""

import random
import time

import pyspiel

from arena.games import verraeter
from arena.games.chance import Chance
from arena.games.registry import BUILT_IN, create_game
from benchmarks.report import Ratio, report

SECONDS = 3.0
COMPILED = not verraeter.__file__.endswith(".py")
TARGETS = {"verraeter": 1.0 if COMPILED else 0.15, "hetverraad": 0.4 if COMPILED else 0.05}
SEATS = 4


def hearts_rate() -> float:
    """Returns the number of player moves per second in OpenSpiel's hearts."""
    game, draw = pyspiel.load_game("hearts"), random.Random(1).random
    moves, spent = 0, 0.0
    while spent < SECONDS:
        state = game.new_initial_state()
        while state.is_chance_node():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
        began = time.process_time()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            moves += 1
        spent += time.process_time() - began
    return moves / spent


def engine_rate(key: str) -> float:
    """Returns the number of actions per second in the arena's game with this key."""
    game, draw = create_game(key), random.Random(1).random
    edition = game.info.editions[0]
    actions, number, began = 0, 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        number += 1
        state = game.deal(SEATS, edition, Chance(number.to_bytes(16, "big")))
        while game.actor(state) is not None:
            legal = game.legal_actions(state)
            state = game.take(state, legal[int(draw() * len(legal))])
            actions += 1
    return actions / spent


def main() -> None:
    """Measures the arena's games and hearts in alternation, so that a change of the machine's speed affects both, and
    reports the ratios.
    """
    hearts = [hearts_rate()]
    figures: dict[str, float] = {}
    for key in BUILT_IN:
        figures[f"{key} actions/s"] = engine_rate(key)
        hearts.append(hearts_rate())
    figures["hearts moves/s"] = peer = sum(hearts) / len(hearts)
    report(
        "engine",
        figures,
        [Ratio(f"{key} / hearts", figures[f"{key} actions/s"] / peer, TARGETS[key]) for key in BUILT_IN],
    )


if __name__ == "__main__":
    main()
