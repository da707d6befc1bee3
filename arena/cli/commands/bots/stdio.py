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
    help="Greatest number of matches that the program can play at the same time.",
)
@click.option(
    "--names", is_flag=True, help='Add the key "names" to the JSON of each turn, with the names of the legal actions.'
)
@click.option(
    "--words",
    is_flag=True,
    help="Add words to the JSON that the program reads. When a match starts, the key "
    '"rules" has the rules of the game. In each turn, the key "names" has the names of the legal actions, and the key '
    '"position" has a description of the position.',
)
def stdio(command: tuple[str, ...], max_matches: int, names: bool, words: bool) -> None:
    """Run a bot program that reads and prints lines of JSON.

    You do not type this command: a bot.toml names it, and the arena starts it. COMMAND is the command that starts your
    program, with its arguments, such as sh bot.sh. In the bot.toml, write:

    command = ["{python}", "-m", "arena.cli", "stdio", "--", "sh", "bot.sh"]

    Write {python} as it is: the arena replaces it with its own Python. Options of this command, such as --names, stand
    before the argument "--". The command starts your program in the bot's folder, and translates between the arena's
    protocol and lines of JSON.
    """
    bridge.run(command, max_matches, names=names, words=words)
