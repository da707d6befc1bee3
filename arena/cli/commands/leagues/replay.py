"""`arena replay`: prints one stored match."""

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.completion import complete_results
from arena.cli.options.game import game_files_option
from arena.match.frames import ALL


@click.command()
@click.argument("db", shell_complete=complete_results)
@click.argument("match")
@click.option(
    "--board",
    is_flag=True,
    help="Also print the board as text at the beginning of each round; in games without rounds, after each action. "
    "With --json, this has no effect.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the match as a JSON document instead of text. It contains the bots, the result, and the game's state "
    "at the start and after each action.",
)
@click.option(
    "--eyes",
    default=ALL,
    metavar="EYES",
    help="Only with --json: whose knowledge the JSON document contains. EYES is the number of a seat, from 0, for what "
    "this seat knew; the word table, for what was open to everybody; or the word all, for everything, secrets "
    "included, which is the default.",
)
@game_files_option
@handled_in("replay")
def replay() -> None:
    """Print a stored match, including all hidden information.

    DB names the results of a league: its results file (league.db), the folder of this file, such as results/house, or
    URL#LEAGUE, which is the URL of a database, # and the league's name. MATCH is the match's number in the league's
    schedule (the first match has number 0), or at least the first 8 digits of the match's id.

    DB may also be a folder of tables, which are matches with people, or the file of one table. MATCH is then the
    table's id, which is the name of the table's file without .jsonl; the match must be over.
    """
