"""`arena standings`: prints the table of a league."""

from contextlib import closing
from typing import Final

import click
from click.core import ParameterSource

from arena.cli.handlers.fairness import show_fairness, show_seats
from arena.cli.terminal.sheets import show_sentence, show_sheets, show_standings
from leaderboards.reports.formats import FORMATS, csv_row, csv_text
from leaderboards.reports.standings import Standings, stored_standings
from leaderboards.reports.strength_tables import (
    PAIR_HEADINGS,
    difference_sheet,
    elo_sheet,
    notes,
    pair_rows,
    superiority_sheet,
)
from leaderboards.store import Store

TABLES: Final = {"matrix": "--matrix", "pairs": "--pairs", "by_seat": "--by-seat", "fairness": "--fairness"}


def standings(
    context: click.Context,
    db: str,
    method: str,
    matrix: bool,
    pairs: bool,
    by_seat: bool,
    fairness: bool,
    ending: str,
) -> None:
    """Prints the table of a league, or another kind of table that one of the options demands."""
    _demand_one_table(context)
    with closing(Store.open(db)) as store:
        if fairness or by_seat:
            show_fairness(store, ending) if fairness else show_seats(store, ending)
        elif pairs:
            from arena.cli.handlers.pair_results import show_pair_results  # noqa: PLC0415  # numpy takes a moment to load

            show_pair_results(store, ending)
        elif matrix and ending != "json":
            _show_pairs(stored_standings(store), ending)
        else:
            table = stored_standings(store)
            _show_table(
                table.by_rating() if method == "trueskill" else table, db, str(store.identity()["game"]), ending
            )


def _show_table(table: Standings, db: str, game: str, ending: str) -> None:
    if ending == "table":
        show_standings(table, db, game)
    else:
        click.echo(FORMATS[ending](table), nl=False)


def _demand_one_table(context: click.Context) -> None:
    """Raises click.UsageError if the options demand more than one kind of table."""
    asked = [option for key, option in TABLES.items() if context.params[key]]
    if context.get_parameter_source("method") is ParameterSource.COMMANDLINE and asked:
        asked.append("--method")
    if len(asked) > 1:
        raise click.UsageError(f"{' and '.join(asked)} print different tables; give only one of these options")


def _show_pairs(table: Standings, ending: str) -> None:
    """Prints comparisons of each pair of bots: the likelihood that one bot is stronger, the difference in Elo, and the
    difference in points.

    `ending`: the output format.
    """
    analysis = table.analysis
    assert analysis
    if ending == "csv":
        click.echo(csv_text(PAIR_HEADINGS, map(csv_row, pair_rows(analysis))), nl=False)
        return
    sheets = {
        "likelihood in % that the row is stronger than the column; *: told apart": superiority_sheet(analysis),
        "Elo by which the row is stronger than the column, with the 95 % interval of the pair": elo_sheet(analysis),
        "points a match by which the row beats the column": difference_sheet(analysis),
    }
    show_sheets(sheets, markdown=ending == "md")
    for note in (table.sentence(), *notes(analysis)):
        show_sentence(note, markdown=ending == "md")
