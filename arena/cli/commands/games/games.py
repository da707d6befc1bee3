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

    For each game, the list shows its key, title, possible numbers of seats, the version of its rules, a one-line
    description, and its origin: built in, an example, or an installed package. A game that cannot be loaded is listed
    with its error.

    With GAME, which is a game's key or the path of its Python file, only this game is listed. The origin of a game in
    a file is the file. The code of games from packages and files runs unconfined, with all your rights.

    With --openspiel, GAME must be left out. For each game of OpenSpiel, the list then shows its key, title and number
    of seats, whether it has hidden information or luck, and the maximum number of actions. For a game that the arena
    cannot play, the list shows only its key, its title and the reason.
    """
