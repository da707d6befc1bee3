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
    help="Order the table by strength or by TrueSkill rating.",
)
@click.option("--matrix", is_flag=True, help="Compare every pair: likelihood of superiority, Elo and points per match.")
@click.option(
    "--pairs",
    is_flag=True,
    help="Wins, draws and losses of every pair; circles (A beats B beats C beats A); fit of the strengths.",
)
@click.option("--by-seat", is_flag=True, help="Mean score and share of first places of each bot by seat.")
@click.option(
    "--fairness", is_flag=True, help="Show whether the league was fair: seats, opponents, time, faults, void matches."
)
@click.option("--format", "ending", type=OneOf(["table", "md", "csv", "json"]), default="table", show_default=True)
@click.pass_context
@handled_in("standings")
def standings() -> None:
    """Print the table of a league.

    DB is a results file, its folder, or the URL of a database followed by #LEAGUE. Use only one of --matrix, --pairs,
    --by-seat and --fairness at a time.
    """
