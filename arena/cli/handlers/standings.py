"""`arena standings`: the table of a results file."""

from contextlib import closing
from typing import Final

import click
from click.core import ParameterSource

from arena.cli.handlers.fairness import show_fairness, show_seats
from arena.cli.show import show_sentence, show_sheet, show_standings
from arena.errors import ArenaError
from arena.text import json_text
from leaderboards.reports.formats import FORMATS
from leaderboards.reports.standings import counted_sentence, stored_standings
from leaderboards.reports.strength_tables import difference_sheet, notes, strength_sheet, superiority_sheet, to_values
from leaderboards.statistics.analysis import Analysis, analyse
from leaderboards.statistics.blocks import block_outcomes
from leaderboards.store import Store

TABLES: Final = {"matrix": "--matrix", "by_seat": "--by-seat", "fairness": "--fairness"}


def standings(
    context: click.Context, db: str, method: str, matrix: bool, by_seat: bool, fairness: bool, ending: str
) -> None:
    """Print the table of a league."""
    _demand_one_table(context)
    with closing(Store.open(db)) as store:
        if fairness or by_seat:
            show_fairness(store, ending) if fairness else show_seats(store, ending)
        elif method == "plackett-luce" or matrix:
            matches = store.gapless()
            analysis = analyse(block_outcomes(match.record for match in matches))
            _show_analysis(analysis, counted_sentence(matches, store.extent()), matrix, ending)
        elif ending == "table":
            show_standings(stored_standings(store), db)
        else:
            click.echo(FORMATS[ending](stored_standings(store)), nl=False)


def _demand_one_table(context: click.Context) -> None:
    """Refuses options of which only one could be followed."""
    asked = [option for key, option in TABLES.items() if context.params[key]]
    if context.get_parameter_source("method") is ParameterSource.COMMANDLINE and asked:
        asked.append("--method")
    if len(asked) > 1:
        raise click.UsageError(f"{' and '.join(asked)} ask for different tables; ask for one at a time")


def _show_analysis(analysis: Analysis, league: str, matrix: bool, ending: str) -> None:
    """Prints the order-free analysis: the strengths or, with `matrix`, every pair."""
    if ending == "json":
        click.echo(json_text({"league": league} | to_values(analysis), indent=2))
        return
    if ending == "csv":
        raise ArenaError("no-format", "strengths and pairs are not written as CSV", "use --format json")
    sheets = {"strengths": strength_sheet(analysis)}
    if matrix:
        sheets = {
            "likelihood in % that the row is stronger than the column; *: told apart": superiority_sheet(analysis),
            "points a match by which the row beats the column": difference_sheet(analysis),
        }
    for title, sheet in sheets.items():
        if matrix:
            click.echo(f"{title}\n")
        show_sheet(sheet, markdown=ending == "md")
        click.echo()
    for note in (league, *notes(analysis)):
        show_sentence(note, markdown=ending == "md")
