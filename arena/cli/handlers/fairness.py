"""`arena standings --fairness` and `--by-seat`: prints a fairness report, and results by seat."""

import click

from arena.cli.terminal.sheets import show_sentence, show_sheet
from arena.errors import ArenaError
from arena.text import json_text
from leaderboards.reports.fairness import fairness
from leaderboards.reports.fairness_tables import (
    NOTE,
    balance_sentences,
    run_sentences,
    seat_sentences,
    seats_sheet,
    seats_to_values,
    to_values,
    treatment_sheet,
)
from leaderboards.reports.seats import by_seat
from leaderboards.reports.standings import counted_sentence
from leaderboards.store import Store


def show_fairness(store: Store, ending: str) -> None:
    """Prints a report on the fairness of a league's matches: seats, opponents, time, faults and void matches.

    `ending`: the output format, "table", "md" or "json". Raises ArenaError [no-format] for "csv".
    """
    _demand_format(ending)
    matches = store.gapless()
    found = fairness(matches, store.runs())
    league = counted_sentence(matches, store.extent())
    if ending == "json":
        click.echo(json_text({"league": league} | to_values(found), indent=2))
        return
    for sentence in (league, *seat_sentences(found), *balance_sentences(found), *run_sentences(found)):
        show_sentence(sentence, markdown=ending == "md")
    click.echo()
    show_sheet(treatment_sheet(found), markdown=ending == "md")
    click.echo(f"\n{NOTE}")


def show_seats(store: Store, ending: str) -> None:
    """Prints the results of each bot in each seat.

    `ending`: the output format.
    """
    _demand_format(ending)
    matches = store.gapless()
    tallies = by_seat(matches)
    if ending == "json":
        click.echo(json_text(seats_to_values(tallies), indent=2))
    else:
        show_sheet(seats_sheet(tallies), markdown=ending == "md")
        click.echo()
        show_sentence(counted_sentence(matches, store.extent()), markdown=ending == "md")


def _demand_format(ending: str) -> None:
    if ending == "csv":
        raise ArenaError(
            "no-format",
            "the fairness of a league cannot be printed as CSV",
            "use --format json, or leave --format out to get a table",
        )
