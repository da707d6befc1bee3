"""Compares the strength of a bot with that of the house bot montecarlo, without an arena.

    cd build/compiled && ../../.venv/bin/python -m training.champion.strength champion --seats 3 --blocks 500
    cd build/compiled && ../../.venv/bin/python -m training.champion.strength montecarlo --playouts 12000 --seats 4

The result is the share of opponents that the bot beats, minus the share that montecarlo beats. As in `arena compare`,
the two play the same deals at every seat, against the same opponents. The opponents are house bots, which take turns
from deal to deal. The second command estimates how much any bot could gain: it gives montecarlo a hundred times as many
playouts.
"""

import argparse
import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean, stdev

from bot import LEARNED, share_of
from network import FINE

from arena.bot.local_match import BotMaker, load
from arena.building.field import house_bots_of
from arena.building.house import house_bot_names
from training.champion.lessons import SEATS
from training.champion.matches import CHAMPION, champion, house_bot, new_match, steps

MONTECARLO = "montecarlo"
SEED = 1 << 61
"""The seed of the first block; training and insights use other seeds."""


def montecarlo_with(playouts: int) -> BotMaker:
    """Returns the bot montecarlo with another number of playouts. The limit on the worlds (states that agree with the
    bot's view) is raised to this number, so that each playout can start from a different world.
    """
    maker = load(house_bot_names()[MONTECARLO].parent)
    vars(sys.modules[maker.__module__]).update(PLAYOUTS=playouts, MOST_WORLDS=playouts)
    return maker


def beaten(maker: BotMaker, seats: int, seed: int) -> float:
    """Returns the share of opponents that the bot beats in a block, which has one match for each seat."""
    field = [house_bot(bot.name) for bot in house_bots_of("verraeter")]
    shares = []
    for seat in range(seats):
        makers = [field[(seed + place) % len(field)] for place in range(seats - 1)]
        makers.insert(seat, maker)
        match = new_match(seats, seed)
        for _ in steps(match, makers, seed):
            pass
        shares.append(share_of(tuple(match.record().scores), seat) / FINE)
    return fmean(shares)


def difference(seed: int, make: Callable[[], BotMaker], seats: int) -> float:
    """Returns the share of opponents that the bot beats, minus the share that montecarlo beats.

    Each of the two plays one match at every seat, with the same deal and opponents.
    """
    return beaten(make(), seats, seed) - beaten(house_bot(MONTECARLO), seats, seed)


def main() -> None:
    """Plays `--blocks` blocks; prints the mean of `difference` with its 95 % confidence interval."""
    parser = argparse.ArgumentParser(description="Measures how much stronger a bot is than montecarlo.")
    parser.add_argument("bot", choices=[CHAMPION, MONTECARLO])
    parser.add_argument("--playouts", type=int, default=600, help="for a decision")
    parser.add_argument("--seats", type=int, choices=SEATS, default=4)
    parser.add_argument("--blocks", type=int, default=100)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    make = partial(
        montecarlo_with if options.bot == MONTECARLO else partial(champion, learned=LEARNED), options.playouts
    )
    with ProcessPoolExecutor(options.workers) as pool:
        seeds = range(SEED, SEED + options.blocks)
        found = list(pool.map(partial(difference, make=make, seats=options.seats), seeds, chunksize=2))
    print(
        f"{options.bot} with {options.playouts} playouts, {options.seats} seats, {len(found)} blocks: "
        f"{100 * fmean(found):+.1f} ± {196 * stdev(found) / len(found) ** 0.5:.1f} % of opponents more than montecarlo"
    )


if __name__ == "__main__":
    main()
