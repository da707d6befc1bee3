"""`arena games`: what games there are, and where each comes from."""

import click

from arena.cli.game_choice import GameChoice
from arena.cli.loading import handled_in


@click.command()
@click.argument("game", type=GameChoice(), metavar="[GAME]", required=False)
@click.option("--openspiel", is_flag=True, help="List the games of OpenSpiel instead.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@handled_in("games")
def games() -> None:
    """Print what games there are, and where each comes from.

    Of each game: its key, title, seats, and version; whether it is built in, an example, or of an installed package;
    and one line of what it is. A game that cannot be loaded has its error in place of these. GAME is a key, or the
    Python file of a game, and is the only one listed. The code of packages and files runs unconfined.

    Of each game of OpenSpiel: its name in league files and commands, title, seats, whether anything is hidden, whether
    there is luck, and how many actions a match has at most; or why it makes no league.
    """
