"""`arena faults`: lists the faults of bots, with their output."""

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.completion import complete_results
from arena.cli.options.game import game_files_option


@click.command()
@click.argument("db", shell_complete=complete_results)
@click.argument("bot", required=False)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Print all faults; without this option, only the first 10 are printed, also with --json.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON instead of text.")
@game_files_option
@handled_in("faults")
def faults() -> None:
    """Print the faults of bots, and where they happened.

    A fault is an error by which a bot forfeits the match, such as an illegal action, a late answer or a crash. For each
    fault, the list gives the bot, the match's number and id, the seat, the turn, what happened, and the last lines that
    the bot printed. Matches that were forfeited together because a bot's process ended are listed as one fault. Only
    the first 10 faults are printed, unless --all is given.

    DB names the results of a league: its results file (league.db), the folder of this file, such as results/house, or
    URL#LEAGUE, which is the URL of a database, # and the league's name. BOT is the name of a bot in the league. With
    BOT, the list has only this bot's faults; without BOT, it has those of all bots.
    """
