"""`arena verify`: whatever of results can be computed again is, and compared: a league's, or those of tables."""

import click

from arena.cli.completion import complete_results
from arena.cli.game_choice import game_files_option
from arena.cli.loading import handled_in


@click.command()
@click.argument("db", shell_complete=complete_results)
@click.option("--commitment", metavar="HEX", help="Demand that it is this one, published before play.")
@click.option("--seal", metavar="HEX", help="Demand that it is this one, published with the results.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@game_files_option
@handled_in("verify")
def verify() -> None:
    """Check all results of a league by computing them again.

    Every match is played again from its record; schedule, deals, seal and standings are computed anew. DB is the
    league's results file, the folder that is in, or the URL of a database with #LEAGUE behind it; the standings files
    are looked for beside it, for a database in results/LEAGUE. Prints each failure; the exit status is 0 if there is
    none, else 1. While the league is being played, what was stored at one moment is checked, without standings files.

    DB may also be a folder of tables at which people played, or the file of one: their finished matches are checked.
    """
