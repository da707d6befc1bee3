"""Measures stored leagues of ten thousand to a million matches: the bytes a match, and the time that ratings and
resuming take.

The records are those of a few real random matches, stored again and again under new ids. If the time divided by the
number of matches is the same at every size, the cost grows in proportion to the number of matches.
"""

import argparse
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

from arena.games.registry import create_game
from arena.league.league import League
from arena.league.playing.results import Result
from arena.league.schedule import Fixtures, create_schedule
from arena.match import Match, MatchRecord
from arena.protocol.records import encode_record, encode_timing
from benchmarks.leagues.league import BOTS, league_of_random_bots
from benchmarks.report import Ratio, report
from leaderboards.reports.standings import table_of
from leaderboards.store import PlayedStore, Store

DISTINCT = 2_000
WRITE_ROWS = 2_000


def random_records(league: League) -> list[MatchRecord]:
    """Plays the league's first matches, at most `DISTINCT`, with random actions; returns their records."""
    game, draw, fixtures = create_game(league.game), Random(1).random, Fixtures(league)
    records = []
    for block in islice(create_schedule(league).blocks(), DISTINCT // BOTS):
        for assignment in fixtures.assignments(block):
            match = Match(assignment.spec, game)
            while match.actor is not None:
                match.choose(match.legal[int(draw() * len(match.legal))])
            records.append(match.record())
    return records


def results(league: League, records: list[MatchRecord], matches: int) -> Iterator[Result]:
    """Yields results of the league's first `matches` matches, in schedule order. Their records are copies of the given
    ones, which are taken in turn, again and again.
    """
    fixtures, draw = Fixtures(league), Random(2)
    for block in create_schedule(league).blocks():
        for ordinal, assignment in zip(fixtures.ordinals(block), fixtures.assignments(block), strict=True):
            if ordinal == matches:
                return
            record = replace(records[ordinal % len(records)], spec=assignment.spec)
            thinking_us, slowest_us = (tuple(draw.choices(range(50, 5_000), k=BOTS)) for _ in range(2))
            timing = encode_timing(thinking_us, slowest_us)
            yield Result(ordinal, assignment.spec.id, encode_record(record), timing)


def measure(matches: int) -> dict[str, float]:
    """Stores a league with this many matches; returns the measured sizes and times, by name."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        league = league_of_random_bots(folder, -(-matches // BOTS))
        path = folder / "league.db"
        with closing(PlayedStore.create(path, league)) as store:
            coming = results(league, random_records(league), matches)
            while rows := list(islice(coming, WRITE_ROWS)):
                store.add(rows)
        size = path.stat().st_size
        with closing(Store.open(path)) as store:
            began = time.perf_counter()
            assert sum(store.played(matches)) == matches
            resumed = time.perf_counter()
            table_of(store.matches())
            ended = time.perf_counter()
    return {
        "bytes a match": size / matches,
        "resume, s": resumed - began,
        "ratings, us a match": 1e6 * (ended - resumed) / matches,
        "peak memory, MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main() -> None:
    """Measures leagues of all sizes, the smallest first, and reports the figures. The order matters because the peak
    memory of the process never falls.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    sizes = sorted(parser.parse_args().matches)
    found = {size: measure(size) for size in sizes}
    figures = {f"{size:,} matches: {name}": value for size in sizes for name, value in found[size].items()}
    cost = "ratings, us a match"
    slowdown = found[sizes[0]][cost] / found[sizes[-1]][cost]
    report("storage", figures, [Ratio(f"ratings' speed a match, {sizes[-1]:,} / {sizes[0]:,}", slowdown, 0.9)])


if __name__ == "__main__":
    main()
