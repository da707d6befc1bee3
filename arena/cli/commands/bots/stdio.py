"""`arena stdio`: lends a program without gRPC a voice."""

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
    help="How many matches the program can be in at once.",
)
@click.option("--names", is_flag=True, help="Tell with each turn the names of its actions, under names.")
@click.option("--words", is_flag=True, help="The same, and the position in words, under position, and the rules.")
def stdio(command: tuple[str, ...], max_matches: int, names: bool, words: bool) -> None:
    """Play with a program that reads and prints lines of JSON.

    This is for the command in a bot.toml: the arena starts it, and it starts COMMAND. Write -- before COMMAND.
    """
    bridge.run(command, max_matches, names=names, words=words)
