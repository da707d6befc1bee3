"""What several commands print: the standings, and progress."""

import shlex
import shutil
import sys
import time
from collections.abc import Mapping
from typing import Final

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.league.progress import Progress
from arena.text import markdown_cell, one_line, printable
from leaderboards.reports.formats import HEADINGS, cells, markdown_table
from leaderboards.reports.standings import Standings
from leaderboards.reports.strength_tables import Sheet
from leaderboards.store.places.address import is_url

REDRAW_S: Final = 0.5
SAY_EVERY_S: Final = 10.0
WAITED_S: Final = 1.0
"""A bot is named when it has been waited for so long."""
MOST_WAITS: Final = 3
WIDTH: Final = 100_000
"""Columns of a table: it is never cut; a terminal wraps its lines, a pager need not."""


def show_standings(standings: Standings, place: str) -> None:
    """Prints the table to standard output; `place` is where its results are, for other commands."""
    table = Table(box=None, pad_edge=False)
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading in ("bot", "version", "faults") else "right")
    for line in standings.lines:
        table.add_row(*(Text(one_line(cell)) for cell in cells(line)))
    Console(width=WIDTH, highlight=False).print(table)
    if standings.lines:
        seats = ", ".join(f"{score:.2f}" for score in standings.seat_scores)
        click.echo(printable(f"\n{standings.sentence()}; mean score by seat: {seats}"))
    for line in standings.lines:
        if line.faults:
            times = sum(line.faults.values())
            click.echo(
                printable(f"{line.bot} forfeited {times} of {line.matches} matches, the last in {line.last_fault}")
            )
    if any(line.faults for line in standings.lines):
        db = "DB" if is_url(place) else shlex.quote(place)  # a URL may hold a password
        click.echo(f"arena faults {db} BOT tells them")


def show_sheet(sheet: Sheet, *, markdown: bool = False) -> None:
    """Prints a table of text to standard output; its first two columns are to the left, numbers to the right."""
    if markdown:
        click.echo(markdown_table(sheet.headings, sheet.rows))
        return
    table = Table(box=None, pad_edge=False)
    for heading in sheet.headings:
        table.add_column(Text(one_line(heading)), justify="left" if heading in ("", "bot", "tier") else "right")
    for row in sheet.rows:
        table.add_row(*(Text(one_line(cell)) for cell in row))
    Console(width=WIDTH, highlight=False).print(table)


def show_sentence(sentence: str, *, markdown: bool = False) -> None:
    """Prints to standard output what is to be said beside a table."""
    click.echo("\n".join(map(markdown_cell, sentence.splitlines())) if markdown else printable(sentence))


def tell(sentence: str) -> None:
    """Says on standard error what goes on."""
    click.echo(printable(sentence), err=True)


class ProgressLine:
    """Says on standard error how a run goes: one line drawn over in a terminal, else a line now and then."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._drawn_s = -SAY_EVERY_S
        self._drawn = 0
        self._said_draining = False
        self._stored = -1
        self._stored_s = 0.0
        """When the number of stored matches changed last."""

    def __call__(self, progress: Progress) -> None:
        """Shows `progress`, unless the line was drawn just now."""
        if progress.draining and not self._said_draining:
            self._said_draining = True
            if self._terminal:
                click.echo(err=True)
            click.echo("finishing the matches in flight; interrupt again to stop at once", err=True)
        now = time.monotonic()
        if progress.stored != self._stored:
            self._stored, self._stored_s = progress.stored, now
        if now - self._drawn_s >= (REDRAW_S if self._terminal else SAY_EVERY_S):
            self._drawn_s = now
            self._draw(progress, now - self._stored_s)

    def finish(self, progress: Progress) -> None:
        """Shows what the run has done, and how long it took."""
        if progress.played():
            did = f"{progress.played()} played in {duration(progress.elapsed_s())}, {progress.rate():.1f} a second"
        else:
            did = "none played"
        self._say(f"{progress.stored} of {progress.total} matches; {did}")
        if self._terminal:
            click.echo(err=True)

    def _draw(self, progress: Progress, still_s: float) -> None:
        """`still_s`: how long no match has been stored."""
        waiting = {bot: seconds for bot, seconds in progress.waiting().items() if seconds >= WAITED_S}
        left_s = None if any(seconds < still_s for seconds in waiting.values()) else progress.left_s()
        left = f", {duration(left_s)} left" if left_s else ""
        stored = f"{progress.stored} of {progress.total} matches"
        self._say(f"{stored}, {progress.rate():.1f} a second{left}{_waits(waiting)}")

    def _say(self, line: str) -> None:
        if not self._terminal:
            click.echo(line, err=True)
            return
        line = line[: shutil.get_terminal_size().columns - 1]
        click.echo(f"\r{line:<{self._drawn}}", err=True, nl=False)
        self._drawn = len(line)


def _waits(waiting: Mapping[str, float]) -> str:
    """Whom a run waits for."""
    if not waiting:
        return ""
    named = [f"{bot} ({seconds:.0f} s)" for bot, seconds in waiting.items()][:MOST_WAITS]
    more = f" and {len(waiting) - MOST_WAITS} more" if len(waiting) > MOST_WAITS else ""
    return printable(f", waiting for {', '.join(named)}{more}")


def duration(seconds: float) -> str:
    """`1:02:30`, or `2:30`."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
