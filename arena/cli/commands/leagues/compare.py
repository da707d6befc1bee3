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
    help="Opponent of NEW and OLD: the path of a bot's folder or of its bot.toml, or the name of a house bot. Repeat "
    "the option for more opponents. If there are too few for the seats of a match, house bots take the free seats. "
    "If there are more than a match needs, the opponents take turns. "
    "Without this option, the opponents are the game's house bots; but if a match has two seats, NEW and OLD play "
    "each other.",
)
@click.option(
    "--game",
    type=GameChoice(),
    metavar="GAME",
    help="Game to play: a game's key (see arena games), or the path of its Python file, whose code the command "
    "runs; default: the game in the bot.toml of NEW. Give this option if the bot.toml lists no game, or several.",
)
@click.option(
    "--edition",
    shell_complete=complete_editions,
    help="Edition of the game's rules; arena list shows the editions of each game; default: the game's first edition.",
)
@click.option(
    "--seats",
    type=click.IntRange(2),
    help="Number of seats in each match, which the game must allow; default: the greatest number that the game allows.",
)
@click.option(
    "--blocks",
    type=click.IntRange(2, 1_000_000),
    default=500,
    show_default=True,
    help="Greatest number of blocks to play; the test stops with fewer blocks as soon as it is sure of the answer.",
)
@click.option(
    "--margin",
    type=click.FloatRange(0, 100, max_open=True),
    callback=_number,
    default=5.0,
    show_default=True,
    help="Smallest difference between NEW and OLD that matters to you, in percentage points. If NEW and OLD play "
    "against other bots, the difference is the share of opponents that NEW beats, minus the share that OLD beats. In "
    'this case, the answer is "no difference" as soon as the test is sure that neither bot leads by this margin. If '
    "NEW and OLD play each other, the difference is the share of matches that NEW wins, minus the share that NEW loses."
    ' In this case, the answer is "not better" as soon as the test is sure that NEW does not lead by this margin. With '
    "0, every difference matters, so neither of these two answers occurs.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, (1 << 63) - 1),
    help="Number from which all deals follow; to play the deals of an earlier comparison again, give the number "
    "that it printed; default: a random number.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=lambda: os.cpu_count() or 1,
    help="Number of processes that play matches; default: one for each processor.",
)
@click.option(
    "--in-flight",
    type=click.IntRange(1, 100_000),
    default=1024,
    show_default=True,
    help="Greatest number of matches that each process plays at once; --workers sets the number of processes.",
)
@sandbox_option
@output_option
@click.option(
    "--recall",
    type=OneOf(["process", "none"]),
    default="process",
    show_default=True,
    help="Whether a bot can remember a deal when it plays the deal again. process: it can, because each worker "
    "(see --workers) starts one process of the bot for all matches. none: it cannot, because each worker starts "
    "several processes of the bot, and each process plays a deal at most once.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON instead of text.")
@handled_in("compare")
def compare() -> None:
    """Test whether NEW is better than OLD.

    NEW and OLD are two bots, usually two versions of one bot. Each is the path of a bot's folder or of its bot.toml, or
    the name of a house bot (see arena list).

    Both play the same deals from every seat against the same opponents: the bots of --against, or else house bots. A
    deal is the luck of a match, such as the order of the cards. A block is one deal, played from all seats by NEW and
    by OLD. In matches with two seats and without --against, NEW and OLD play each other instead; a block is then two
    matches of one deal, the second with the seats exchanged.

    The test checks the results several times during play, and stops as soon as the answer is 95 % sure; this percentage
    takes the repeated checks into account. If that does not happen within --blocks blocks, the answer is "undecided".

    Exit status: 0 if NEW is better, 1 for every other answer, 2 if the command failed, 130 if you interrupted the
    command.
    """
