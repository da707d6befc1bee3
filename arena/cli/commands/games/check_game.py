"""`arena check-game`: checks one game by random matches."""

import click

from arena.cli.lazy_handlers import handled_in


@click.command()
@click.argument("game", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON instead of text.")
@handled_in("check_game")
def check_game() -> None:
    """Check that GAME is correct and can be played in leagues.

    GAME is the path of a game's Python file, or the key of a game (see arena games). The game's code runs unconfined,
    with all your rights.

    To check the game, the command plays random matches of each edition with each number of seats. For each check that
    fails, the output says what was expected, what happened and what to do. Exit status: 0 if no check failed, else 1.
    """
