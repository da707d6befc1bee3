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
    help="Rating by which the table is ordered; plackett-luce: strength, an Elo number estimated from all matches at "
    "once; trueskill: TrueSkill rating, computed match by match.",
)
@click.option(
    "--matrix",
    is_flag=True,
    help="Print, instead of the league's table, a comparison of every pair of bots: the likelihood that one is better "
    "than the other, and the differences in Elo and in points per match.",
)
@click.option(
    "--pairs",
    is_flag=True,
    help="Print, instead of the league's table, the wins, draws and losses of every pair of bots, and whether bots "
    "beat each other in a circle (A beats B beats C beats A). Also tests whether these results fit a rating with one "
    "number for each bot.",
)
@click.option(
    "--by-seat",
    is_flag=True,
    help="Print, instead of the league's table, each bot's mean score and share of first places at each seat.",
)
@click.option(
    "--fairness",
    is_flag=True,
    help="Print, instead of the league's table, how evenly seats, opponents, time, faults and void matches were "
    "spread over the bots.",
)
@click.option(
    "--format",
    "ending",
    type=OneOf(["table", "md", "csv", "json"]),
    default="table",
    show_default=True,
    help="Form of the output; table: text for people; md: Markdown; csv: comma-separated values, not possible with "
    "--by-seat or --fairness; json: JSON. With --pairs, --by-seat or --fairness, json has only the numbers of that "
    "option. Otherwise, it has the league's table and also the numbers of --matrix, even if --matrix is not given.",
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
