"""Tests of a bot's process: its stored output, the report of its end, and that it always ends."""

import asyncio
import signal
import time

import pytest

from arena.transport.processes.output import TAIL_BYTES, TAIL_LINES
from arena.transport.processes.process import BotProcess
from tests.transport.hosting import run, running
from tests.transport.processes.programs import after, python, wait


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
