"""`arena standings`: the table of a results file."""

from contextlib import closing
from pathlib import Path

import click

from arena.cli.show import show_standings
from leaderboards.formats import FORMATS
from leaderboards.standings import standings as compute_standings
from leaderboards.store import Store


@click.command()
@click.argument("db", type=click.Path(path_type=Path))
@click.option("--format", "ending", type=click.Choice(["table", *FORMATS]), default="table", show_default=True)
def standings(db: Path, ending: str) -> None:
    """Print the table of a league.

    DB is its results file, or the folder that is in.
    """
    with closing(Store.open(db / "league.db" if db.is_dir() else db)) as store:
        table = compute_standings(store.matches())
    if ending == "table":
        show_standings(table)
    else:
        click.echo(FORMATS[ending](table), nl=False)
