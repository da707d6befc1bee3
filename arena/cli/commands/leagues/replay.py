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
    help="Also print the board as text at the beginning of each round; in games without rounds, after each action.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the match as a JSON document: the record, and the game's state after each action.",
)
@click.option(
    "--eyes",
    default=ALL,
    metavar="EYES",
    help="With --json: whose knowledge to print for each step; the number of a seat, from 0: what this seat knew; "
    "table: what everybody knew; all (the default): everything.",
)
@game_files_option
@handled_in("replay")
def replay() -> None:
    """Print a stored match, including all hidden information.

    DB is a results file, its folder, or the URL of a database followed by #LEAGUE. MATCH is a number in the schedule,
    from 0, or at least the first 8 digits of the match's id. DB may also be a folder of tables; then MATCH is a
    table's id.
    """
