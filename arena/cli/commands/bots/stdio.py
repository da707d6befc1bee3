"""`arena stdio`: connects the arena to a program that reads and prints lines of JSON."""

import click

from arena.bot import stdio as bridge


@click.command(context_settings={"allow_interspersed_args": False})
@click.argument("command", nargs=-1, required=True)
@click.option(
    "--max-matches",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of matches that the program can play at once.",
)
@click.option("--names", is_flag=True, help='Add the key "names" to each turn, with the names of the legal actions.')
@click.option(
    "--words",
    is_flag=True,
    help='Add the key "rules" to each match, with the rules of the game in words, and to each turn the keys "names", '
    'with the names of the legal actions, and "position", with the position in words.',
)
def stdio(command: tuple[str, ...], max_matches: int, names: bool, words: bool) -> None:
    """Run a bot program that reads and prints lines of JSON.

    Write arena stdio -- COMMAND as the command in a bot.toml. The arena then starts arena stdio, which starts COMMAND
    and translates between the arena's protocol and lines of JSON.
    """
    bridge.run(command, max_matches, names=names, words=words)
