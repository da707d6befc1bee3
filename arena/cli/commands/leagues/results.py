"""`arena results`: prints matches of a league as rows."""

from pathlib import Path

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.completion import complete_results
from arena.cli.options.one_of import OneOf


@click.command()
@click.argument("db", shell_complete=complete_results)
@click.option(
    "--format",
    "ending",
    type=OneOf(["csv", "jsonl"]),
    default="csv",
    show_default=True,
    help="Form of the rows; csv: a line of headings, then a line of values for each match; jsonl: a JSON object on "
    "one line for each match.",
)
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the rows to FILE instead of the terminal. An existing FILE is replaced; if writing fails, it keeps its "
    "old content.",
)
@handled_in("results")
def results() -> None:
    """Print a row for each match of a league.

    DB names the results of a league: its results file (league.db), the folder of this file, such as results/house, or
    URL#LEAGUE, which is the URL of a database, # and the league's name. The league may still be under way; the rows are
    then those of the matches that are stored. Matches are not played again.

    A row has the bots by seat, scores, ranks, faults, times and the deal; docs/leagues/exported-results.md describes
    each column.
    """
