"""`arena games`: lists all games."""

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.game import GameChoice


@click.command()
@click.argument("game", type=GameChoice(), metavar="[GAME]", required=False)
@click.option(
    "--openspiel", is_flag=True, help="List the games of the Python package OpenSpiel instead of the arena's games."
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@handled_in("games")
def games() -> None:
    """List all games, each with its origin.

    Lists key, title, seats and version of each game, whether it is built in, an example or from an installed package,
    and a one-line description. A game that cannot be loaded is listed with its error. GAME, a key or a Python file,
    lists only that game. The code of packages and files runs unconfined.

    With --openspiel, lists the name of each game for league files and commands, its title, seats, whether it has hidden
    information or luck, and the maximum number of actions; for a game that cannot be played, the reason.
    """
