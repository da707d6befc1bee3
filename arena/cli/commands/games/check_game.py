"""`arena check-game`: one game alone, tried by random matches."""

import click

from arena.cli.loading import handled_in


@click.command()
@click.argument("game", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
@handled_in("check_game")
def check_game() -> None:
    """Try whatever a game promises of GAME.

    GAME is a file, or the key of a game that is known. Its code runs unconfined. Random matches of all its editions
    and numbers of seats are played and looked at; of each check that fails it is told what was expected, what happened
    and what to do. Exit status: 0 if no check failed, else 1.
    """
