"""Measures pages of results: pages a second, the cost of a thousand followers, and the cost of the first and of each
later table of standings.

A follower is a client that receives the news of a league. The server is the one that users start. Its pages a second
are compared with those of a bare Starlette application, which sends pages of the same size.
"""

import argparse
import http.client
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from statistics import median

from benchmarks.leagues.league import BOTS, league_of_random_bots
from benchmarks.leagues.slices import Share, share_beside
from benchmarks.leagues.storage import WRITE_ROWS, random_records, results
from benchmarks.report import Ratio, report
from leaderboards.pages.shown.followed import AT_ONCE, Followed
from leaderboards.reports.outcome_blocks import blocks_of
from leaderboards.reports.standings import Table
from leaderboards.store import PlayedStore, Store
from leaderboards.store.rows.runs import total_usage
from leaderboards.store.values.extent import Extent

BARE = """
import sys
import uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route
text = "x" * int(sys.argv[2])
app = Starlette(routes=[Route("/", lambda request: HTMLResponse(text))])
uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", access_log=False)
"""
BURST = 40
"""The number of pages requested in one measurement of a server."""
PAIRS = 15
RESTED_S = 2.0
"""The seconds that the benchmark waits after the first table of standings before it asks for a later table."""
TICKS = os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """Returns a free port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


@contextmanager
def running(*command: str, port: int) -> Iterator[int]:
    """Starts a server; yields its process number once it accepts connections, and ends it afterwards."""
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            while process.poll() is None:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=60).close()
                    break
                except ConnectionError:
                    time.sleep(0.05)
            assert process.poll() is None, f"{command} ended"
            yield process.pid
        finally:
            process.terminate()


def pages_a_second(port: int, path: str) -> tuple[float, int]:
    """Returns the pages a second that one client gets when it requests one page after another, and the size of a page
    in bytes.
    """
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=600)) as connection:

        def get() -> int:
            connection.request("GET", path)
            answer = connection.getresponse()
            size = len(answer.read())
            assert answer.status == 200, path
            return size

        size = get()
        began = time.perf_counter()
        for _ in range(BURST):
            get()
        return BURST / (time.perf_counter() - began), size


def against_bare(port: int, path: str) -> tuple[float, float]:
    """Returns the server's pages a second, and their ratio to the pages a second of a bare application. Both are
    medians over pairs of alternating measurements.
    """
    bare, (_, size) = free_port(), pages_a_second(port, path)
    with running(sys.executable, "-c", BARE, str(bare), str(size), port=bare):
        pairs = [(pages_a_second(port, path)[0], pages_a_second(bare, "/")[0]) for _ in range(PAIRS)]
    return median(ours for ours, _ in pairs), median(ours / theirs for ours, theirs in pairs)


def cpu_s(pid: int) -> float:
    """Returns the processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def asking(port: int, number: int = 0) -> bytes:
    """Returns the HTTP request with which the follower `number` subscribes to the news of the league.

    A hundred followers share each address, as if they were behind a proxy.
    """
    address = f"X-Forwarded-For: 192.0.2.{number // 100 % 250 + 1}"
    return f"GET /bench/events?parts=1 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{address}\r\n\r\n".encode()


def followers_share(port: int, pid: int, followers: int, blocks: Iterator[None], seconds: int) -> float:
    """Returns the part of a processor core that the server needs for its followers while a block is stored every
    second.
    """
    selector = selectors.DefaultSelector()
    for number in range(followers):
        stream = socket.create_connection(("127.0.0.1", port), timeout=60)
        stream.sendall(asking(port, number))
        stream.setblocking(False)
        selector.register(stream, selectors.EVENT_READ)
    heard = 0

    def listen(until: float) -> None:
        nonlocal heard
        while (left := until - time.perf_counter()) > 0:
            for key, _ in selector.select(left):
                heard += len(key.fileobj.recv(1 << 16))  # type: ignore[union-attr]

    listen(time.perf_counter() + 3)
    heard, before, began = 0, cpu_s(pid), time.perf_counter()
    for _ in range(seconds):
        next(blocks)
        listen(time.perf_counter() + 1)
    share = (cpu_s(pid) - before) / (time.perf_counter() - began)
    assert heard > followers * seconds * 100, "the followers heard nothing"
    for key in list(selector.get_map().values()):
        key.fileobj.close()  # type: ignore[union-attr]
    return share


def first_table(store: Store) -> tuple[float, float, Followed]:
    """Makes the standings of a store in two ways: directly, and as the first table that a page shows.

    The two ways alternate, with at most `AT_ONCE` matches in each step. Returns the processor seconds of each way, in
    this order, and the Followed that made the page's table.
    """
    table, standings_s, first_s = Table(), 0.0, 0.0
    followed = Followed(store, "here", "bench")
    with closing(store.matches()) as matches:
        more = True
        while more:
            began = time.process_time()
            for block in blocks_of(islice(matches, AT_ONCE)):
                table.take(block)
            between = time.process_time()
            more = followed.refresh()
            standings_s += between - began
            first_s += time.process_time() - between
    assert followed.standings().lines == table.standings(None, total_usage(store.runs())).lines
    return standings_s, first_s, followed


@contextmanager
def following(port: int) -> Iterator[None]:
    """Lets one client follow the league while the context is entered."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as stream:
        stream.sendall(asking(port))

        def hear() -> None:
            while stream.recv(1 << 16):
                pass

        hearing = threading.Thread(target=hear)
        hearing.start()
        try:
            yield
        finally:
            stream.shutdown(socket.SHUT_RDWR)
            hearing.join()


def speed_with_a_follower(pairs: int) -> tuple[Share, float]:
    """Returns a league's speed with a follower divided by its speed without one. Also returns the part of a processor
    core that the server uses while there is a follower.

    `pairs` is the number of pairs of slices, as in `share_beside`.
    """
    used_s = followed_s = 0.0
    with tempfile.TemporaryDirectory() as name:
        league = league_of_random_bots(Path(name), 1_000_000)
        with closing(PlayedStore.create(Path(name) / "bench" / "league.db", league)) as store:
            store.keep_extent(Extent(len(league.bots) * 1_000_000))
            port = free_port()
            command = (sys.executable, "-m", "arena.cli", "serve", str(Path(name) / "bench"))
            with running(*command, "--bind", f"127.0.0.1:{port}", port=port) as pid:

                @contextmanager
                def followed() -> Iterator[None]:
                    nonlocal used_s, followed_s
                    before_s, began_s = cpu_s(pid), time.perf_counter()
                    with following(port):
                        yield
                    used_s += cpu_s(pid) - before_s
                    followed_s += time.perf_counter() - began_s

                _page(port)
                return share_beside(league, store, followed, pairs), used_s / followed_s


def main() -> None:
    """Plays and serves a league, measures its pages, and reports the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--followers", type=int, default=1_000)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--pairs", type=int, default=30, help="of slices of a league, with a follower and without")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        spare = 2 * options.seconds + 1
        league = league_of_random_bots(folder, -(-options.matches // BOTS) + spare)
        coming = results(league, random_records(league), options.matches + spare * BOTS)
        with closing(PlayedStore.create(folder / "bench" / "league.db", league)) as store:
            store.keep_extent(Extent(options.matches))
            left = options.matches
            while rows := list(islice(coming, min(WRITE_ROWS, left))):
                store.add(rows)
                left -= len(rows)

            def blocks() -> Iterator[None]:
                while rows := list(islice(coming, BOTS)):
                    store.add(rows)
                    yield

            figures, ratios = measured(folder / "bench", blocks(), options)
    share, figures["one follower of a league that is played, share of a core"] = speed_with_a_follower(options.pairs)
    figures["league with a follower / without, standard error"] = share.error
    ratios.append(Ratio("league with a follower / without", share.value, 0.97))
    report("pages", figures, ratios)


def measured(
    results_folder: Path, blocks: Iterator[None], options: argparse.Namespace
) -> tuple[dict[str, float], list[Ratio]]:
    """Returns the figures and ratios of the report for a stored league; each step of the iterator `blocks` stores one
    more block.
    """
    with closing(Store.open(results_folder)) as store:
        standings_s, first_s, followed = first_table(store)
        next(blocks)
        time.sleep(RESTED_S)
        read, began = followed.beginning.matches(), time.perf_counter()
        followed.refresh()
        later_s = time.perf_counter() - began
        assert followed.beginning.matches() == read + BOTS, "the later table is not later"
    port = free_port()
    with running(
        sys.executable, "-m", "arena.cli", "serve", str(results_folder), "--bind", f"127.0.0.1:{port}", port=port
    ) as pid:
        while b"still being read" in (page := _page(port)) or b"Plackett" not in page:
            time.sleep(1)
        tables, table_share = against_bare(port, "/bench/index.html")
        matches, match_share = against_bare(port, "/bench/matches/1.html")
        alone = followers_share(port, pid, 1, blocks, options.seconds)
        share = followers_share(port, pid, options.followers, blocks, options.seconds) - alone
    return {
        "table pages a second": tables,
        "match pages a second": matches,
        "first table, s": first_s,
        "a later table, s": later_s,
        "one follower, share of a core": alone,
        f"{options.followers} followers, share of a core more": share,
    }, [
        Ratio("table pages / bare pages of their size", table_share, 0.3),
        Ratio("match pages / bare pages of their size", match_share, 0.15),
        Ratio(f"standings / first table, {options.matches:,} matches", standings_s / first_s, 0.8),
        Ratio("first table / a later one", first_s / later_s, 100),
        Ratio(f"5 % of a core / what {options.followers} followers cost", 0.05 / max(share, 1e-6), 1),
    ]


def _page(port: int) -> bytes:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=600)) as connection:
        connection.request("GET", "/bench/index.html")
        return connection.getresponse().read()


if __name__ == "__main__":
    main()
