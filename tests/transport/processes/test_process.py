"""A bot's process: what is kept of its output, how its end is told, and that it ends for certain."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from arena.errors import ArenaError
from arena.transport.processes import guarded, starting
from arena.transport.processes.guarded import Guarded
from arena.transport.processes.process import TAIL_BYTES, TAIL_LINES, BotProcess, Launch
from tests.transport.hosting import ROOT, run, running


def python(code: str) -> Launch:
    return Launch("bot", (sys.executable, "-c", code), Path(__file__).parent)


def after(code: str, what: Callable[[BotProcess], Coroutine[Any, Any, None]]) -> BotProcess:
    """A process after `what` was done with it and it was ended."""

    async def live() -> BotProcess:
        process = await BotProcess.start(python(code), "nowhere", "secret")
        await what(process)
        await process.end()
        return process

    return run(live())


async def wait(process: BotProcess) -> None:
    await process.wait()


def test_output_of_both_kinds_is_kept_in_the_order_written() -> None:
    process = after("import os; os.write(1, b'one '); os.write(2, b'two'); os.write(1, b' three')", wait)
    assert process.output() == "one two three"


def test_only_the_last_lines_of_the_output_are_kept() -> None:
    process = after("for n in range(5000): print(n)", wait)
    assert process.output().splitlines() == [str(number) for number in range(5_000 - TAIL_LINES, 5_000)]


def test_a_line_without_end_is_cut() -> None:
    process = after("print('x' * 500_000 + 'y', end='')", wait)
    assert process.output() == "x" * (TAIL_BYTES - 1) + "y"


def test_bytes_that_are_no_text_become_text() -> None:
    process = after("import os; os.write(1, bytes([255, 254, 65]))", wait)
    assert process.output() == "\ufffd\ufffdA"
    assert process.output().encode()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("", "the process ended with exit status 0"),
        ("import sys; sys.exit(7)", "the process ended with exit status 7"),
        ("import os; os.kill(os.getpid(), 9)", "the process was ended by signal SIGKILL"),
        (
            f"import os; os.kill(os.getpid(), {signal.SIGRTMIN + 6})",
            f"the process was ended by signal {signal.SIGRTMIN + 6}",
        ),
    ],
)
def test_the_end_of_a_process_is_told(code: str, told: str) -> None:
    async def live() -> str:
        process = await BotProcess.start(python(code), "nowhere", "secret")
        how = await process.wait()
        await process.end()
        return how

    assert run(live()) == told


def test_the_end_is_noticed_while_another_process_holds_the_output() -> None:
    code = "import subprocess; print(subprocess.Popen(['sleep', '600'], start_new_session=True).pid, flush=True)"
    started = time.monotonic()
    sleepers: list[int] = []

    async def noticed(process: BotProcess) -> None:
        await process.wait()
        while not process.output():  # noqa: ASYNC110  # output has no event
            await asyncio.sleep(0.01)
        sleepers.append(int(process.output()))
        assert running(sleepers[0])

    after(code, noticed)
    assert not running(sleepers[0])
    assert time.monotonic() - started < 15


def test_a_process_that_ignores_requests_is_ended() -> None:
    code = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(600)"
    )

    async def end(process: BotProcess) -> None:
        while not process.output():  # noqa: ASYNC110  # output has no event
            await asyncio.sleep(0.01)
        await process.end(0.05)

    process = after(code, end)
    assert not running(process.number)


def test_a_process_that_leaves_within_its_grace_is_not_killed() -> None:
    statuses = []

    async def end(process: BotProcess) -> None:
        await process.end(30)
        statuses.append(await process.wait())

    after("import time; time.sleep(0.2)", end)
    assert statuses == ["the process ended with exit status 0"]


def test_a_process_may_be_ended_again() -> None:
    async def end(process: BotProcess) -> None:
        await process.wait()
        await process.end()
        await process.end(1)

    assert not running(after("", end).guard)


def test_a_process_is_killed_even_if_waiting_for_it_is_given_up() -> None:
    async def live() -> BotProcess:
        process = await BotProcess.start(python("import time; time.sleep(600)"), "nowhere", "secret")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(process.end(60), 0.1)
        await process.end()
        return process

    assert not running(run(live()).number)


@pytest.mark.parametrize("steps", range(8))
def test_a_start_that_is_given_up_while_its_guard_answers_is_given_up(
    steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many steps of the loop have passed since the answer came."""

    async def live() -> bool:
        answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        tell = Guarded.tell

        async def told(guarded: Guarded, order: bytes) -> list[str]:
            first = await tell(guarded, order)
            answered.set_result(None)
            await asyncio.sleep(0)
            return first

        monkeypatch.setattr(Guarded, "tell", told)
        starting = asyncio.create_task(BotProcess.start(python("import time; time.sleep(600)"), "nowhere", "secret"))
        await answered
        for _ in range(steps):
            await asyncio.sleep(0)
        given_up = starting.cancel()
        await asyncio.wait((starting,))
        if not starting.cancelled():
            await starting.result().end()
        return given_up and not starting.cancelled()

    assert not run(live()), "it was told to give up, and went on"


def test_a_program_that_is_not_there_is_an_error_of_the_system_and_leaves_no_file_open() -> None:
    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    async def live() -> tuple[int, int]:
        before = open_files()
        with pytest.raises(FileNotFoundError):
            await BotProcess.start(Launch("bot", ("no-such-program-anywhere",), Path(__file__).parent), "nowhere", "x")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return before, open_files()

    run(live())  # starts what asyncio needs for processes
    before, then = run(live())
    assert then == before


NOTE = "import os, subprocess, sys, time\nnote = lambda: open('pids', 'a').write(f'{os.getpid()}\\n')\n"
ESCAPES = {
    "a fork": "os.fork(); note(); time.sleep(600)",
    "a session of its own": "os.fork() or os.setsid(); note(); time.sleep(600)",
    "an orphan in a session of its own": (
        "if not os.fork():\n    os.setsid()\n    if os.fork(): os._exit(0)\nnote(); time.sleep(600)"
    ),
    "an orphan that runs another program": (
        f"if not os.fork():\n    os.setsid()\n    if os.fork(): os._exit(0)\n"
        f"    os.execve(sys.executable, ['x', '-c', {NOTE + 'note(); time.sleep(600)'!r}], {{}})\n"
        "note(); time.sleep(600)"
    ),
}
"""Programs that are two processes in the end, and write the numbers of both down."""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("escape", ESCAPES)
def test_nothing_a_bot_starts_outlives_an_arena_that_was_killed(tmp_path: Path, number: int, escape: str) -> None:
    """Not even what never looks at its stream."""
    bot = NOTE + ESCAPES[escape]
    arena = f"""
import asyncio, sys, time
from pathlib import Path
from arena.transport.processes.process import BotProcess, Launch

async def live():
    await BotProcess.start(Launch("bot", (sys.executable, "-c", {bot!r}), Path({str(tmp_path)!r})), "nowhere", "secret")
    await asyncio.sleep(600)

asyncio.run(live())
"""
    process = subprocess.Popen((sys.executable, "-c", arena), cwd=ROOT)
    assert comes_true(lambda: len(noted(tmp_path)) == 2)
    assert all(map(running, noted(tmp_path)))
    process.send_signal(number)
    process.wait()
    assert comes_true(lambda: not any(map(running, noted(tmp_path))))


@pytest.mark.parametrize("escape", ESCAPES)
def test_nothing_a_bot_starts_outlives_its_end(tmp_path: Path, escape: str) -> None:
    async def live() -> None:
        launch = Launch("bot", (sys.executable, "-c", NOTE + ESCAPES[escape]), tmp_path)
        process = await BotProcess.start(launch, "nowhere", "secret")
        while len(noted(tmp_path)) < 2:  # noqa: ASYNC110  # files have no event
            await asyncio.sleep(0.01)
        assert all(map(running, noted(tmp_path)))
        await process.end()

    run(live())
    assert not any(map(running, noted(tmp_path)))


def test_a_process_that_keeps_leaving_a_child_and_ending_itself_is_caught() -> None:
    flight = (
        "import os\nwhile True:\n    os.setsid() if os.getpid() != os.getsid(0) else 0\n    if os.fork(): os._exit(0)"
    )

    async def flee(process: BotProcess) -> None:
        await process.wait()
        await asyncio.sleep(0.5)

    assert not running(after(flight, flee).guard)


def test_a_bot_that_ends_its_guard_is_ended_and_the_end_is_told() -> None:
    told = []

    async def live(process: BotProcess) -> None:
        told.append(await process.wait())

    process = after("import os, time; os.kill(os.getppid(), 9); time.sleep(600)", live)
    assert told == ["its guard was ended by signal SIGKILL"]
    assert comes_true(lambda: not running(process.number))


@pytest.mark.parametrize("escape", ESCAPES)
def test_what_a_bot_that_ends_its_guard_has_started_is_ended_too(tmp_path: Path, escape: str) -> None:
    last = "while len(open('pids').read().split()) < 2: time.sleep(0.01)\nos.kill(guard, 9)\ntime.sleep(600)"
    code = f"{NOTE}guard = os.getppid()\n{ESCAPES[escape].rpartition('time.sleep')[0]}\n{last}"

    async def live() -> str:
        launch = Launch("bot", (sys.executable, "-c", code), tmp_path)
        process = await BotProcess.start(launch, "nowhere", "secret")
        how = await process.wait()
        await process.end()
        return how

    assert run(live()) == "its guard was ended by signal SIGKILL"
    assert len(noted(tmp_path)) == 2
    assert comes_true(lambda: not any(Path(f"/proc/{number}").exists() for number in noted(tmp_path)))


def leave_the_session(ready: Connection) -> None:
    os.setsid()
    ready.send(None)
    time.sleep(600)


def test_what_this_process_has_started_itself_is_no_bots() -> None:
    """As the server of pages beside a league."""
    here, there = multiprocessing.Pipe(duplex=False)
    other = multiprocessing.get_context("spawn").Process(target=leave_the_session, args=(there,), daemon=True)
    other.start()
    here.recv()

    async def ended(process: BotProcess) -> None:
        assert await process.wait() == "its guard was ended by signal SIGKILL"

    after("import os, time; os.kill(os.getppid(), 9); time.sleep(600)", ended)
    assert other.is_alive()
    other.kill()
    other.join()


def test_a_bot_that_ends_its_guard_at_once_is_no_failure_of_the_arena() -> None:
    async def live() -> set[str]:
        launch = Launch("bot", ("/bin/sh", "-c", "kill -9 $PPID; sleep 600"), Path(__file__).parent)
        ends = set()
        for _ in range(10):
            process = await BotProcess.start(launch, "nowhere", "secret")
            ends.add(await process.wait())
            await process.end()
        return ends

    assert run(live()) == {"its guard was ended by signal SIGKILL"}


def test_a_guard_that_somebody_else_ends_before_it_has_started_anything_is_followed_by_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As it happens where a bot ends all guards it finds."""
    mark = tmp_path / "mark"
    once = (
        f"import os, sys; sys.path.insert(0, {str(Path(starting.__file__).parent)!r}); import guard\n"
        f"if not os.path.exists({str(mark)!r}): open({str(mark)!r}, 'w'); os.kill(os.getpid(), 9)\n"
        "guard.main()"
    )
    monkeypatch.setattr(starting, "GUARD", (sys.executable, "-I", "-S", "-c", once))
    process = after("print('played')", wait)
    assert mark.exists()
    assert process.output() == "played"


def test_a_bot_that_stops_its_guard_is_ended_all_the_same() -> None:
    async def live(process: BotProcess) -> None:
        while not process.output():  # noqa: ASYNC110  # output has no event
            await asyncio.sleep(0.01)

    process = after("import os, time; os.kill(os.getppid(), 19); print('now', flush=True); time.sleep(600)", live)
    assert not running(process.number)
    assert not running(process.guard)


def test_a_bot_that_stops_its_guard_again_and_again_is_ended_all_the_same(tmp_path: Path) -> None:
    stopping = (
        "guard = os.getppid()\nif not os.fork():\n    os.setsid()\n    note()\n    while True: os.kill(guard, 19)\n"
    )

    async def live() -> BotProcess:
        launch = Launch("bot", (sys.executable, "-c", NOTE + stopping + "note(); time.sleep(600)"), tmp_path)
        process = await BotProcess.start(launch, "nowhere", "secret")
        while len(noted(tmp_path)) < 2:  # noqa: ASYNC110  # files have no event
            await asyncio.sleep(0.01)
        await process.end()
        return process

    process = run(live())
    assert not any(map(running, (process.guard, *noted(tmp_path))))


def test_a_guard_that_starts_nothing_is_no_fault_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = "import os; os.kill(os.getpid(), 19)"
    monkeypatch.setattr(starting, "GUARD", (sys.executable, "-c", stopped))
    monkeypatch.setattr(guarded, "STARTED_S", 0.5)
    with pytest.raises(ArenaError, match="when it started bot: the process that guards it did not start it within"):
        run(BotProcess.start(python(""), "nowhere", "secret"))


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_start_that_is_given_up_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its guard has just been told what to start, and is slow once it has said that it did."""
    slow = (
        f"import sys, time; sys.path.insert(0, {str(Path(starting.__file__).parent)!r}); import guard\n"
        "tell = guard._tell; guard._tell = lambda *words: (tell(*words), time.sleep(0.5)); guard.main()"
    )
    monkeypatch.setattr(starting, "GUARD", (sys.executable, "-I", "-S", "-c", slow))
    mark = f"{os.getpid()} {time.monotonic_ns()}"
    tell = Guarded.tell

    async def live() -> None:
        told = asyncio.Event()

        async def telling(guard: Guarded, order: bytes) -> list[str]:
            told.set()
            return await tell(guard, order)

        monkeypatch.setattr(Guarded, "tell", telling)
        starting = asyncio.create_task(BotProcess.start(python(f"'{mark}'; import time; time.sleep(600)"), "x", "x"))
        await told.wait()
        await asyncio.sleep(0)
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting

    run(live())
    commands = {path.parent.name: read(path) for path in Path("/proc").glob("[0-9]*/cmdline")}
    left = [int(number) for number, command in commands.items() if mark in command]
    for number in left:
        os.kill(number, signal.SIGKILL)
    assert left == []


def read(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:  # it has ended
        return ""


def noted(folder: Path) -> list[int]:
    pids = folder / "pids"
    return list(map(int, pids.read_text().split())) if pids.exists() else []


def comes_true(question: Callable[[], bool]) -> bool:
    until = time.monotonic() + 20
    while not question() and time.monotonic() < until:
        time.sleep(0.02)
    return question()
