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
    help="Number of a turn, from 1, counting only the turns of SEAT. Before BOT gets this turn, the command also "
    "prints what SEAT knew and which actions were legal. Default: no turn or, with --wait, turn 1.",
)
@click.option(
    "--wait",
    is_flag=True,
    help="Wait for the Enter key before BOT gets the turn that --at names; without --at, before its first turn. The "
    "output shows BOT's process number, so that you can attach a debugger during the wait. After the wait, BOT has no "
    "time limit.",
)
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Save all turns of SEAT to this file, so that a unit test of the bot can read them. The file has the form "
    "of turns.txt, which arena init writes for the tests of a new bot. An old file is replaced.",
)
@sandbox_option
@output_option
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print JSON instead of text: every choice, including those that equal the recorded ones.",
)
@game_files_option
@handled_in("playback")
def playback() -> None:
    """Ask BOT again for its choices in a stored match.

    BOT gets, one after the other, the turns that SEAT had in the match. Whatever BOT answers, the match continues as
    recorded. The output shows the choices that differ from the recorded ones, and the notes that the bots wrote about
    their choices, then and now. Exit status: 0 if no choice differs, else 1.

    DB names the results of a league: its results file (league.db), the folder of this file, such as results/house, or
    URL#LEAGUE, which is the URL of a database, # and the league's name. MATCH is the match's number in the league's
    schedule (the first match has number 0), or at least the first 8 digits of the match's id. SEAT is the number of a
    seat, from 0. BOT is the path of a bot's folder or of its bot.toml, or the name of a house bot (see arena list).

    For a match of a ladder or league on a server, write URL#MATCH instead of DB MATCH. Here URL is the web address of
    the page of the ladder or league, and MATCH the match's number. Instead of URL#MATCH, you can also give the address
    of the match's own page. With either address, you can leave out SEAT. The command then chooses the seat whose bot
    has the same name as BOT or, if no bot in the match has this name, the same files as BOT. If several seats fit, or
    none, you must give SEAT.
    """
