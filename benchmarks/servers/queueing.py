"""Simulates the queue of a ladder before a deadline: how long authors wait, by the number of authors and examiners.

Each author hands in several bots during the last day, most of them shortly before the deadline. An examiner unpacks,
builds and checks one submission at a time. A submission that fails is examined once more later. Two rules are those of
`arena/ladder/submissions/queue.py`: the author whose last turn was the longest ago is next, and only one submission of
an author is examined at a time. The benchmark first measures the mean duration of an examination with house bots. It
measures without a box and without other load, so real examinations take longer.
"""

import argparse
import asyncio
import heapq
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean, median
from typing import Final, NamedTuple

from arena.building.builds.command import Ending
from arena.building.bundle import pack
from arena.building.manifest import find_manifest, read_manifest
from arena.ladder.examining.examining import Examination, Means
from arena.ladder.examining.worker import AGAIN_MS
from arena.ladder.limits import MOST_QUEUED
from arena.ladder.submissions.submissions import MOST_WAITING
from arena.sandbox.box import UNCONFINED
from benchmarks.report import Ratio, report

DAY_S: Final = 24 * 3600.0
RUSH: Final = 3.0
"""The exponent that makes hand-ins more frequent near the deadline: a hand-in arrives `u ** RUSH` of a day before it,
with `u` uniform from 0 to 1.

So half of the hand-ins arrive in the last eighth of the day.
"""
EACH: Final = 4
"""The number of hand-ins that an author makes on the last day."""
BROKEN: Final = 0.2
"""The share (0 to 1) of submissions that fail, are examined a second time, and fail again."""
SPREAD: Final = 0.6
"""The standard deviation of the natural logarithm of an examination's duration."""
BOTS: Final = ("random", "greedy")
CLASSES: Final = (30, 300, 3_000)
EXAMINERS: Final = (1, 4, 16)


class Waits(NamedTuple):
    """The result of a simulation: the waiting times, the refused hand-ins, and how busy the examiners were."""

    seconds: list[float]
    """The seconds from hand-in to verdict, for each submission that the ladder took into its queue."""
    refused: int
    busy: float
    """The total duration of the examinations that began in the last hour before the deadline, divided by one hour for
    each examiner.
    """


class _Waiting(NamedTuple):
    """A submission in the queue."""

    author: int
    came_s: float
    due_s: float
    broken: bool
    tries: int


def simulate(authors: int, examiners: int, examination_s: float, seed: int = 1) -> Waits:
    """Simulates the day before a deadline, and the time after it until the queue is empty; returns the
    waiting times.
    """
    draw = random.Random(seed)
    coming = sorted((DAY_S * (1 - draw.random() ** RUSH), author) for author in range(authors) for _ in range(EACH))
    takes = _lognormal(draw, examination_s)
    queue: list[_Waiting] = []
    free = [0.0] * examiners
    busy_s = [0.0] * authors
    taken = [0] * authors
    own = [0] * authors
    refused, turn, worked_s, seconds = 0, 0, 0.0, list[float]()
    while coming or queue:
        due_s = min((max(one.due_s, busy_s[one.author]) for one in queue), default=1e9)
        now_s = max(free[0], min(coming[0][0] if coming else DAY_S * 9, due_s))
        while coming and coming[0][0] <= now_s:
            at_s, author = coming.pop(0)
            if own[author] >= MOST_WAITING or len(queue) >= MOST_QUEUED:
                refused += 1
            else:
                own[author] += 1
                queue.append(_Waiting(author, at_s, at_s, draw.random() < BROKEN, 0))
        due = [one for one in queue if max(one.due_s, busy_s[one.author]) <= now_s]
        if not due:
            continue
        one = min(due, key=lambda each: (taken[each.author], each.came_s))
        queue.remove(one)
        turn += 1
        taken[one.author] = turn
        took_s = next(takes)
        heapq.heapreplace(free, now_s + took_s)
        busy_s[one.author] = now_s + took_s
        worked_s += took_s if DAY_S - 3600 <= now_s <= DAY_S else 0.0
        if one.broken and not one.tries:
            queue.append(one._replace(tries=1, due_s=now_s + took_s + AGAIN_MS / 1000))
            continue
        own[one.author] -= 1
        seconds.append(now_s + took_s - one.came_s)
    return Waits(seconds, refused, worked_s / 3600 / examiners)


def _lognormal(draw: random.Random, mean_s: float) -> Iterator[float]:
    while True:
        yield mean_s * draw.lognormvariate(-SPREAD * SPREAD / 2, SPREAD)


def examined_s(name: str) -> float:
    """Unpacks, builds and checks a house bot; returns the seconds that this took."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "archive"
        archive.write_bytes(pack(read_manifest(find_manifest(name, Path()))).archive)
        means = Means(Path(folder) / "unpacked", Path(folder) / "copies", UNCONFINED, "registries")
        means.folder.mkdir()
        return asyncio.run(_timed(Examination(means, "1", archive, Ending())))


async def _timed(examination: Examination) -> float:
    began = time.monotonic()
    copy, _ = await examination.build(await examination.unpack())
    await examination.check(copy)
    return time.monotonic() - began


def main() -> None:
    """Measures an examination, simulates, and prints how long authors wait."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, help="what an examination takes, if it is not to be measured")
    given_s = parser.parse_args().seconds
    examination_s = given_s or mean(examined_s(name) for name in BOTS)
    figures, ratios = {"an examination, s": examination_s}, list[Ratio]()
    for authors in CLASSES:
        for examiners in EXAMINERS:
            waits = simulate(authors, examiners, examination_s)
            what = f"{authors} authors, {examiners} at a time"
            figures |= {f"{what}: {name}": value for name, value in _told(waits).items()}
            ratios.append(Ratio(f"{what}: median wait / an examination", median(waits.seconds) / examination_s))
            ratios.append(Ratio(f"{what}: longest wait / an examination", max(waits.seconds) / examination_s))
    report("queueing", figures, ratios)


def _told(waits: Waits) -> dict[str, float]:
    share: Callable[[float], float] = lambda part: sorted(waits.seconds)[int(part * (len(waits.seconds) - 1))]  # noqa: E731
    return {
        "median wait, s": median(waits.seconds),
        "95 % wait less, s": share(0.95),
        "longest, s": max(waits.seconds),
        "refused": float(waits.refused),
        "examiners at work in the last hour": waits.busy,
    }


if __name__ == "__main__":
    main()
