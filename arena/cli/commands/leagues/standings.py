"""`arena standings`: prints the table of a league."""

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.completion import complete_results
from arena.cli.options.one_of import OneOf


@click.command()
@click.argument("db", shell_complete=complete_results)
@click.option(
    "--method",
    type=OneOf(["plackett-luce", "trueskill"]),
    default="plackett-luce",
    show_default=True,
    help="Rating by which the table is ordered; plackett-luce: strength estimated from all results; trueskill: "
    "TrueSkill rating.",
)
@click.option(
    "--matrix",
    is_flag=True,
    help="Print instead, for every pair of bots, the likelihood that one is better than the other, and the differences "
    "in Elo and in points per match.",
)
@click.option(
    "--pairs",
    is_flag=True,
    help="Print instead wins, draws and losses of every pair, circles (A beats B beats C beats A), and how well one "
    "strength for each bot explains these results.",
)
@click.option(
    "--by-seat", is_flag=True, help="Print instead each bot's mean score and share of first places at each seat."
)
@click.option(
    "--fairness",
    is_flag=True,
    help="Print instead how evenly seats, opponents, time, faults and void matches were spread over the bots.",
)
@click.option(
    "--format",
    "ending",
    type=OneOf(["table", "md", "csv", "json"]),
    default="table",
    show_default=True,
    help="Form of the output; md: Markdown; csv: not possible with --by-seat and --fairness; json: the league's table "
    "together with the numbers of --matrix, with or without --matrix. With --pairs, --by-seat or --fairness, json has "
    "only the numbers of that option.",
)
@click.pass_context
@handled_in("standings")
def standings() -> None:
    """Print the table of a league.

    DB names the results of a league: its results file (league.db), the folder of this file, such as results/house, or
    URL#LEAGUE, which is the URL of a database, # and the league's name.

    The options --matrix, --pairs, --by-seat and --fairness each print another table instead. Give at most one of these
    options, and none of them together with --method.
    """
