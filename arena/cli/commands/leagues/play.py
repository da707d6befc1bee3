"""`arena play`: plays one match, in the terminal or at a table in the browser."""

from pathlib import Path

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.completion import complete_bots, complete_editions
from arena.cli.options.game import GameChoice
from arena.cli.options.listen import ADDRESS
from arena.cli.options.output import output_option
from arena.cli.options.sandbox import sandbox_option


@click.command()
@click.argument("game", type=GameChoice(), metavar="GAME")
@click.argument("bots", nargs=-1, required=True, shell_complete=complete_bots)
@click.option(
    "--edition",
    shell_complete=complete_editions,
    help="Edition of the game's rules; default: the first edition in arena list.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    help="Number from which the deal follows, to repeat a match; default: a random number.",
)
@sandbox_option
@output_option
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Save the match to this file, as an HTML page that a browser can open without a server.",
)
@click.option(
    "--serve", is_flag=True, help="After the match, serve a page of the match to browsers until you press Ctrl-C."
)
@click.option(
    "--bind", metavar="HOST:PORT", default=ADDRESS, show_default=True, help="Address at which --serve serves the page."
)
@click.option(
    "--board",
    is_flag=True,
    help="Also print the board as text at the beginning of each round; in games without rounds, after each action.",
)
@click.option("--me", is_flag=True, help="Play seat 0 yourself in a browser; the BOTS play the other seats.")
@handled_in("play")
def play() -> None:
    """Play one match of GAME and follow it.

    GAME is a name from arena list, or the path of a game's Python file, whose code the command runs; connect-four is
    the quickest to learn. The output shows everything, including the secrets of every seat. BOTS are paths of manifests
    or names of house bots, one for each seat; the same bot may play several seats. Bots are built first if needed.

    With --me you play yourself: the command opens a table (a match with people), stored in the folder tables, and
    prints a link to the table. Write `person` among BOTS to invite another person by a second link. Only browsers on
    this machine can connect. Stop with Ctrl-C.
    """
