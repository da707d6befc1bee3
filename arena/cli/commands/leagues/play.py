"""`arena play`: one match, followed in the terminal, or played at a table in the browser."""

from pathlib import Path

import click

from arena.cli.completion import complete_bots, complete_editions
from arena.cli.game_choice import GameChoice
from arena.cli.listening import ADDRESS
from arena.cli.loading import handled_in
from arena.cli.output_option import output_option
from arena.cli.sandbox_option import sandbox_option


@click.command()
@click.argument("game", type=GameChoice(), metavar="GAME")
@click.argument("bots", nargs=-1, required=True, shell_complete=complete_bots)
@click.option("--edition", shell_complete=complete_editions, help="Edition of the rules; by default the game's first.")
@click.option("--seed", type=click.IntRange(0), help="Seed of the deal; drawn if absent.")
@sandbox_option
@output_option
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the match as a page with the drawn board, which opens from disk.",
)
@click.option("--serve", is_flag=True, help="Serve that page when the match is over, until Ctrl-C.")
@click.option("--bind", metavar="HOST:PORT", default=ADDRESS, show_default=True, help="Where, with --serve.")
@click.option(
    "--board",
    is_flag=True,
    help="Print the whole board as text at every heading, or after every action of a game without rounds.",
)
@click.option("--me", is_flag=True, help="Sit down at seat 0 oneself, in a browser; BOTS have the other seats.")
@handled_in("play")
def play() -> None:
    """Play one match of GAME and follow it.

    GAME is one that arena list tells, or the Python file of one, whose code is run; connect-four is the quickest to
    learn. All is told, the secrets of every seat included. BOTS are the paths of manifests or the names of house bots,
    one for each seat; the same bot may sit twice. Those that must be built are built first.

    With --me nothing is told: a table is opened, in the folder tables, and its link printed; `person` may stand among
    BOTS for somebody who comes by a second link. It is served on this machine alone, until Ctrl-C.
    """
