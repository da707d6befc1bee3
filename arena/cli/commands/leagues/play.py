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
    help="Edition of the game's rules; arena list shows the editions of each game; default: the game's first edition.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    help="Number from which the deal follows; to play the deal of an earlier match again, give the seed that arena "
    "play printed for that match; default: a random number.",
)
@sandbox_option
@output_option
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Save the match to this file, as an HTML page that a browser can open without a server; not with --me.",
)
@click.option(
    "--serve",
    is_flag=True,
    help="After the match, serve a page of the match to browsers until you press Ctrl-C; not with --me.",
)
@click.option(
    "--bind",
    metavar="HOST:PORT",
    default=ADDRESS,
    show_default=True,
    help="Address at which --serve serves the page; without --serve, it has no effect.",
)
@click.option(
    "--board",
    is_flag=True,
    help="Also print the board as text at the beginning of each round; in games without rounds, after each action. "
    "With --me, this has no effect.",
)
@click.option(
    "--me",
    is_flag=True,
    help="Play seat 0 yourself in a browser; BOTS are then only the players of the other seats, from seat 1 on.",
)
@handled_in("play")
def play() -> None:
    """Play one match of GAME and follow it.

    GAME is a game's key (see arena games), or the path of its Python file, whose code the command runs; the game
    connect-four is the quickest to learn. BOTS are one bot for each seat, in the order of the seats; arena games shows
    how many seats a game has. Each is the path of a bot's folder or of its bot.toml, or the name of a house bot (see
    arena list); you may name the same bot several times. Bots are built first if needed.

    Without --me, only bots play, and the terminal shows each action and the secrets of every seat.

    With --me, you play in a browser and see only what your seat may see. You take seat 0, so BOTS are only the
    players of the other seats. For example, to play against one bot: arena play connect-four --me random

    The command prints the link of your seat. To let other people play too, write the word person among BOTS in the
    place of each of them; the command then prints a second link, for these people. Only browsers on this machine can
    open the links. To play with people on other machines, use arena serve instead.

    A match with people is called a table. The command stores it in the folder "tables" in the current folder. With
    --me, the options --output, --save and --serve are not allowed. Press Ctrl-C to stop; the output names the command
    with which you can continue the match later.
    """
