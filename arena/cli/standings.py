"""`arena standings`: the table of a results file."""

from contextlib import closing

import click

from arena.cli.show import show_standings
from leaderboards.formats import FORMATS
from leaderboards.standings import standings as compute_standings
from leaderboards.store import Store


@click.command()
@click.argument("db")
@click.option("--format", "ending", type=click.Choice(["table", *FORMATS]), default="table", show_default=True)
def standings(db: str, ending: str) -> None:
    """Print the table of a league.

    DB is its results file, the folder that is in, or the URL of a database with #LEAGUE behind it.
    """
    with closing(Store.open(db)) as store:
        table = compute_standings(store.matches())
    if ending == "table":
        show_standings(table)
    else:
        click.echo(FORMATS[ending](table), nl=False)
