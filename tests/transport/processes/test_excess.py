"""Tests that a bot which exceeds its limits is detected, ended and given a fault, in a sandbox or without one; memory
that its processes share counts once.
"""

import asyncio
import os
import re
import select
import shutil
import socket
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match import FaultKind
from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.sandbox.limits import Limits
from arena.sandbox.runtime import python_runtime
from arena.system.processes.process_table import Process, Sight
from arena.transport import Host, Launch
from arena.transport.processes import excess as excess_module
from arena.transport.processes.excess import HIDDEN_NS, Excess, excess, excess_in_box, explained, hides
from arena.transport.processes.process import BotProcess
from tests.transport.hosting import CALM, GAME, assignment, miniature, play, run

pytestmark = [
    pytest.mark.usefixtures("nothing_left"),
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]

PAST_THE_END = """
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
file = open('/tmp/a', 'wb')
file.seek(90_000_000)
file.write(b'x')
file.flush()
"""
SILENT = """
import time
from arena.bot import Bot, Turn, run

class Silent(Bot):
    def choose(self, turn: Turn) -> int:
        print("thd.cc:157] pthread_create failed", flush=True)
        time.sleep(600)

run(Silent)
"""
HEADLESS = """
import ctypes, threading, time
threading.Thread(target=time.sleep, args=(600,)).start()
print("on", flush=True)
ctypes.CDLL(None).pthread_exit(None)
"""
BEHAVING = [miniature("behaves", name) for name in ("first", "second")]


def test_a_bot_that_uses_too_much_again_and_again_is_withdrawn_with_the_reason() -> None:
    hoard = "import time; hoard = b'x' * 150_000_000; time.sleep(600)"
    box = Box(limits=Limits(memory_mb=120))
    launch = Launch("hoard", (sys.executable, "-c", hoard), Path(__file__).parent, box=box)
    outcome = play([launch, *BEHAVING], [("first", "hoard", "second")])
    assert re.fullmatch(
        r"withdrawn after 3 failures in a row, the last: used 1[2-9]\d MB of the 120 MB a bot may have; "
        r"its largest process was python.* before it said hello",
        outcome.withdrawn["hoard"],
    )


SHARED = """
import mmap, os, time
hoard = mmap.mmap(-1, 60_000_000)
hoard.write(bytes(60_000_000))
for _ in range(3):
    if not os.fork():
        hoard[:]
        break
print(1, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize(("memory_mb", "expected"), [(150, False), (50, True)])
def test_memory_that_is_shared_counts_once(memory_mb: int, expected: bool) -> None:
    seen: list[Process] = []

    async def live() -> Excess | None:
        box = Box(limits=Limits(memory_mb=memory_mb))
        launch = Launch("bot", (sys.executable, "-c", SHARED), Path(__file__).parent, box=box)
        process = await BotProcess.start(launch, "nowhere", "secret")
        while process.output().count("1") < 4:  # noqa: ASYNC110  # output has no event
            await asyncio.sleep(0.01)
        sight = Sight.now()
        seen.extend(sight.below(process.guard))
        assert process.look(sight) is None  # the memory must be measured with `weigh` first
        sight.weigh()
        found = process.look(sight)
        await process.end()
        return found

    found = run(live())
    assert sum(process.resident for process in seen) > 180_000_000
    assert bool(found) is expected


@pytest.mark.parametrize(("level", "expected"), [(Level.CONFINED, FaultKind.MEMORY), (Level.NONE, None)])
def test_a_confined_process_that_shows_nothing_is_ended(level: Level, expected: FaultKind | None) -> None:
    async def live() -> list[Excess | None]:
        launch = Launch("bot", (sys.executable, "-c", HEADLESS), Path(__file__).parent, box=Box(level))
        process = await BotProcess.start(replace(launch, readable=tuple(python_runtime())), "nowhere", "secret")
        while not hides([*(sight := Sight.now()).below(process.guard)]):  # noqa: ASYNC110  # a thread's end has no event
            await asyncio.sleep(0.01)
        found = [process.look(sight)]
        later = Sight.now()
        later.began_ns += HIDDEN_NS
        found.append(process.look(later))
        await process.end()
        return found

    first, second = run(live())
    assert first is None
    assert (second and second.kind) == expected


def test_a_process_whose_files_cannot_be_read_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(os.getpid(), 7, 0, 0)
    assert hides([process]) is None
    assert hides([Process(2**22 + 1, 7, 0, 0)]) is None  # no process has this number

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError

    with monkeypatch.context() as changed:
        changed.setattr(os, "stat", refuse)
        found = hides([process])
    assert found == process


def test_what_bots_used_at_most_is_told_and_stays_told() -> None:
    async def live() -> list[int]:
        names = ("behaves", "first", "second")
        async with Host(GAME, [miniature("behaves", name) for name in names], CALM, 1) as host:
            await host.play([assignment(0, names)], lambda _: None)
            peaks = [(await host.take_usage())["first"].peak_bytes]
        return [*peaks, (await host.take_usage())["first"].peak_bytes]

    before, after = run(live())
    assert 10_000_000 < before <= after < 500_000_000


@pytest.mark.parametrize(
    ("printed", "status", "kind"),
    [
        ("MemoryError", 1, FaultKind.MEMORY),
        ("terminate called after throwing an instance of 'std::bad_alloc'", -6, FaultKind.MEMORY),
        ("java.lang.OutOfMemoryError: Java heap space", 1, FaultKind.MEMORY),
        ("java.lang.OutOfMemoryError: unable to create native thread", 1, FaultKind.PROCESSES),
        ("thd.cc:157] pthread_create failed: Resource temporarily unavailable", -6, FaultKind.PROCESSES),
        ("RuntimeError: can't start new thread", 1, FaultKind.PROCESSES),
        ("BlockingIOError: [Errno 11] Resource temporarily unavailable", 1, FaultKind.PROCESSES),
        ("OSError: [Errno 28] No space left on device", 1, FaultKind.DISK),
        ("", -25, FaultKind.DISK),
    ],
)
def test_a_limit_the_kernel_keeps_is_known_by_what_it_did(printed: str, status: int, kind: FaultKind) -> None:
    found = explained(printed, status, Limits())
    assert found
    assert found.kind is kind


def test_an_end_that_has_nothing_to_do_with_limits_is_not_explained() -> None:
    assert explained("ZeroDivisionError: division by zero", 1, Limits()) is None
    assert explained("", -11, Limits()) is None
    assert explained("", None, Limits()) is None


def test_the_name_of_a_process_obeys_nothing() -> None:
    found = excess([Process(5, 7, 0, 0, threads=9, name="\x1b[2J\n")], Limits(processes=8), Sight.none())
    assert found
    assert found.sentence.isprintable()


def test_what_the_kernel_keeps_for_sockets_and_open_files_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    own = [Process(os.getpid(), 7, 0, 0)]
    monkeypatch.setattr(excess_module, "files_made", lambda *_: 0)
    assert excess_in_box(own, Limits()) is None
    with ExitStack() as stack:
        for end in (end for _ in range(4) for end in socket.socketpair()):
            stack.enter_context(end)
        found = excess_in_box(own, Limits(memory_mb=1))
        assert found
        assert found.kind is FaultKind.MEMORY
        assert re.fullmatch(r"had \d+ sockets, which can hold \d+ MB of the 1 MB a bot may have", found.sentence)
        poller, pipe = stack.enter_context(select.epoll()), os.pipe()
        for number in pipe:
            stack.callback(os.close, number)
            poller.register(number)
        for name, least, told in (
            ("WATCHED_FILES", 1, r"watched \d+ files of the 1 a bot may watch by epoll"),
            ("OPEN_FILES", 4, r"had \d+ files open of the 4 a bot may have"),
        ):
            monkeypatch.setattr(excess_module, name, least)
            found = excess_in_box(own, Limits())
            assert found
            assert found.kind is FaultKind.MEMORY
            assert re.fullmatch(told, found.sentence)
    assert excess_in_box([Process(2**22 + 1, 7, 0, 0)], Limits(memory_mb=1)) is None  # no process has this number


@pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")
@pytest.mark.parametrize(
    ("code", "kind", "detail"),
    [
        ("hoard = bytearray(2_000_000_000)", FaultKind.MEMORY, "a bot may have 1,024 MB of memory"),
        (PAST_THE_END, FaultKind.DISK, "it wrote a file of more than 64 MB"),
        ("import os, time\nwhile os.fork(): pass\ntime.sleep(600)", FaultKind.PROCESSES, "128 processes and threads"),
        ("open('/tmp/a', 'wb').write(bytes(70_000_000))", FaultKind.DISK, "a bot may write 64 MB"),
    ],
)
def test_what_the_kernel_refused_in_a_box_is_told_with_the_end(code: str, kind: FaultKind, detail: str) -> None:
    async def live() -> Excess | None:
        launch = Launch("bot", (sys.executable, "-c", code), Path(__file__).parent, box=Box(Level.BOXED))
        process = await BotProcess.start(replace(launch, readable=tuple(python_runtime())), "nowhere", "secret")
        await process.wait()
        await process.end()
        return process.explained()

    found = run(live())
    assert found
    assert found.kind is kind
    assert detail in found.sentence


@pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")
def test_a_turn_that_ran_out_is_told_with_the_limit_that_may_be_behind_it() -> None:
    readable = tuple(python_runtime())
    command = (sys.executable, "-c", SILENT)
    silent = Launch("silent", command, Path(__file__).parent, box=Box(Level.BOXED), readable=readable)
    outcome = play([silent, *BEHAVING], [("first", "silent", "second")], replace(CALM, bank_ms=1_000))
    [fault] = outcome.faults("silent")
    assert fault
    kind, detail, _ = fault
    assert kind is FaultKind.TIMEOUT
    assert re.fullmatch(
        r"no choice within the time left; it took \d+ ms; "
        r"it printed 'pthread_create failed', and a bot may have 128 processes and threads",
        detail,
    )
