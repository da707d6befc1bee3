"""Prints tables and the sentences that belong to them."""

from collections.abc import Mapping

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.cli.terminal.messages import WIDTH
from arena.games.game_option import game_option
from arena.system.commands import quoted
from arena.text import markdown_cell, one_line, printable
from leaderboards.reports.formats import LEFT, cells, headings, markdown_table, strength_notes
from leaderboards.reports.sheets import Sheet
from leaderboards.reports.standings import Standings
from leaderboards.store.places.address import is_url


def show_standings(standings: Standings, place: str, game: str) -> None:
    """Prints standings to standard output. If a bot forfeited, also prints a command that lists faults.

    `place`: the results that the command names. If `place` is a URL, the command has the word DB instead, because a
    URL may contain a password.

    `game`: the game that the command names.
    """
    table = Table(box=None, pad_edge=False)
    for heading in headings(standings):
        table.add_column(heading, justify="left" if heading in LEFT else "right")
    for line in standings.lines:
        table.add_row(*(Text(one_line(cell)) for cell in cells(line)))
    Console(width=WIDTH, highlight=False).print(table)
    if standings.lines:
        seats = ", ".join(f"{score:.2f}" for score in standings.seat_scores)
        click.echo(printable(f"\n{standings.sentence()}; mean score by seat: {seats}"))
        for note in strength_notes(standings):
            click.echo(one_line(note))
    elif standings.further:
        click.echo(f"\n{standings.sentence()}")
    for line in standings.lines:
        if line.faults:
            times = sum(line.faults.values())
            click.echo(
                one_line(f"{line.bot} forfeited {times} of {line.matches} matches, the last in {line.last_fault}")
            )
    if any(line.faults for line in standings.lines):
        db = "DB" if is_url(place) else quoted(place)  # a URL may hold a password
        click.echo(one_line(f"arena faults {db} BOT{game_option(game)} shows these faults"))


def show_sheet(sheet: Sheet, *, markdown: bool = False) -> None:
    """Prints a table to standard output, in Markdown or with aligned columns. The columns "", "bot" and "tier" are
    aligned left, all others right.
    """
    if markdown:
        click.echo(markdown_table(sheet.headings, sheet.rows))
        return
    table = Table(box=None, pad_edge=False)
    for heading in sheet.headings:
        table.add_column(Text(one_line(heading)), justify="left" if heading in ("", "bot", "tier") else "right")
    for row in sheet.rows:
        table.add_row(*(Text(one_line(cell)) for cell in row))
    Console(width=WIDTH, highlight=False).print(table)


def show_sheets(sheets: Mapping[str, Sheet], *, markdown: bool = False) -> None:
    """Prints several tables of texts to standard output, each below its title."""
    for title, sheet in sheets.items():
        click.echo(f"{title}\n")
        show_sheet(sheet, markdown=markdown)
        click.echo()


def show_sentence(sentence: str, *, markdown: bool = False) -> None:
    """Prints to standard output a sentence about a table."""
    click.echo(markdown_cell(sentence) if markdown else one_line(sentence))
