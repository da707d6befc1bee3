"""`arena build`: bots made ready to play."""

from pathlib import Path

import click

from arena.cli.completion import complete_bots
from arena.cli.loading import handled_in


@click.command()
@click.argument("bots", nargs=-1, shell_complete=complete_bots)
@click.option(
    "--league",
    "league_file",
    metavar="LEAGUE.toml",
    type=click.Path(path_type=Path),
    help="Build the copies that the bots of a league play from.",
)
@handled_in("build")
def build() -> None:
    """Build BOTS that were not built since they changed.

    Without names it is the house bots. House bots whose tools are not installed are named and left out. Whoever plays
    a bot builds it first, so this only saves them the time. Exit status: 0 if all that could be built was built, else
    1.
    """
