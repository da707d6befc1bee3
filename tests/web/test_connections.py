"""Tests of connections that send nothing, send a part of a request, or do not read the response: they are closed and
keep no other client out.
"""

import resource
import socket
import ssl
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, closing
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from urllib.parse import urlsplit

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message

from arena.ladder.ladder import Ladder
from arena.ladder.submissions import submissions
from arena.system import descriptors
from arena.system.descriptors import WANTED, Most
from arena.tls.listen_address import listen
from arena.tls.server_certificate import Tls
from arena.web.connections import connection, crowd, followers
from arena.web.connections.connection import LEAST_OF_BODY, Connection
from arena.web.connections.crowd import Crowd
from arena.web.connections.followers import Followers
from arena.web.serving import server_config
from tests.ladder.archives import bot
from tests.suite.sizes import latin
from tests.web.certificates import authority, signed
from tests.web.ladder.authors import Author, Idle, author
from tests.web.serving import get, run, serving

PATIENCE_S = 60.0
FEW = Most(connections=12, strangers=8, strangers_of_one=4)
GET = b"GET /cup/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
HALVES = {
    "nothing": b"",
    "half a header": GET,
    "half a second header": GET + b"\r\n" + GET,
    "half a body": b"POST /ladder/sign-in/a HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{",
    "a body nobody wants": GET + b"Content-Length: 20000000\r\n\r\n",
}


def dialled(address: str, said: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
    """Opens a connection from the address `source`, and sends the bytes `said`."""
    parts = urlsplit(address)
    line = socket.create_connection((parts.hostname or "", parts.port or 0), PATIENCE_S, (source, 0))
    line.sendall(said)
    return line


def is_open(line: socket.socket) -> bool:
    """Returns whether the connection is still open. Discards the bytes that the server has sent."""
    line.setblocking(False)
    try:
        while line.recv(1 << 16):
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def until(look: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not look():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[Crowd]:
    """Lowers the limits on connections. Returns a list to which each server that is started afterwards adds its crowd,
    the object that counts and limits its connections.
    """
    made: list[Crowd] = []

    class Noted(Crowd):
        def __init__(self, most: Most) -> None:
            super().__init__(most)
            made.append(self)

    monkeypatch.setattr("arena.web.serving.most", lambda: FEW)
    monkeypatch.setattr("arena.web.serving.Crowd", Noted)
    return made


@pytest.fixture
def ladder(tmp_path: Path) -> Ladder:
    return Ladder(tmp_path / "ladder")


@pytest.mark.parametrize(("kind", "addresses"), latin([*HALVES], [1, 6]))
def test_strangers_keep_nobody_out(cup: Path, ladder: Ladder, few: list[Crowd], kind: str, addresses: int) -> None:
    with serving(cup, ladder=Idle(ladder)) as address, ExitStack() as stack:
        sources = [f"127.0.0.{2 + number % addresses}" for number in range(18)]
        lines = [stack.enter_context(dialled(address, HALVES[kind], source)) for source in sources]
        most = FEW.strangers_of_one if addresses == 1 else FEW.strangers
        until(lambda: sum(map(is_open, lines)) <= most)
        assert get(f"{address}/cup/").status == 200


@pytest.mark.parametrize("kind", HALVES)
def test_a_stranger_has_a_time_however_slowly_it_speaks(
    cup: Path, ladder: Ladder, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(crowd, "STRANGER_S", 0.2)

    def speaks_on(line: socket.socket) -> bool:
        try:
            line.send(b"x")
        except OSError:
            return False
        return is_open(line)

    with serving(cup, ladder=Idle(ladder)) as address, dialled(address, HALVES[kind]) as line:
        until(lambda: not speaks_on(line))


def test_who_asks_again_and_again_keeps_the_connection(cup: Path) -> None:
    with serving(cup) as address, dialled(address) as line:
        for _ in range(3):
            line.sendall(GET + b"\r\n")
            answer = b""
            while b"</html>" not in answer:
                answer += (more := line.recv(1 << 16))
                assert more
        assert is_open(line)


def test_strangers_are_counted_before_they_speak_tls(tmp_path: Path, cup: Path, few: list[Crowd]) -> None:
    by = authority(tmp_path)
    tls = Tls(*signed(by, tmp_path, "server"))
    context = ssl.create_default_context(cafile=by.certificate)
    with serving(cup, tls=tls) as address, ExitStack() as stack:
        lines = [stack.enter_context(dialled(address, source="127.0.0.2")) for _ in range(12)]
        until(lambda: sum(map(is_open, lines)) <= FEW.strangers_of_one)
        with context.wrap_socket(dialled(address), server_hostname="127.0.0.1") as line:
            line.sendall(GET + b"Connection: close\r\n\r\n")
            with closing(line.makefile("rb")) as answer:
                assert b"</html>" in answer.read()
        with dialled(address, GET + b"\r\n") as line:  # this client does not use TLS
            until(lambda: not is_open(line))


def test_connections_are_bounded_whatever_they_do(cup: Path, few: list[Crowd]) -> None:
    following = b"GET /cup/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with serving(cup) as address, ExitStack() as stack:
        honest = stack.enter_context(dialled(address, following))
        assert honest.recv(1)
        lines: list[socket.socket] = []
        for _ in range(16):
            lines.append(stack.enter_context(dialled(address, following, "127.0.0.2")))
            assert lines[-1].recv(1)
        until(lambda: sum(map(is_open, lines)) < FEW.connections)
        assert get(f"{address}/cup/").status == 200
        assert is_open(honest)


def test_followers_are_bounded_by_address_as_a_proxy_of_this_machine_tells_it(
    cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followers, "MOST_OF_ONE", 2)

    def said(origin: str) -> str:
        return f"GET /cup/events HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 203.0.113.9, {origin}\r\n"

    def follow(origin: str) -> tuple[socket.socket, bytes]:
        line = stack.enter_context(dialled(address, f"{said(origin)}\r\n".encode()))
        return line, line.recv(1 << 16).split()[1]

    with serving(cup) as address, ExitStack() as stack:
        (first, _), (_, second) = follow("192.0.2.1"), follow("192.0.2.1")
        assert (second, follow("192.0.2.1")[1], follow("192.0.2.2")[1]) == (b"200", b"503", b"200")
        assert get(f"{address}/cup/events", {"X-Forwarded-For": "192.0.2.1"}).status == 503
        two = f"{said('192.0.2.3')}X-Forwarded-For: 192.0.2.1\r\n\r\n"  # only the last header line is from the proxy
        assert b" 503 " in stack.enter_context(dialled(address, two.encode())).recv(1 << 16).splitlines()[0]
        first.close()
        until(lambda: follow("192.0.2.1")[1] == b"200")


def test_who_sits_at_a_table_takes_no_room_from_those_who_watch() -> None:
    following = Followers()
    scope = {"type": "http", "asgi": {"spec_version": "2.4"}, "headers": [], "client": ("192.0.2.1", 5)}
    seen: list[int] = []

    async def events() -> AsyncIterator[bytes]:
        seen.append(following._there.total())
        yield b""

    async def nothing(_: object = None) -> Message:
        return {"type": "http.request"}

    for sits in (True, False):
        # the callables of this test send nothing
        run(following.stream(Request(scope), events(), sits=sits)(scope, nothing, nothing))  # type: ignore[arg-type]
    assert seen == [0, 1]


def sending(key: str, who: Author, size: int) -> bytes:
    head = f"PUT /ladder/hand-ins/{key * 32} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {who.token}\r\n"
    return f"{head}Content-Length: {size}\r\n\r\nx".encode()


def test_what_is_being_sent_counts_and_ends_where_nothing_more_comes(
    ladder: Ladder, few: list[Crowd], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submissions, "MOST_WAITING", 2)
    drafts = ladder.folder / "archives" / ".new"
    with serving(ladder=Idle(ladder)) as address, ExitStack() as stack:
        ann, ben = (author(address, ladder, name, command=True) for name in ("Ann", "Ben"))
        lines = [stack.enter_context(dialled(address, sending(key, ann, 20_000_000))) for key in "ab"]
        until(lambda: len(list(drafts.iterdir())) == 2)
        assert not few[0]._strangers._timers
        assert ann.hand_in(bot()).code == "too-many-waiting"
        assert ben.hand_in(bot()).status == 201
        monkeypatch.setattr(connection, "BODY_S", 0.1)
        lines.append(stack.enter_context(dialled(address, sending("a", ann, 20_000_000))))
        until(lambda: not is_open(lines[2]))
        lines[0].close()
        until(lambda: len(list(drafts.iterdir())) == 1)
        assert ann.hand_in(bot()).status == 201


@pytest.mark.parametrize(
    ("came", "paused", "acts"),
    [(LEAST_OF_BODY - 1, False, ["end"]), (LEAST_OF_BODY, False, ["await"]), (0, True, ["await"])],
)
def test_a_body_has_to_come_unless_the_server_is_slower(came: int, paused: bool, acts: list[str]) -> None:
    did = list[str]()
    one = SimpleNamespace(
        _came=came,
        flow=SimpleNamespace(read_paused=paused),
        end=lambda: did.append("end"),
        _await_body=lambda: did.append("await"),
    )
    Connection._demand_body(cast("Connection", one))
    assert did == acts


def test_an_answer_that_nobody_takes_is_not_kept(
    ladder: Ladder, few: list[Crowd], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "TAKEN_S", 0.1)
    with serving(ladder=Idle(ladder)) as address:
        ann = author(address, ladder, "Ann", command=True)
        assert ann.hand_in(bytes(19_000_000)).status == 201
        token = f"Authorization: Bearer {ann.token}\r\n\r\n".encode()
        with dialled(address, b"GET /ladder/submissions/1/archive HTTP/1.1\r\nHost: 127.0.0.1\r\n" + token):
            until(lambda: bool(few[0]._there))
            until(lambda: not few[0]._there)


def test_who_takes_an_answer_slowly_is_no_stranger(few: list[Crowd]) -> None:
    answered = threading.Event()
    large = Response(bytes(30_000_000), background=BackgroundTask(answered.set))
    server = uvicorn.Server(server_config(Starlette(routes=[Route("/", lambda _: large)])))
    with listen("127.0.0.1:0").socket as listening, ExitStack() as stack:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        stack.callback(thread.join, PATIENCE_S)
        stack.callback(setattr, server, "should_exit", True)
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        line = stack.enter_context(dialled(address, GET.replace(b"/cup/", b"/") + b"\r\n"))
        assert answered.wait(PATIENCE_S)
        assert not few[0]._strangers._timers
        taken = 0
        while taken < 30_000_000:
            taken += len(more := line.recv(1 << 20))
            assert more
        until(lambda: bool(few[0]._strangers._timers))


def test_descriptors_are_raised_and_room_is_left_for_all_else(monkeypatch: pytest.MonkeyPatch) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 1_000), hard))
        descriptors.raise_descriptors()
        raised, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert raised == (WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1_024, 4_096))
    assert descriptors.most() == (512, 128, 32)
    # asyncio accepts so many new connections before the server can close any
    assert server_config(Starlette()).backlog == 128
    unit = Path(__file__).parents[2] / "deploy" / "arena-ladder.service"
    assert f"\nLimitNOFILE={WANTED}\n" in unit.read_text()
