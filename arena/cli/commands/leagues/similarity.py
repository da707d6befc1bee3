"""`arena similarity`: finds bots that are alike."""

from pathlib import Path
from typing import Final

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.completion import complete_bots
from arena.cli.options.game import game_files_option
from arena.cli.options.one_of import OneOf
from arena.cli.options.sandbox import sandbox_option

FORMS: Final = ("jplag", "dolos")


@click.command()
@click.argument("bots", nargs=-1, required=True, shell_complete=complete_bots)
@click.option(
    "--template",
    "templates",
    metavar="FOLDER",
    multiple=True,
    shell_complete=complete_bots,
    help="Folder of code that all authors got, so that its use does not count as similarity; repeat the option for "
    "more folders.",
)
@click.option(
    "--export",
    "exported",
    type=(OneOf(FORMS), click.Path(file_okay=False, path_type=Path)),
    metavar="FORM FOLDER",
    help=f"Write the bots' sources into FOLDER, for another program that compares them, and compare nothing. FORM is "
    f"the name of this program, {' or '.join(FORMS)}. FOLDER must not exist yet. Prints the command lines that start "
    "the program.",
)
@click.option(
    "--sources-only",
    is_flag=True,
    help="Compare only the sources of the bots, without starting the bots; --sandbox then has no effect.",
)
@sandbox_option
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON instead of text.")
@game_files_option
@handled_in("similarity")
def similarity() -> None:
    """Find similar bots among BOTS.

    BOTS are two or more bots; to name all bots in a folder, write FOLDER/*. Each is the path of a bot's folder or of
    its bot.toml, or the name of a house bot (see arena list). A folder without a bot.toml is accepted, but only its
    sources are compared.

    The command compares the bots' sources, without the parts that come from --template or from the arena's starters
    (templates for new bots) and kits (libraries for bots). It also starts the bots and compares their choices at the
    same positions, where a choice that most bots make counts little.

    The output is only a hint: a person must judge whether code was copied. Exit status: 0 whether or not bots are
    similar.
    """
