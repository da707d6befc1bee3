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
    help="Form of the rows; jsonl: one JSON object on each line.",
)
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the rows to FILE instead of the terminal; an old FILE is replaced when all rows are written.",
)
@handled_in("results")
def results() -> None:
    """Print a row for each match of a league.

    DB is a results file, its folder, or the URL of a database followed by #LEAGUE. A row has the bots by seat, scores,
    ranks, faults, times and the deal; docs/leagues/exported-results.md describes each column. Matches are not
    played again. The league may still be under way.
    """
