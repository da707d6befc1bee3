"""Measures playouts as a search bot makes them: a state is drawn from a view and played out at random. OpenSpiel's
hearts (C++) is measured for comparison.

The views come from every fifth decision of random matches. The arena's games draw a state from a view by `sample`. A
playout of hearts starts from a clone of the true state instead: in open_spiel 2.0.2, some states that
`resample_from_infostate` draws have no legal action. The comparison favours hearts, because cloning a state takes a
seventh of the time of drawing one. The benchmark also reports how long the bot `montecarlo` thinks about a decision.
"""

import random
import sys
import time
from importlib import util
from pathlib import Path
from typing import Any, Final

import pyspiel

from arena.games import verraeter
from arena.games.chance import Chance
from arena.games.registry import create_game
from arena.match import Entrant, MatchSpec
from arena.protocol.codecs import CODECS
from arena.protocol.turns import encode_batch, encode_opening, encode_seat, encode_start, encode_turn
from arena.protocol.v1.arena_pb2 import ArenaMessage, Batch
from benchmarks.report import Ratio, report

SECONDS: Final = 3.0
MATCHES: Final = 10
EVERY: Final = 5
"""The interval between two states of a match from which playouts start, in decisions."""
SEATS: Final = 4
GAMES: Final = ("verraeter", "hetverraad")
COMPILED: Final = not verraeter.__file__.endswith(".py")
TARGETS: Final = {"verraeter": 1.0 if COMPILED else None, "hetverraad": None}
BOT: Final = Path(__file__).parents[2] / "bots" / "python" / "montecarlo" / "bot.py"
THINKING_MATCHES: Final = 2


def hearts_rate() -> float:
    """Returns the number of playouts per second in OpenSpiel's hearts."""
    game, draw = pyspiel.load_game("hearts"), random.Random(1).random
    starts: list[Any] = []
    for _ in range(MATCHES):
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if not state.is_chance_node():
                decisions += 1
                if decisions % EVERY == 0:
                    starts.append(state.clone())
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
    playouts, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        start = starts[playouts % len(starts)]
        state = start.clone()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
        playouts += 1
    return playouts / spent


def engine_rate(key: str) -> float:
    """Returns the number of playouts per second in the arena's game with this key."""
    game, rng = create_game(key), random.Random(1)
    draw, views = rng.random, []
    for number in range(MATCHES):
        state, decisions = game.deal(SEATS, game.info.editions[0], Chance(number.to_bytes(16, "big"))), 0
        while (seat := game.actor(state)) is not None:
            decisions += 1
            if decisions % EVERY == 0:
                views.append(game.view(state, seat))
            legal = game.legal_actions(state)
            state = game.take(state, legal[int(draw() * len(legal))])
    playouts, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        state = game.sample(views[playouts % len(views)], rng)
        while game.actor(state) is not None:
            legal = game.legal_actions(state)
            state = game.take(state, legal[int(draw() * len(legal))])
        playouts += 1
    return playouts / spent


def thinking() -> float:
    """Returns the mean time, in milliseconds, that the bot montecarlo thinks about a decision in matches against
    itself.
    """
    key = "verraeter"
    game, codec, bot = create_game(key), CODECS[key], montecarlo()
    edition, decisions, spent = game.info.editions[0], 0, 0.0
    for number in range(THINKING_MATCHES):
        state = game.deal(SEATS, edition, Chance(number.to_bytes(16, "big")))
        entrants = tuple(Entrant(f"seat {own}", "1", bytes(16)) for own in range(SEATS))
        spec = MatchSpec(bytes(16), key, game.info.rules_version, edition, bytes(16), bytes(16), entrants)
        opening = encode_opening(spec, codec.encode_setup(game.view(state, 0)))
        bots = [bot(read(encode_start(1, own, own, opening)).starts[0]) for own in range(SEATS)]
        while (seat := game.actor(state)) is not None:
            legal = game.legal_actions(state)
            view = codec.encode_view(game.view(state, seat))
            turn = read(encode_turn(1, encode_seat(1, seat), legal, 60_000, view)).turns[0]
            began = time.process_time()
            action = bots[seat].choose(turn)
            spent += time.process_time() - began
            decisions += 1
            state = game.take(state, action)
    return 1000 * spent / decisions


def montecarlo() -> Any:  # noqa: ANN401  # a class of a program that cannot be imported
    """Loads the program of the bot montecarlo; returns the bot's class."""
    spec = util.spec_from_file_location("montecarlo_bot", BOT)
    assert spec
    assert spec.loader
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.MonteCarlo


def read(part: bytes) -> Batch:
    """Decodes one encoded part of a batch, such as a turn, as a bot does; returns a batch with only this part."""
    return ArenaMessage.FromString(encode_batch([part])).batch


def main() -> None:
    """Measures the arena's games and hearts in alternation, so that a change of the machine's speed affects both, and
    reports the speeds.
    """
    hearts = [hearts_rate()]
    figures: dict[str, float] = {}
    for key in GAMES:
        figures[f"{key} playouts/s"] = engine_rate(key)
        hearts.append(hearts_rate())
    figures["hearts playouts/s"] = peer = sum(hearts) / len(hearts)
    figures["montecarlo, ms a decision"] = thinking()
    ratios = [Ratio(f"{key} / hearts", figures[f"{key} playouts/s"] / peer, TARGETS[key]) for key in GAMES]
    report("playouts", figures, ratios)


if __name__ == "__main__":
    main()
