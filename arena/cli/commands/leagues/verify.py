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
    help="Commitment (a hash that fixes the deals) that was published before play, in hexadecimal digits; the command "
    "fails if the results have another commitment. Without this option, the commitment is only printed.",
)
@click.option(
    "--seal",
    metavar="HEX",
    help="Seal (a hash over all matches) that was published with the results, in hexadecimal digits; the command fails "
    "if the results have another seal. Without this option, the seal is only printed.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON instead of text.")
@game_files_option
@handled_in("verify")
def verify() -> None:
    """Verify all results of a league by playing every match again.

    Every match is played again from its record, without bots. The schedule, the deals, the standings and the seal (a
    hash over all matches) are computed again. The output lists each difference. Exit status: 0 if everything is
    correct, else 1.

    DB names the results of a league: its results file (league.db), the folder of this file, such as results/house, or
    URL#LEAGUE, which is the URL of a database, # and the league's name. The standings files are expected next to the
    results file; for a database, in results/LEAGUE in the current folder. While a league is being played, the command
    verifies only the matches that are stored when it begins, and does not compare the standings files.

    DB may also be a folder of tables, which are matches with people, or the file of one table. Then the finished
    matches of these tables are verified, and --commitment and --seal are not allowed.
    """
