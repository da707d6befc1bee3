"""`arena compare`: tests whether one version of a bot is better than another."""

import math
import os

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.completion import complete_bots, complete_editions
from arena.cli.options.game import GameChoice
from arena.cli.options.one_of import OneOf
from arena.cli.options.output import output_option
from arena.cli.options.sandbox import sandbox_option


def _number(_context: click.Context, _option: click.Parameter, value: float) -> float:
    """Returns the value of an option unchanged. Raises click.BadParameter for nan, which Click's ranges accept."""
    if math.isnan(value):
        raise click.BadParameter("nan is not in the range 0<=x<100.")
    return value


@click.command()
@click.argument("new", shell_complete=complete_bots)
@click.argument("old", shell_complete=complete_bots)
@click.option(
    "--against",
    metavar="BOT",
    multiple=True,
    shell_complete=complete_bots,
    help="An opponent; repeat the option for more opponents.",
)
@click.option("--game", type=GameChoice(), metavar="GAME", help="The game; default: the game in NEW's manifest.")
@click.option("--edition", shell_complete=complete_editions, help="Edition of the rules; default: the game's first.")
@click.option("--seats", type=click.IntRange(2), help="Number of seats; default: the game's maximum.")
@click.option(
    "--blocks", type=click.IntRange(2, 1_000_000), default=500, show_default=True, help="Play at most this many blocks."
)
@click.option(
    "--margin",
    type=click.FloatRange(0, 100, max_open=True),
    callback=_number,
    default=5.0,
    show_default=True,
    help="The smallest difference that matters, in % of opponents beaten; with two seats, in % of matches won more "
    "than lost.",
)
@click.option("--seed", type=click.IntRange(0, (1 << 63) - 1), help="Seed of the deals; default: random.")
@click.option(
    "--workers", type=click.IntRange(1, 256), default=lambda: os.cpu_count() or 1, help="Number of arena processes."
)
@click.option(
    "--in-flight",
    type=click.IntRange(1, 100_000),
    default=1024,
    show_default=True,
    help="Matches at a time in each worker.",
)
@sandbox_option
@output_option
@click.option(
    "--recall",
    type=OneOf(["process", "none"]),
    default="process",
    show_default=True,
    help="What a bot may remember of a deal that it plays again; with none, it has two processes for each seat.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@handled_in("compare")
def compare() -> None:
    """Test whether NEW is better than OLD.

    Both versions play the same deals from every seat against the same opponents: house bots, or those named by
    --against. A block is one deal, played from all seats by each version. With two seats and no --against, the versions
    play each other; a block is then a pair of matches of one deal. The test looks at the results several times while it
    plays, and stops as soon as the answer is 95 % sure; this figure allows for the repeated looks. Exit status: 0
    better, 1 not better, 2 failed, 130 interrupted.
    """
