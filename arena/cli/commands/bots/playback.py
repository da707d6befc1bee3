"""`arena playback`: plays a stored match back to a bot, turn by turn."""

from pathlib import Path

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.completion import complete_bots, complete_results
from arena.cli.options.game import game_files_option
from arena.cli.options.output import output_option
from arena.cli.options.sandbox import sandbox_option


class _TwoForms(click.Command):
    """A command whose help has two usage lines: one for a match in stored results, one for a match on a web page."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes both usage lines into the command's help."""
        formatter.write_usage(ctx.command_path, "[OPTIONS] DB MATCH SEAT BOT")
        formatter.write_usage(ctx.command_path, "[OPTIONS] URL#MATCH [SEAT] BOT", prefix="   or: ")


@click.command(cls=_TwoForms)
@click.argument("db", metavar="DB|URL#MATCH", shell_complete=complete_results)
@click.argument("match")
@click.argument("seat", required=False)
@click.argument("bot", required=False, shell_complete=complete_bots)
@click.option(
    "--at",
    type=click.IntRange(1),
    metavar="TURN",
    help="Print the turn of SEAT with this number, from 1, before BOT gets the turn.",
)
@click.option(
    "--wait", is_flag=True, help="Wait for the Enter key before the turn of --at; without --at, before the first turn."
)
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Save the turns to this file, for a unit test of the bot.",
)
@sandbox_option
@output_option
@click.option("--json", "as_json", is_flag=True, help="Print every choice as JSON instead of text.")
@game_files_option
@handled_in("playback")
def playback() -> None:
    """Ask BOT again for its choices in a stored match.

    BOT gets the turns that SEAT, a number from 0, had in the match. Whatever BOT answers, the match continues as
    recorded. Prints the choices that differ from the recorded ones. Exit status: 0 if none differs, else 1.

    DB is a results file, its folder, or the URL of a database followed by #LEAGUE. MATCH is a number in the schedule,
    from 0, or at least the first 8 digits of the match's id. BOT is the path of a manifest or of its folder, or the
    name of a house bot.

    URL#MATCH names a match on a server, such as a match of a ladder: the address of the league's page, # and the
    match's number. You can also give the address of the match's own page, without #MATCH. With an address, you can
    leave out SEAT: BOT then gets the turns of the bot with the same name.

    --save writes the turns in the form of a starter's turns.txt. With --wait you can attach a debugger to the bot; from
    then on the time that the bot takes is not counted.
    """
