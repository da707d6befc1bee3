"""Stores the runs of a league, with all figures that are counted for a whole run instead of for each match.

A bot plays many matches at once, so its CPU time is known only for the whole run. The times of its choices are counted
for the whole run, too. CPU time and times of choices differ from run to run, so no rating depends on them, and the seal
(a hash over the rows of matches) does not cover them. A mark (a hash) in each row of a run shows whether the row was
changed.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

import sqlalchemy as sql

from arena.errors import ArenaError
from arena.match.rerun import Difference
from arena.transport.clocks.latencies import BUCKETS
from arena.transport.crew.usage import Usage, add_usage
from leaderboards.store.rows.seal import mark_of, print_row
from leaderboards.store.tables import RUNS

MOST: Final = 1 << 62
"""The largest count in a stored run; a row with a larger count is treated as unreadable."""


@dataclass(slots=True)
class Run:
    """One run of a league that stored at least one match."""

    number: int
    """The number of the run, from 1."""
    matches: int = 0
    """The number of matches that the run has stored."""
    workers: int = 0
    """The number of worker processes; 0 if the run was on a cluster, where the number changes."""
    in_flight: int = 0
    """The most simultaneous matches in each worker process."""
    cores: int = 0
    """The number of processors available to the worker processes and their bots."""
    elapsed_s: float = 0.0
    """The run's duration in seconds; 0 if the release that played the run did not record it."""
    sandbox: str = ""
    """The sandboxes in which the bots ran, as text, separated by `; `; empty if they were not recorded."""
    lost_workers: int = 0
    void_matches: int = 0
    """The number of matches that had no record when their worker failed, or on a cluster their shard (a group of
    blocks). Some of these matches had not begun.
    """
    withdrawn: dict[str, str] = field(default_factory=dict)
    """The reason for each bot that was withdrawn during the run, by the bot's name."""
    usage: dict[str, Usage] = field(default_factory=dict)
    """The CPU time, times of choices and peak memory of each bot, by the bot's name."""
    copies: dict[str, str] = field(default_factory=dict)
    """The hash of each bot's copy at the beginning of the run, by the bot's name; bots with an unknown hash are absent.

    A copy is the folder of built files from which the bot plays.
    """
    changed: list[str] = field(default_factory=list)
    """The bots whose copies had been changed by the end of the run."""

    def goes_on_after(self, before: "Run") -> bool:
        """Returns whether this run and the earlier run `before` can be shown as one: they have the same resources
        and sandbox, and no bot's copy changed in the earlier run.
        """
        mine, theirs = ((run.workers, run.in_flight, run.cores, run.sandbox) for run in (self, before))
        return before.number > 0 and mine == theirs and not before.changed

    def after(self, before: "Run") -> "Run":
        """Returns one run that combines the earlier run `before` and this run; adds up the counts of both."""
        usage = total_usage((before, self))
        return replace(
            self,
            number=before.number,
            matches=before.matches + self.matches,
            elapsed_s=round(before.elapsed_s + self.elapsed_s, 3),
            lost_workers=before.lost_workers + self.lost_workers,
            void_matches=before.void_matches + self.void_matches,
            withdrawn=before.withdrawn | self.withdrawn,
            usage=usage,
            copies=before.copies | self.copies,
        )


def total_usage(runs: Iterable[Run]) -> dict[str, Usage]:
    """Returns the usage of each bot over all runs (its CPU time, times of choices and memory), by the bot's name."""
    total: dict[str, Usage] = {}
    for run in runs:
        add_usage(total, run.usage)
    return total


def write_run(connection: sql.Connection, run: Run, commitment: bytes) -> None:
    """Stores a run of the league with this commitment, in place of any earlier row of the same run number."""
    report = json.dumps(_to_values(run))
    connection.execute(sql.delete(RUNS).where(RUNS.c.number == run.number))
    row = {"number": run.number, "report": report, "mark": _mark(commitment, run.number, report)}
    connection.execute(sql.insert(RUNS), row)


def run_differences(connection: sql.Connection, commitment: bytes) -> list[Difference]:
    """Returns a difference for each run whose row was changed after it was written, and for each bot whose files
    changed during a run.
    """
    return [difference for row in _rows(connection) for difference in _differences(row, commitment)]


def _differences(row: Any, commitment: bytes) -> Iterator[Difference]:  # noqa: ANN401  # SQLAlchemy's rows are untyped
    if (mark := _mark(commitment, row.number, row.report)) != row.mark:
        yield Difference(f"run {row.number}", f"{mark.hex()}, of this row as it is", row.mark.hex())
        return
    run = _read(row.number, row.report)
    for bot in run.changed:
        made = run.copies.get(bot, "there was none")
        yield Difference(f"run {row.number}, the copy {bot} played from", f"{made} to its end", "another at its end")


def _mark(commitment: bytes, number: int, report: str) -> bytes:
    return mark_of(print_row(commitment, number, (b"run", report.encode())))


def read_runs(connection: sql.Connection) -> tuple[Run, ...]:
    """Returns all runs in order; raises ArenaError [damaged] if a row cannot be read as a run."""
    return tuple(_read(row.number, row.report) for row in _rows(connection))


def _rows(connection: sql.Connection) -> Iterator[Any]:
    """Yields the rows of runs in order; raises TypeError if a row contains values of the wrong type."""
    for row in connection.execute(sql.select(RUNS).order_by(RUNS.c.number)):
        if not (isinstance(row.report, str) and isinstance(row.mark, bytes)):
            raise TypeError(f"run {row.number} holds something other than a report and its mark")
        yield row


def _to_values(run: Run) -> dict[str, object]:
    return {
        "matches": run.matches,
        "workers": run.workers,
        "in_flight": run.in_flight,
        "cores": run.cores,
        "elapsed_s": run.elapsed_s,
        "sandbox": run.sandbox,
        "lost_workers": run.lost_workers,
        "void_matches": run.void_matches,
        "withdrawn": run.withdrawn,
        "usage": {
            bot: {
                "cpu_us": usage.cpu_us,
                "latencies": sorted(usage.latencies.items()),
                "peak_bytes": usage.peak_bytes,
            }
            for bot, usage in sorted(run.usage.items())
        },
        "copies": run.copies,
        "changed": run.changed,
    }


def _read(number: int, report: str) -> Run:
    try:
        values: dict[str, Any] = json.loads(report)
        usage = {bot: _usage(used) for bot, used in values.pop("usage").items()}
        copies, changed = dict(values.pop("copies", {})), list(values.pop("changed", []))
        return Run(number, usage=usage, copies=copies, changed=changed, **values)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise ArenaError(
            "damaged",
            f"the stored statistics of run {number} of the league cannot be read: {error}",
            "restore the results from a backup",
        ) from error


def _usage(used: dict[str, Any]) -> Usage:
    latencies = dict(used["latencies"])
    numbers = (used["cpu_us"], used.get("peak_bytes", 0), *latencies, *latencies.values())
    if not all(type(number) is int and 0 <= number <= MOST for number in numbers):
        raise ValueError("the time or memory used by a bot is not a valid number")
    if any(bucket >= BUCKETS for bucket in latencies):
        raise ValueError("a time of thinking is longer than the longest possible time")
    return Usage(used["cpu_us"], Counter(latencies), used.get("peak_bytes", 0))
