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
    help="Build all bots of this league instead of BOTS, which must then not be given; LEAGUE.toml is the path of a "
    "league file. Each bot is built in a copy of its folder, from which the league starts the bot.",
)
@handled_in("build")
def build() -> None:
    """Build BOTS that have changed since their last build.

    BOTS are any number of bots, each the path of a bot's folder or of its bot.toml, or the name of a house bot (see
    arena list). If you give neither BOTS nor --league, the command builds all house bots. It lists those whose tools
    are not installed, and leaves them out.

    Every command that plays a bot builds the bot first if needed; building it earlier saves that time. Exit status: 1
    if a build fails, else 0; house bots that are left out do not count.
    """
