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
@click.option("--names", is_flag=True, help='Add the key "names" to each turn, with the names of the legal actions.')
@click.option(
    "--words",
    is_flag=True,
    help='Add the key "rules" to the start of each match, with the rules of the game in words. Add two keys to each '
    'turn: "names", as with --names, and "position", with the position in words.',
)
def stdio(command: tuple[str, ...], max_matches: int, names: bool, words: bool) -> None:
    """Run a bot program that reads and prints lines of JSON.

    You do not type this command: a bot.toml names it, and the arena starts it. COMMAND is the command that starts your
    program, with its arguments, such as sh bot.sh. In the bot.toml, write:

    command = ["{python}", "-m", "arena.cli", "stdio", "--", "sh", "bot.sh"]

    Options of this command, such as --names, stand before the two dashes. The command starts your program in the bot's
    folder, and translates between the arena's protocol and lines of JSON.
    """
    bridge.run(command, max_matches, names=names, words=words)
