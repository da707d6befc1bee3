"""`arena stdio`: connects a bot program that reads and prints lines of JSON to the arena."""

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
    help="Matches that the program can play at once.",
)
@click.option("--names", is_flag=True, help='Add the key "names" to each turn: the names of its legal actions.')
@click.option(
    "--words",
    is_flag=True,
    help='Add "names", and "rules" to each match, and "position" to each turn: the position in words.',
)
def stdio(command: tuple[str, ...], max_matches: int, names: bool, words: bool) -> None:
    """Connect a program that reads and prints lines of JSON.

    Use it as the command in a bot.toml: the arena starts it, and it starts COMMAND. Write -- before COMMAND.
    """
    bridge.run(command, max_matches, names=names, words=words)
