"""Tables of people beside a league: the share of its speed that is left, and how long until a click is answered.

The server is the one people start; the people are another process, and think about each choice for some seconds.
"""

import argparse
import http.client
import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median

from benchmarks.beside import share_beside
from benchmarks.league import league_of_random_bots
from benchmarks.pages import free_port, running
from benchmarks.report import Ratio, report
from leaderboards.store import PlayedStore
from tests.tables.people import Person

TABLES = 10
SEATS = ["person", "greedy", "random"]
THINKS_S = 1.0, 5.0
"""About a choice, at least and at most."""
SHARE = 0.9
CLICK_MS = 100.0
LOST = (OSError, http.client.HTTPException)


def sit(server: str, clicking: Event, clicks: list[float], number: int) -> None:
    """One person, who sits at a table of their own, plays while it is time to, and goes to the next when it is over."""
    rng = random.Random(number)
    with suppress(*LOST):
        while True:
            person, legal = Person(server), list[int]()
            person.open(game="verraeter", seats=SEATS)
            for event in person.events():
                if event.name == "frames":
                    for frame in event.data["frames"][-1:]:
                        legal = [choice["action"] for choice in frame["legal"] or ()]
                    if event.data["spec"]["ranks"]:
                        break
                elif event.name == "turn" and event.data:
                    time.sleep(rng.uniform(*THINKS_S))
                    clicking.wait()
                    began = time.perf_counter()
                    answer = person.post("choices", turn_id=event.data["turn_id"], action=rng.choice(legal))
                    assert answer.status == 200, answer.text
                    clicks.append(1_000 * (time.perf_counter() - began))
            else:
                return  # the server ends


def people(server: str, clicking: Event, told: Connection) -> None:
    """All people, until they are asked how long their clicks took, in milliseconds."""
    clicks: list[float] = []
    for number in range(TABLES):
        threading.Thread(target=sit, args=(server, clicking, clicks, number), daemon=True).start()
    told.recv()
    told.send(clicks)


def main() -> None:
    """Plays one league, beside which people click in half of its slices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=15)
    pairs = parser.parse_args().pairs
    spawning, port = get_context("spawn"), free_port()
    clicking, (asking, told) = spawning.Event(), spawning.Pipe()

    @contextmanager
    def beside() -> Iterator[None]:
        clicking.set()
        yield
        clicking.clear()

    with tempfile.TemporaryDirectory() as name:
        league = league_of_random_bots(Path(name), 1_000_000)
        serve = (sys.executable, "-m", "arena.cli", "serve", "--sandbox", "none", "--bind", f"127.0.0.1:{port}")
        with (
            closing(PlayedStore.create(Path(name) / "league.db", league)) as store,
            running(*serve, "--tables", str(Path(name) / "tables"), port=port),
        ):
            sitting = spawning.Process(target=people, args=(f"http://127.0.0.1:{port}", clicking, told), daemon=True)
            sitting.start()
            share = share_beside(league, store, beside, pairs)
            asking.send(None)
            clicks = asking.recv()
    click_ms = median(clicks)
    figures = {"clicks": float(len(clicks)), "a click is answered within, ms, median": click_ms}
    ratios = [
        Ratio(f"league beside {TABLES} tables / without", share, SHARE),
        Ratio(f"{CLICK_MS:g} ms / a click", CLICK_MS / click_ms, 1.0),
    ]
    report("tables", figures, ratios)


if __name__ == "__main__":
    main()
