"""`arena standings --pairs`: prints the results of each pair of bots."""

import click

from arena.cli.terminal.sheets import show_sentence, show_sheets
from arena.text import json_text
from leaderboards.reports.formats import csv_row, csv_text
from leaderboards.reports.pair_results import (
    RESULT_HEADINGS,
    pair_results,
    result_notes,
    result_rows,
    result_sheets,
    results_to_values,
)
from leaderboards.reports.standings import counted_sentence
from leaderboards.store import Store


def show_pair_results(store: Store, ending: str) -> None:
    """Prints, for each pair of bots, their results against each other.

    `ending`: the output format, "table", "md", "csv" or "json".
    """
    matches = store.gapless()
    found = pair_results(matches)
    league = counted_sentence(matches, store.extent())
    if ending == "json":
        click.echo(json_text({"league": league} | results_to_values(found), indent=2))
    elif ending == "csv":
        click.echo(csv_text(RESULT_HEADINGS, map(csv_row, result_rows(found))), nl=False)
    else:
        show_sheets(result_sheets(found), markdown=ending == "md")
        for note in (league, *result_notes(found)):
            show_sentence(note, markdown=ending == "md")
