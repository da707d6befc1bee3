"""`arena check`: checks one bot step by step."""

from pathlib import Path

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.completion import complete_bots
from arena.cli.options.game import game_files_option
from arena.cli.options.one_of import OneOf
from arena.cli.options.sandbox import sandbox_option


@click.command()
@click.argument("bot", shell_complete=complete_bots)
@click.option(
    "--junit",
    "junit_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the result to this file as JUnit XML, which CI services can show; an old file is replaced.",
)
@sandbox_option
@click.option(
    "--build-network",
    type=OneOf(["registries", "none"]),
    default="registries",
    show_default=True,
    help="Network access while the bot is built. registries: the build may download packages, and can reach "
    "everything that this machine can reach. none: the build has no network; this needs a sandbox. Ladders, and "
    "courses with a sandbox, build bots with none unless the organiser chooses registries.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON instead of text.")
@game_files_option
@handled_in("check")
def check() -> None:
    """Check that BOT works in a league, step by step.

    BOT is the path of a bot's folder or of its bot.toml, or the name of a house bot (see arena list). The bot runs
    confined as in a league, unless --sandbox says otherwise. It is tested in the games that its bot.toml lists; if that
    file lists none, in the games that are built in.

    For each step that fails, the output says what was expected, what happened and what to do. A step is "skipped" if
    it does not apply to the bot, or cannot run because an earlier step failed. A step is "not tried" if the time of the
    whole check is up, or if this machine is too busy. Exit status: 1 if a step failed or was not tried, else 0.
    """
