"""Tests of the start of a bot's process: cancelled at any moment, refused by the system, or blocked by a guard (the
process that starts the bot) that does nothing.
"""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.sandbox.box import Box
from arena.sandbox.kernel.groups import Group
from arena.sandbox.limits import Limits
from arena.sandbox.program import Prepared
from arena.system.processes import guard_control
from arena.transport.processes import guarded, process
from arena.transport.processes.guarded import Guarded
from arena.transport.processes.launch import Launch
from arena.transport.processes.process import BotProcess
from tests.transport.hosting import run
from tests.transport.processes.programs import after, python, wait


@pytest.mark.parametrize("steps", range(8))
def test_a_start_that_is_given_up_while_its_guard_answers_is_given_up(
    steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the start of a bot's process is cancelled just after the guard has answered, it raises CancelledError. If the
    start has already ended, it cannot be cancelled and returns the process.

    `steps`: the number of steps of the event loop between the guard's answer and the cancellation.
    """

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

    run(live())  # the first run starts what asyncio keeps for all processes
    before, then = run(live())
    assert then == before


def test_a_guard_that_somebody_else_ends_before_it_has_started_anything_is_followed_by_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """If a guard is killed before it has started its bot, the arena starts another guard. This happens if a bot kills
    all guards that it can find.
    """
    mark = tmp_path / "mark"
    once = (
        f"import os, sys; sys.path.insert(0, {str(Path(guard_control.__file__).parent)!r}); import guard\n"
        f"if not os.path.exists({str(mark)!r}): open({str(mark)!r}, 'w'); os.kill(os.getpid(), 9)\n"
        "guard.main()"
    )
    monkeypatch.setattr(guard_control, "GUARD", (sys.executable, "-I", "-S", "-c", once))
    played = after("print('played')", wait)
    assert mark.exists()
    assert played.output() == "played"


def test_a_guard_that_starts_nothing_is_no_fault_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = "import os; os.kill(os.getpid(), 19)"
    monkeypatch.setattr(guard_control, "GUARD", (sys.executable, "-c", stopped))
    monkeypatch.setattr(guarded, "STARTED_S", 0.5)
    with pytest.raises(
        ArenaError, match="when it started bot: the process that guards the bot did not start the bot within"
    ):
        run(BotProcess.start(python(""), "nowhere", "secret"))


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_start_that_is_given_up_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the start of a bot's process is cancelled just after the guard was told to start it, no process is left. In
    this test the guard pauses after each message to the arena, so the start is still unfinished when it is cancelled.
    """
    slow = (
        f"import sys, time; sys.path.insert(0, {str(Path(guard_control.__file__).parent)!r}); import guard\n"
        "tell = guard._tell; guard._tell = lambda *words: (tell(*words), time.sleep(0.5)); guard.main()"
    )
    monkeypatch.setattr(guard_control, "GUARD", (sys.executable, "-I", "-S", "-c", slow))
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
    except OSError:  # the process has ended
        return ""


@pytest.mark.parametrize(
    "error", [OSError(24, "too many open files"), asyncio.CancelledError(), ValueError("a null byte")]
)
@pytest.mark.parametrize("fails", ["_open_output", "start_guard"])
def test_a_start_that_fails_leaves_no_group_and_no_descriptor(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fails: str, error: BaseException
) -> None:
    def fail(*_: object) -> None:
        raise error

    def prepared(*_: object) -> Prepared:
        group.make()
        return Prepared(("true",), (), Path("/"), (descriptor,), group=group)

    monkeypatch.setattr({"_open_output": process, "start_guard": guarded}[fails], fails, fail)
    monkeypatch.setattr(Box, "prepared", prepared)
    descriptor, group = os.open("/dev/null", os.O_RDONLY), Group(tmp_path / "group", Limits())
    with pytest.raises((ArenaError, type(error))):
        run(BotProcess.start(python(""), "nowhere", "secret"))
    assert not group.folder.exists()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)
