"""The runs of a league: what is counted by run instead of by match.

A bot plays many matches at once, so CPU time is known only by bot and run; how long its choices took is kept with it.
Both differ from run to run: no rating depends on them, and the seal does not cover them; a mark in each row shows
whether it was changed.
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
"""Of a number that was counted."""


@dataclass(slots=True)
class Run:
    """One run of a league that stored some match."""

    number: int
    """From 1."""
    matches: int = 0
    """How many it has stored."""
    workers: int = 0
    """Arena processes; on a cluster 0, where they come and go."""
    in_flight: int = 0
    """Matches at once in each of them, at most."""
    cores: int = 0
    """Processors that were there for them and their bots."""
    elapsed_s: float = 0.0
    """How long it took; 0 if the release that played did not say."""
    sandbox: str = ""
    """How bots were confined, in a line; empty if the release that played did not say, or a cluster's workers."""
    lost_workers: int = 0
    void_matches: int = 0
    """Matches claimed by workers that died, begun or not; others played them."""
    withdrawn: dict[str, str] = field(default_factory=dict)
    """Bots that no longer took part, and why."""
    usage: dict[str, Usage] = field(default_factory=dict)
    """By bot."""
    copies: dict[str, str] = field(default_factory=dict)
    """By bot, the hash of the copy it played from, with all its build made, when the run began; where it was taken."""
    changed: list[str] = field(default_factory=list)
    """Bots whose copies were not the same any more when the run ended."""

    def goes_on_after(self, before: "Run") -> bool:
        """Whether it has the means of the run before, of which nothing is told that has to stay apart."""
        mine, theirs = ((run.workers, run.in_flight, run.cores, run.sandbox) for run in (self, before))
        return before.number > 0 and mine == theirs and not before.changed

    def after(self, before: "Run") -> "Run":
        """Both of them as one."""
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
    """What each bot has used in all runs."""
    total: dict[str, Usage] = {}
    for run in runs:
        add_usage(total, run.usage)
    return total


def write_run(connection: sql.Connection, run: Run, commitment: bytes) -> None:
    """Keeps a run of the league with this commitment, in place of what was kept under its number."""
    report = json.dumps(_to_values(run))
    connection.execute(sql.delete(RUNS).where(RUNS.c.number == run.number))
    row = {"number": run.number, "report": report, "mark": _mark(commitment, run.number, report)}
    connection.execute(sql.insert(RUNS), row)


def run_differences(connection: sql.Connection, commitment: bytes) -> list[Difference]:
    """Where the row of a run is not as it was written, and where it says that a bot was changed while it played."""
    return [difference for row in _rows(connection) for difference in _differences(row, commitment)]


def _differences(row: Any, commitment: bytes) -> Iterator[Difference]:  # noqa: ANN401  # as SQLAlchemy gives it
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
    """All runs in order; raises ArenaError [damaged] for one that is none."""
    return tuple(_read(row.number, row.report) for row in _rows(connection))


def _rows(connection: sql.Connection) -> Iterator[Any]:
    """The rows in order; raises TypeError for one that holds something else than it may."""
    for row in connection.execute(sql.select(RUNS).order_by(RUNS.c.number)):
        if not (isinstance(row.report, str) and isinstance(row.mark, bytes)):
            raise TypeError(f"run {row.number} holds something else than a report and its mark")
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
        raise ArenaError("damaged", f"run {number} cannot be read: {error}", "restore a copy") from error


def _usage(used: dict[str, Any]) -> Usage:
    latencies = dict(used["latencies"])
    numbers = (used["cpu_us"], used.get("peak_bytes", 0), *latencies, *latencies.values())
    if not all(type(number) is int and 0 <= number <= MOST for number in numbers):
        raise ValueError("what a bot has used is told in numbers that nobody can have counted")
    if any(bucket >= BUCKETS for bucket in latencies):
        raise ValueError("there are times of choices longer than any")
    return Usage(used["cpu_us"], Counter(latencies), used.get("peak_bytes", 0))
