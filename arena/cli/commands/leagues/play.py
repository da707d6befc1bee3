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
@click.option("--edition", shell_complete=complete_editions, help="Edition of the rules; default: the game's first.")
@click.option("--seed", type=click.IntRange(0), help="Seed of the deal; default: random.")
@sandbox_option
@output_option
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Save the match as a page that opens from disk.",
)
@click.option("--serve", is_flag=True, help="Serve that page after the match, until Ctrl-C.")
@click.option("--bind", metavar="HOST:PORT", default=ADDRESS, show_default=True, help="Address for --serve.")
@click.option(
    "--board",
    is_flag=True,
    help="Print the board as text at each heading, or after each action in games without rounds.",
)
@click.option("--me", is_flag=True, help="Play seat 0 yourself, in a browser; BOTS take the other seats.")
@handled_in("play")
def play() -> None:
    """Play one match of GAME and follow it.

    GAME is a name from arena list, or the path of a game's Python file, whose code the command runs; connect-four is
    the quickest to learn. The output shows everything, including the secrets of every seat. BOTS are paths of manifests
    or names of house bots, one for each seat; the same bot may take several seats. Bots are built first if needed.

    With --me you play yourself: the command opens a table, kept in the folder tables, and prints its link. Write
    `person` among BOTS to invite another person by a second link. Only this machine can connect. Stop with Ctrl-C.
    """
