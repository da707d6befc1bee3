"""`arena faults`: what bots did wrong, where, and what they printed."""

import click

from arena.cli.completion import complete_results
from arena.cli.game_choice import game_files_option
from arena.cli.loading import handled_in


@click.command()
@click.argument("db", shell_complete=complete_results)
@click.argument("bot", required=False)
@click.option("--all", "everything", is_flag=True, help="Print all of them, not only the first 10.")
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
@game_files_option
@handled_in("faults")
def faults() -> None:
    """Print what bots did wrong, and where.

    DB is as for arena replay; with BOT, a name in the league, only its faults. A fault forfeits a match: here are its
    number and id, the seat, the turn, what happened, and the last lines the bot had printed. Matches that were
    forfeited together, because a bot's process ended, are told as one.
    """
