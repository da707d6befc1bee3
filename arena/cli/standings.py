"""`arena standings`: the table of a results file."""

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
    """Print the standings of the results in DB, a file or the folder it is in."""
    store = Store.open(db / "league.db" if db.is_dir() else db)
    try:
        table = compute_standings(store.matches())
    finally:
        store.close()
    if ending == "table":
        show_standings(table)
    else:
        click.echo(FORMATS[ending](table), nl=False)
