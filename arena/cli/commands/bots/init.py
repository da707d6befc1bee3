"""`arena init`: creates the folder of a new bot."""

from pathlib import Path

import click

from arena.authoring.replacements import commands
from arena.authoring.starter import git_author, languages, make_bot
from arena.cli.options.game import GAME_HELP, GameChoice
from arena.cli.options.one_of import OneOf
from arena.games.registry import DEFAULT_GAME, find_game
from arena.system.commands import quoted
from arena.text import printable


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--language", type=OneOf(languages()), default="python", show_default=True, help="Programming language of the bot."
)
@click.option("--game", type=GameChoice(), default=DEFAULT_GAME, show_default=True, help=GAME_HELP)
def init(folder: Path, language: str, game: str) -> None:
    """Create a bot in DIR that is ready to play.

    DIR is the path of a folder that is empty or does not exist yet; the bot gets the folder's name, which must begin
    with a letter and contain only letters, digits, - and _. The bot can play as it is; change its program as you like.
    The output lists the commands to type next.

    The game that is the quickest to learn: --game connect-four
    """
    made = make_bot(folder, language, game, git_author())
    click.echo(printable(f"{folder.resolve().name} plays {find_game(game).info.title}: {', '.join(made)}"))
    click.echo("Next:")
    click.echo(printable(f"  cd {quoted(str(folder))}"))
    for command in commands(game, folder.resolve()):
        click.echo(printable(f"  {command}"))
