"""`arena results`: the matches of a league as rows for other programs."""

from pathlib import Path

import click

from arena.cli.completion import complete_results
from arena.cli.loading import handled_in
from arena.cli.one_of import OneOf


@click.command()
@click.argument("db", shell_complete=complete_results)
@click.option("--format", "ending", type=OneOf(["csv", "jsonl"]), default="csv", show_default=True)
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write to FILE, which is there when it is whole, and is replaced.",
)
@handled_in("results")
def results() -> None:
    """Print a row for each match of a league.

    DB is its results file, the folder that is in, or the URL of a database with #LEAGUE behind it. A row says who sat
    where, scores, ranks, faults, times, and what the deal was; docs/leagues.md tells each column. No match is played
    again. A league that is still played can be read, too.
    """
