"""`arena build`: builds bots."""

from pathlib import Path

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.completion import complete_bots


@click.command()
@click.argument("bots", nargs=-1, shell_complete=complete_bots)
@click.option(
    "--league",
    "league_file",
    metavar="LEAGUE.toml",
    type=click.Path(path_type=Path),
    help="Build all bots of this league instead of BOTS; each bot is built in a copy of its folder, from which the "
    "league starts the bot.",
)
@handled_in("build")
def build() -> None:
    """Build BOTS that have changed since their last build.

    Without names, the house bots are built. House bots whose tools are not installed are listed and left out. Every
    command that plays a bot builds it first; building bots earlier saves that time. Exit status: 0 if everything that
    could be built was built, else 1.
    """
