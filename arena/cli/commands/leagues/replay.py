"""`arena replay`: one stored match, in notation or as frames."""

import click

from arena.cli.completion import complete_results
from arena.cli.game_choice import game_files_option
from arena.cli.loading import handled_in
from arena.match.frames import ALL


@click.command()
@click.argument("db", shell_complete=complete_results)
@click.argument("match")
@click.option(
    "--board",
    is_flag=True,
    help="Print the whole board as text at every heading, or after every action of a game without rounds.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a document with all that a viewer needs.")
@click.option(
    "--eyes",
    default=ALL,
    metavar="EYES",
    help="With --json: a seat, table or all (the default): tell what it knew at each step, what lay open, or all.",
)
@game_files_option
@handled_in("replay")
def replay() -> None:
    """Tell a stored match, with all that was hidden then.

    DB is a results file, the folder that is in, or the URL of a database with #LEAGUE behind it. MATCH is a number in
    the schedule, from 0, or at least 8 digits of an id. DB may also be a folder of tables; then MATCH is a table's id.
    """
