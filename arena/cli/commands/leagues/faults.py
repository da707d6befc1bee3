"""`arena faults`: lists the faults of bots, with their output."""

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.completion import complete_results
from arena.cli.options.game import game_files_option


@click.command()
@click.argument("db", shell_complete=complete_results)
@click.argument("bot", required=False)
@click.option("--all", "everything", is_flag=True, help="Print all faults; default: only the first 10.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@game_files_option
@handled_in("faults")
def faults() -> None:
    """Print the faults of bots, and where they happened.

    DB is a results file, its folder, or the URL of a database followed by #LEAGUE. With BOT, the name of a bot in the
    league, only the faults of this bot are printed. A bot with a fault forfeits the match. The list gives the match's
    number and id, the seat, the turn, what happened, and the last lines the bot printed. Matches forfeited together
    because a bot's process ended are listed as one.
    """
