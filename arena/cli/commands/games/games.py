"""`arena games`: lists all games."""

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.game import GameChoice


@click.command()
@click.argument("game", type=GameChoice(), metavar="[GAME]", required=False)
@click.option(
    "--openspiel", is_flag=True, help="List the games of the Python package OpenSpiel instead of the arena's games."
)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON instead of text.")
@handled_in("games")
def games() -> None:
    """List all games, each with its origin.

    For each game, the list shows its key, title, numbers of seats and version, a one-line description, and its origin:
    built in, an example, or an installed package. A game that cannot be loaded is listed with its error.

    With GAME, which is a game's key or the path of its Python file, only this game is listed. The code of games from
    packages and files runs unconfined, with all your rights.

    With --openspiel, GAME must be left out. For each game of OpenSpiel, the list then shows its key, its title, seats,
    whether it has hidden information or luck, and the maximum number of actions; for a game that cannot be played, the
    reason.
    """
