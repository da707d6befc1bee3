"""Measures tables of people at the same time as a league: how much the league slows down, and how long a click takes.

The server is the one that users start. The people are simulated in another process, and think about each choice for
some seconds.
"""

import argparse
import ctypes
import os
import random
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawValue
from pathlib import Path
from queue import SimpleQueue
from statistics import median

from benchmarks.leagues.league import league_of_random_bots
from benchmarks.leagues.slices import SLICE_S, share_beside
from benchmarks.report import Ratio, report
from benchmarks.servers.pages import free_port, running
from leaderboards.store import PlayedStore
from tests.tables.people import Person

TABLES = 10
SEATS = ["person", "greedy", "random"]
THINKS_S = 1.0, 5.0
"""The least and the most seconds that a person thinks about a choice."""
SHARE = 0.9
CLICK_MS = 100.0
PATIENCE_S = 300.0
"""The most seconds to wait until the matches at all tables have begun."""
TICK_S = 0.05
"""The seconds between two checks whether a person may click. (A lock would be worse: a process that ends could leave it
locked.)
"""


def sit(server: str, clicking: ctypes.c_bool, clicks: list[float], seated: SimpleQueue[int], number: int) -> None:
    """Simulates one person, who opens a table, plays while `clicking` is set, and opens the next table when the match
    is over.
    """
    rng = random.Random(number)
    while True:
        person, legal, over = Person(server), list[int](), False
        person.open(game="verraeter", seats=SEATS)
        for event in person.events():
            if event.name == "frames":
                for frame in event.data["frames"][-1:]:
                    legal = [choice["action"] for choice in frame["legal"] or ()]
                over = bool(event.data["spec"]["ranks"])
            elif event.name == "turn" and event.data:
                seated.put(number)
                time.sleep(rng.uniform(*THINKS_S))
                while not clicking.value:
                    time.sleep(TICK_S)
                began = time.perf_counter()
                answer = person.post("choices", turn_id=event.data["turn_id"], action=rng.choice(legal))
                assert answer.status == 200, answer.text
                clicks.append(1_000 * (time.perf_counter() - began))
            if over:
                break
        assert over, "a stream ended before the match of its table"


def people(server: str, clicking: ctypes.c_bool, told: Connection) -> None:
    """Runs the process of all people, one thread for each.

    It reports through `told` once each person has been asked for a first choice. When it then receives a message, it
    replies with the milliseconds that each click took. An error in the thread of one person ends the whole process,
    since the measurement is useless then.
    """
    clicks, seated = list[float](), SimpleQueue[int]()

    def sit_down(number: int) -> None:
        try:
            sit(server, clicking, clicks, seated, number)
        except BaseException:  # noqa: BLE001  # after any error, the measurement ends
            traceback.print_exc()
            os._exit(1)

    for number in range(TABLES):
        threading.Thread(target=sit_down, args=(number,), daemon=True).start()
    missing = set(range(TABLES))
    while missing:
        missing.discard(seated.get())
    told.send(None)
    told.recv()
    told.send(clicks)


@contextmanager
def sitting(port: int, clicking: ctypes.c_bool) -> Iterator[Connection]:
    """Starts the process that simulates people. Yields the pipe to it once every person has been asked for a choice."""
    spawning = get_context("spawn")
    asking, told = spawning.Pipe()
    process = spawning.Process(target=people, args=(f"http://127.0.0.1:{port}", clicking, told), daemon=True)
    process.start()
    told.close()  # so that the pipe closes when the process ends
    try:
        if not asking.poll(PATIENCE_S):
            sys.exit(f"not all of {TABLES} tables asked their people within {PATIENCE_S:g} s")
        asking.recv()
        yield asking
    except (EOFError, BrokenPipeError):
        sys.exit("the people at the tables have ended; what they could not do is told above")
    finally:
        process.terminate()
        process.join()


def main() -> None:
    """Reports the speed of a league while people click, relative to its speed alone, and the time of a click."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=15)
    pairs = parser.parse_args().pairs
    took_s = (2 * pairs + 1) * SLICE_S
    print(f"{TABLES} tables beside a league, {pairs} pairs of slices: {took_s:.0f} s and more", file=sys.stderr)
    clicking, port = RawValue(ctypes.c_bool, False), free_port()

    with tempfile.TemporaryDirectory() as name:
        league = league_of_random_bots(Path(name), 1_000_000)
        serve = (sys.executable, "-m", "arena.cli", "serve", "--sandbox", "none", "--bind", f"127.0.0.1:{port}")
        with (
            closing(PlayedStore.create(Path(name) / "league.db", league)) as store,
            running(*serve, "--tables", str(Path(name) / "tables"), port=port),
            sitting(port, clicking) as asking,
        ):

            @contextmanager
            def beside() -> Iterator[None]:
                clicking.value = True
                yield
                clicking.value = False
                if asking.poll():
                    raise EOFError

            share = share_beside(league, store, beside, pairs)
            asking.send(None)
            clicks = asking.recv()
    if not clicks:
        sys.exit("nobody has clicked, so nothing was measured; take more pairs")
    click_ms = median(clicks)
    figures = {
        "clicks": float(len(clicks)),
        "a click is answered within, ms, median": click_ms,
        f"league beside {TABLES} tables / without, standard error": share.error,
    }
    ratios = [
        Ratio(f"league beside {TABLES} tables / without", share.value, SHARE),
        Ratio(f"{CLICK_MS:g} ms / a click", CLICK_MS / click_ms, 1.0),
    ]
    report("tables", figures, ratios)


if __name__ == "__main__":
    main()
