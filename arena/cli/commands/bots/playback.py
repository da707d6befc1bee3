"""`arena playback`: a stored match put to a bot again, turn by turn."""

from pathlib import Path

import click

from arena.cli.completion import complete_bots, complete_results
from arena.cli.game_choice import game_files_option
from arena.cli.loading import handled_in
from arena.cli.output_option import output_option
from arena.cli.sandbox_option import sandbox_option


@click.command()
@click.argument("db", metavar="DB|URL#MATCH", shell_complete=complete_results)
@click.argument("match")
@click.argument("seat", required=False)
@click.argument("bot", required=False, shell_complete=complete_bots)
@click.option("--at", type=click.IntRange(1), metavar="TURN", help="Show this turn of the seat before it is sent.")
@click.option("--wait", is_flag=True, help="Wait there, or before the first turn, until Enter is pressed.")
@click.option("--save", metavar="FILE", type=click.Path(path_type=Path), help="Write the turns for a unit test.")
@sandbox_option
@output_option
@click.option("--json", "as_json", is_flag=True, help="Print every choice as JSON.")
@game_files_option
@handled_in("playback")
def playback() -> None:
    """Put the turns of a stored match to BOT again.

    BOT gets the turns that SEAT, from 0, had in the match, whoever played it, and the match goes on as it is recorded
    whatever BOT answers. DB and MATCH are as for arena replay, BOT as for arena check. A match of a ladder comes by its
    page: URL#MATCH BOT, where URL is the page of its league, or the address of the match's own page; the seat is BOT's
    by its name, or stands before it. --save writes lines `start` and `turn`, as a starter's turns.txt has them.

    Prints the choices that are not the recorded ones; the exit status is 0 if there is none, else 1. With --wait there
    is time to attach a debugger to the bot; from there on it may think as long as it likes.
    """
