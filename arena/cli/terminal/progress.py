"""Prints the progress of a run on standard error."""

import sys
import time
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

import click

from arena.league.playing.progress import Progress
from arena.text import printable

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

REDRAW_S: Final = 0.5
SAY_EVERY_S: Final = 10.0
WAITED_S: Final = 1.0
"""The seconds that a run must have waited for a bot before the progress names the bot."""
MOST_WAITS: Final = 3


class ProgressLine:
    """Prints the progress of a run. Used as a context manager, it restores the terminal when the block ends."""

    def __init__(self) -> None:
        self._bar = _bar() if sys.stderr.isatty() else None
        self._every_s = REDRAW_S if self._bar else SAY_EVERY_S
        self._drawn_s = -self._every_s
        self._said_draining = False
        self._stored = -1
        self._stored_s = 0.0
        """The time of the last change in the number of stored matches, in seconds of the monotonic clock."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def __call__(self, progress: Progress) -> None:
        """Prints the progress, unless it was printed less than REDRAW_S seconds ago in a terminal, or less than
        SAY_EVERY_S seconds ago elsewhere.
        """
        if progress.draining and not self._said_draining:
            self._said_draining = True
            self.say("finishing the matches in flight; an interrupt stops at once")
        now = time.monotonic()
        if progress.stored != self._stored:
            self._stored, self._stored_s = progress.stored, now
        if now - self._drawn_s >= self._every_s:
            self._drawn_s = now
            self._draw(progress, _sentence(progress, now - self._stored_s))

    def finish(self, progress: Progress) -> None:
        """Prints the number of matches that the run has played, and the time that they took."""
        if self._bar:
            self._bar.stop()
        if progress.played():
            did = f"{progress.played()} played in {duration(progress.elapsed_s())}, {progress.rate():.1f} a second"
        else:
            did = "none played"
        click.echo(f"{progress.stored} of {progress.total} matches; {did}", err=True)

    def say(self, sentence: str) -> None:
        """Prints a sentence on a separate line, which the progress does not overwrite."""
        sentence = printable(sentence)
        if self._bar and self._bar.live.is_started:
            self._bar.console.print(sentence, markup=False, highlight=False, soft_wrap=True)
        else:
            click.echo(sentence, err=True)

    def _draw(self, progress: Progress, sentence: str) -> None:
        if not self._bar:
            click.echo(sentence, err=True)
            return
        [task] = self._bar.task_ids or [self._bar.add_task("")]
        self._bar.update(task, description=sentence, completed=progress.stored, total=progress.total)
        if self._bar.live.is_started:
            self._bar.refresh()
        else:
            self._bar.start()


def _bar() -> "Bar | None":
    from arena.cli.terminal.bar import drawn_over  # noqa: PLC0415  # for terminals only, and its library takes a moment to load

    return drawn_over()


def _sentence(progress: Progress, still_s: float) -> str:
    """Returns a line with the progress of a run, its speed, its remaining time and the bots for which the run is
    waiting.

    `still_s`: the seconds since a match was last stored.
    """
    waiting = {bot: seconds for bot, seconds in progress.waiting().items() if seconds >= WAITED_S}
    left_s = None if any(seconds < still_s for seconds in waiting.values()) else progress.left_s()
    left = f", {duration(left_s)} left" if left_s else ""
    stored = f"{progress.stored} of {progress.total} matches"
    return f"{stored}, {progress.rate():.1f} a second{left}{_waits(waiting)}"


def _waits(waiting: Mapping[str, float]) -> str:
    """Returns a clause that names the bots for which a run is waiting, and for how many seconds; empty if it waits for
    none.
    """
    if not waiting:
        return ""
    named = [f"{bot} ({seconds:.0f} s)" for bot, seconds in waiting.items()][:MOST_WAITS]
    more = f" and {len(waiting) - MOST_WAITS} more" if len(waiting) > MOST_WAITS else ""
    return printable(f", waiting for {', '.join(named)}{more}")


def duration(seconds: float) -> str:
    """Returns a duration as text such as `1:02:30`, or `2:30` below an hour."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
