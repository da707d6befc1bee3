"""`arena similarity`: which bots are alike, as hints for who then looks."""

from pathlib import Path
from typing import Final

import click

from arena.cli.completion import complete_bots
from arena.cli.game_choice import game_files_option
from arena.cli.loading import handled_in
from arena.cli.one_of import OneOf
from arena.cli.sandbox_option import sandbox_option

FORMS: Final = ("jplag", "dolos")


@click.command()
@click.argument("bots", nargs=-1, required=True, shell_complete=complete_bots)
@click.option(
    "--template",
    "templates",
    metavar="BOT",
    multiple=True,
    shell_complete=complete_bots,
    help="What all were given, as a bot's folder; give it again for more.",
)
@click.option(
    "--export",
    "exported",
    type=(OneOf(FORMS), click.Path(file_okay=False, path_type=Path)),
    metavar="FORM FOLDER",
    help=f"Only write the sources for another program, {' or '.join(FORMS)}, into a new folder.",
)
@click.option("--sources-only", is_flag=True, help="Start no bot: compare the sources alone.")
@sandbox_option
@click.option("--json", "as_json", is_flag=True, help="Print all that was found as JSON.")
@game_files_option
@handled_in("similarity")
def similarity() -> None:
    """Say which of BOTS are alike.

    BOTS are folders, paths of manifests or names of house bots. Compared are their sources, without what stands in
    starters, kits and templates, and what they choose at the same positions, where a choice that others make too counts
    little. What is found are hints: somebody has to look. Exit status: 0, whatever is found.
    """
