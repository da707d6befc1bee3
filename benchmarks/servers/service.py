"""Measures a ladder under load: many authors hand in bots while many clients follow a league.

The benchmark counts lost submissions and refused requests, and measures the server's memory and response times. The
server is the one that users start; authors and followers run in other processes. The ladder's uploads a second are
compared with those of a bare Starlette application, which only writes the same uploads to the disk. With `--database`
the ladder stores its rows on that database server.
"""

import argparse
import http.client
import json
import os
import random
import secrets
import selectors
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from arena.building.bundle import pack
from arena.building.manifest import find_manifest, read_manifest
from arena.ladder.accounts.people import add_person
from arena.ladder.accounts.rights import Role
from arena.ladder.accounts.tokens import Kind, exchange, make_link
from arena.ladder.keeping.base import Connection as Transaction
from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import LADDERS, RESULTS
from arena.league.playing.results import Result
from benchmarks.leagues.league import BOTS, league_of_random_bots
from benchmarks.leagues.storage import random_records, results
from benchmarks.report import Ratio, report
from benchmarks.servers.pages import asking, free_port, running
from leaderboards.store import PlayedStore
from leaderboards.store.values.extent import Extent

BARE: Final = """
import os, secrets, sys
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route
def kept(body):
    with open(os.path.join(sys.argv[2], secrets.token_hex(16)), "wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
async def take(request):
    await run_in_threadpool(kept, await request.body())
    return Response(status_code=201)
app = Starlette(routes=[Route("/{path:path}", take, methods=["PUT"])])
uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", access_log=False)
"""
EAGER: Final = 10
"""One author in EAGER authors sends TIMES submissions in a row, as a faulty program would."""
TIMES: Final = 8
AT_ONCE: Final = 64
"""The number of simultaneous uploads in the comparison with a bare Starlette application."""
LOOK_S: Final = 0.5
"""The seconds between two requests for the league's page while the load lasts."""
PATIENCE_S: Final = 300.0
GROWTH: Final = 3.0
"""The greatest permitted ratio of the server's peak memory to its memory at rest."""
STORED: Final = 600
"""The number of stored matches of the followed league when the load begins."""


class Load(NamedTuple):
    """The load: the number of authors and followers, and its duration."""

    authors: int = 300
    followers: int = 1_000
    seconds: float = 120.0
    """The seconds within which all authors start to hand in."""
    database: str | None = None


class Found(NamedTuple):
    """The results of a ladder under load."""

    accepted: int
    lost: int
    """The number of submissions that got a receipt, but are missing afterwards or are stored with other bytes."""
    refused: Counter[str]
    """The number of refused requests, by error code."""
    untold: int
    """The number of refusals without a Retry-After header in seconds, which says when to try again."""
    failed: list[str]
    """A sentence for each answer that was neither a receipt nor a refusal, and for each request without an answer."""
    left: int
    """The number of followers whose streams ended early."""
    quiet: int
    """The number of followers that received no news of the league."""
    rest_bytes: int
    peak_bytes: int
    pages_at_rest: float
    """The seconds until a requested page has arrived, as a median, while all followers are connected but no author
    hands in.
    """
    pages_meanwhile: float
    slowest_page: float

    def growth(self) -> float:
        """Returns the peak memory of the server, divided by its memory at rest."""
        return self.peak_bytes / self.rest_bytes


class Upload(NamedTuple):
    """A server's answer to an upload."""

    status: int
    retry: str | None
    body: bytes


def put(port: int, content: bytes, token: str = "", key: str = "") -> Upload:
    """Hands in `content` once; returns the server's answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        connection.request("PUT", f"/ladder/hand-ins/{key or secrets.token_hex(16)}", content, headers)
        answer = connection.getresponse()
        return Upload(answer.status, answer.headers.get("Retry-After"), answer.read())


def get(port: int, path: str, token: str = "") -> tuple[int, bytes]:
    """Requests a path; returns the status and the body of the server's answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
        answer = connection.getresponse()
        return answer.status, answer.read()


def signed_in(ladder: Ladder, authors: int) -> list[str]:
    """Adds `authors` new authors to a ladder; returns their tokens."""

    def one(connection: Transaction, number: int) -> str:
        now_ms = ladder.now_ms()
        person = add_person(connection, f"author {number}", Role.AUTHOR, now_ms, "benchmark")
        made = exchange(connection, make_link(connection, person, 1, now_ms, "benchmark"), Kind.COMMAND, now_ms)
        assert made
        return made[1]

    with ladder.base.writing() as connection:
        return [one(connection, number) for number in range(authors)]


class Storm:
    """Authors who hand in bots at a ladder, and the answers that they receive."""

    def __init__(self, port: int, tokens: Sequence[str], seconds: float) -> None:
        self._port, self._tokens, self._seconds = port, tokens, seconds
        self._bot = pack(read_manifest(find_manifest("random", Path()))).archive
        self.receipts: dict[int, tuple[str, bytes]] = {}
        """The author's token and the submitted content of each receipt, by the number in the receipt."""
        self.refused, self.untold, self.failed = Counter[str](), 0, list[str]()

    def run(self) -> None:
        """Lets all authors hand in; their starts are spread at random over `seconds`."""
        draw = random.Random(1)
        starts = sorted((draw.uniform(0, self._seconds), number) for number in range(len(self._tokens)))
        began = time.monotonic()
        with ThreadPoolExecutor(len(starts)) as pool:
            for at, number in starts:
                time.sleep(max(0.0, began + at - time.monotonic()))
                pool.submit(self._author, number)

    def _author(self, number: int) -> None:
        try:
            for turn in range(TIMES if number % EAGER == 0 else 1):
                self._hand_in(self._tokens[number], self._bot + bytes(8) + f"{number} {turn}".encode())
        except (OSError, http.client.HTTPException) as error:
            self.failed.append(f"author {number}: {error!r}")

    def _hand_in(self, token: str, content: bytes) -> None:
        """Hands in `content` once, and records the receipt, refusal or failure."""
        answer = put(self._port, content, token)
        if answer.status == 201:
            self.receipts[json.loads(answer.body)["number"]] = token, content
        elif answer.status in (429, 503):
            self.refused[json.loads(answer.body)["code"]] += 1
            self.untold += not (answer.retry or "").isdecimal()
        else:
            self.failed.append(f"{answer.status}: {answer.body[:200]!r}")

    def lost(self) -> int:
        """Returns the number of receipts whose submission the ladder does not list, or stores with other content."""
        listed: dict[str, set[int]] = {}
        lost = 0
        for number, (token, content) in self.receipts.items():
            if token not in listed:
                told = json.loads(get(self._port, "/ladder/submissions.json", token)[1])
                listed[token] = {one["number"] for one in told["submissions"]}
            there = get(self._port, f"/ladder/submissions/{number}/archive", token)
            lost += number not in listed[token] or there != (200, content)
        return lost


def follow(port: int, followers: int, told: Connection) -> None:
    """Follows the league with `followers` clients until a message comes through `told`; runs as a separate process.

    Sends None through `told` when all clients are connected. At the end, it sends the number of clients whose stream
    ended early and the number of clients that received no news.
    """
    selector, heard = selectors.DefaultSelector(), Counter[int]()
    for number in range(followers):
        stream = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        stream.sendall(asking(port, number))
        heard[stream.fileno()] = -len(stream.recv(1))
        stream.setblocking(False)
        selector.register(stream, selectors.EVENT_READ)
    selector.register(told, selectors.EVENT_READ)
    told.send(None)
    left = 0
    while True:
        for key, _ in selector.select():
            if key.fileobj is told:
                told.send((left, sum(count <= 0 for count in heard.values())))
                return
            data = key.fileobj.recv(1 << 16)  # type: ignore[union-attr]
            if not data:
                left += 1
                selector.unregister(key.fileobj)
            heard[key.fd] += b"event: state" in data


def memory(pid: int, kind: str) -> int:
    """Returns a process's memory in bytes: its present memory if `kind` is `VmRSS`, its peak if `kind` is `VmHWM`."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith(kind))
    return int(line.split()[1]) * 1024


def looked_at(port: int, until: Callable[[], bool]) -> list[float]:
    """Requests the league's page again and again; returns the seconds that each request took.

    Stops when `until()` is true, but not before the third request.
    """
    took: list[float] = []
    while len(took) < 3 or not until():
        began = time.monotonic()
        status, _ = get(port, "/bench/")
        took.append(time.monotonic() - began)
        assert status == 200, "a page is not there"
        time.sleep(LOOK_S)
    return took


def weather(folder: Path, load: Load) -> Found:
    """Serves a ladder from `folder` under this load; returns the results."""
    (folder / "ladder" / LADDERS).mkdir(parents=True)  # left empty, because played matches would be measured, too
    with closing(Ladder(folder / "ladder", database=load.database)) as ladder:
        tokens = signed_in(ladder, load.authors)
    league, port = league_of_random_bots(folder, 1 + 2 * STORED // BOTS), free_port()
    place = folder / "ladder" / RESULTS / "bench" / "league.db"
    place.parent.mkdir(parents=True)
    with closing(PlayedStore.create(place, league)) as store:
        store.keep_extent(Extent(2 * STORED))
        coming = list(results(league, random_records(league), 2 * STORED))
        store.add(coming[:STORED])
        command = ("serve", "--ladder", str(folder / "ladder"), "--sandbox", "none", "--bind", f"127.0.0.1:{port}")
        with running(sys.executable, "-m", "arena.cli", *command, port=port) as pid:
            return _weathered(load, port, pid, Storm(port, tokens, load.seconds), store, coming[STORED:])


def _weathered(load: Load, port: int, pid: int, storm: Storm, store: PlayedStore, coming: list[Result]) -> Found:
    looked_at(port, lambda: True)
    rest_bytes = memory(pid, "VmRSS")
    here, there = get_context("spawn").Pipe()
    following = get_context("spawn").Process(target=follow, args=(port, load.followers, there))
    following.start()
    try:
        here.recv()
        rest = looked_at(port, lambda: True)
        handing = threading.Thread(target=storm.run)
        handing.start()

        def over() -> bool:
            if coming:
                store.add([coming.pop(0) for _ in range(BOTS)])
            return not handing.is_alive()

        meanwhile = looked_at(port, over)
        handing.join()
        lost = storm.lost()
        here.send(None)
        left, quiet = here.recv()
    finally:
        following.terminate()
        following.join()
    return Found(
        len(storm.receipts),
        lost,
        storm.refused,
        storm.untold,
        storm.failed,
        left,
        quiet,
        rest_bytes,
        memory(pid, "VmHWM"),
        median(rest),
        median(meanwhile),
        max(meanwhile),
    )


def uploads_a_second(port: int, content: bytes, tokens: Sequence[str]) -> float:
    """Uploads `content` once for each author, many uploads at a time; returns the accepted uploads a second."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        began = time.perf_counter()
        taken = list(pool.map(lambda token: put(port, content, token).status, tokens))
        took_s = time.perf_counter() - began
    assert set(taken) == {201}, Counter(taken)
    return len(tokens) / took_s


def against_bare(folder: Path, load: Load, pairs: int = 3) -> float:
    """Returns the ladder's uploads a second divided by those of a bare application: the median of `pairs` ratios."""
    (folder / "ladder" / LADDERS).mkdir(parents=True)
    (folder / "bare").mkdir()
    database = load.database and f"{load.database}-bare"
    with closing(Ladder(folder / "ladder", database=database)) as ladder:
        tokens = signed_in(ladder, load.authors)
    content, port, bare = pack(read_manifest(find_manifest("random", Path()))).archive, free_port(), free_port()
    command = ("serve", "--ladder", str(folder / "ladder"), "--sandbox", "none", "--bind", f"127.0.0.1:{port}")
    with (
        running(sys.executable, "-m", "arena.cli", *command, port=port),
        running(sys.executable, "-c", BARE, str(bare), str(folder / "bare"), port=bare),
    ):
        return median(
            uploads_a_second(port, content, tokens) / uploads_a_second(bare, content, tokens) for _ in range(pairs)
        )


def main() -> None:
    """Measures a ladder under load, and reports the results and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--authors", type=int, default=Load().authors)
    parser.add_argument("--followers", type=int, default=Load().followers)
    parser.add_argument("--seconds", type=float, default=Load().seconds, help="within which all authors hand in")
    parser.add_argument("--database", help="of a PostgreSQL server, with #NAME behind it; that schema is left there")
    load = Load(**vars(parser.parse_args()))
    with tempfile.TemporaryDirectory() as name:
        os.environ["TMPDIR"] = name
        found = weather(Path(name) / "storm", load)
        share = against_bare(Path(name) / "beside", load)
    report(
        "service",
        {
            "hand-ins accepted": found.accepted,
            "acknowledged and not there": found.lost,
            **{f"refused: {code}": count for code, count in sorted(found.refused.items())},
            "refused without being told when to come again": found.untold,
            "neither": len(found.failed),
            "followers whose stream ended": found.left,
            "followers who heard nothing": found.quiet,
            "memory at rest, MB": found.rest_bytes / 1e6,
            "longest wait for a page, s": found.slowest_page,
        },
        [
            Ratio("memory at rest / at its most", 1 / found.growth(), 1 / GROWTH),
            Ratio(
                "a page with followers alone / while bots are handed in", found.pages_at_rest / found.pages_meanwhile
            ),
            Ratio("hand-ins a second / bare uploads that are synced", share),
        ],
    )
    for sentence in found.failed[:5]:
        print(f"   {sentence}")


if __name__ == "__main__":
    main()
