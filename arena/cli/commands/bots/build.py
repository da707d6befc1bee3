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
    help="Build all bots of this league; leave BOTS out. LEAGUE.toml is the path of a league file. Each bot is built "
    "in a copy of its folder; the league starts the bot from this copy.",
)
@handled_in("build")
def build() -> None:
    """Build BOTS that have changed since their last build.

    BOTS are any number of bots, each the path of a bot's folder or of its bot.toml, or the name of a house bot (see
    arena list). If you give neither BOTS nor --league, the command builds all house bots whose tools are installed. For
    each other house bot, it prints which tools are missing.

    Every command that plays a bot builds the bot first if needed, so you need this command only to build it earlier.
    Exit status: 1 if a bot cannot be built, else 0. If you give neither BOTS nor --league, house bots without their
    tools do not count.
    """
