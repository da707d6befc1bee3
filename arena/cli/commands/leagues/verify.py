"""`arena verify`: verifies the results of a league, or of tables at which people played."""

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.completion import complete_results
from arena.cli.options.game import game_files_option


@click.command()
@click.argument("db", shell_complete=complete_results)
@click.option(
    "--commitment",
    metavar="HEX",
    help="Commitment that was published before play; the command fails if the results have another commitment.",
)
@click.option(
    "--seal",
    metavar="HEX",
    help="Seal that was published with the results; the command fails if the results have another seal.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@game_files_option
@handled_in("verify")
def verify() -> None:
    """Verify all results of a league by playing every match again.

    Every match is played again from its record; schedule, deals, seal and standings are computed again. DB is a results
    file, its folder, or the URL of a database followed by #LEAGUE. Standings files are expected next to the results
    file; for a database, in results/LEAGUE. Prints each failure. Exit status: 0 if everything is correct, else 1. While
    a league is under way, a snapshot is verified, without standings files.

    DB may also be a folder of tables, or the file of one table: then the finished matches of these tables are verified.
    """
