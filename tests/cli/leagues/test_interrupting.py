"""Tests of Ctrl-C in commands that play with one bot."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from arena.cli.terminal import interrupts
from arena.cli.terminal.interrupts import run_interruptibly


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def ended_by(program: str) -> tuple[int, str]:
    """Runs a Python program, and returns its exit status and its error output."""
    ended = subprocess.run((sys.executable, "-c", program), capture_output=True, text=True, timeout=50, check=False)
    return ended.returncode, ended.stderr


def test_what_is_not_interrupted_gives_its_result_and_leaves_interrupts_as_they_were() -> None:
    before = signal.getsignal(signal.SIGINT)
    assert run_interruptibly(asyncio.sleep(0, "done")) == "done"
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupt_that_gets_lost_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C cancels a command's task again and again until the task ends. A single cancellation has no effect if the
    result for which the task waits arrives at the same moment. The task of this test ignores the first cancellation.
    """
    monkeypatch.setattr(interrupts, "AGAIN_S", 0.01)
    lost: list[BaseException] = []

    async def deaf_at_first() -> None:
        interrupt()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError as error:
            lost.append(error)
        await asyncio.sleep(60)

    with pytest.raises(KeyboardInterrupt):
        run_interruptibly(deaf_at_first())
    assert len(lost) == 1


def test_what_complains_of_being_torn_down_is_not_told(capfd: pytest.CaptureFixture[str]) -> None:
    async def complaining() -> None:
        interrupt()
        try:
            await asyncio.sleep(60)
        finally:
            asyncio.get_running_loop().call_exception_handler({"message": "torn down"})

    with pytest.raises(KeyboardInterrupt):
        run_interruptibly(complaining())
    assert capfd.readouterr().err == ""


def test_a_second_interrupt_ends_the_process_whatever_it_does() -> None:
    program = """
import asyncio, os, signal
from arena.cli.terminal.interrupts import run_interruptibly

async def deaf():
    while True:
        os.kill(os.getpid(), signal.SIGINT)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            pass

run_interruptibly(deaf())
"""
    assert ended_by(program) == (130, "interrupted\n")


def test_a_second_interrupt_ends_a_game_that_hangs_and_says_at_which_line() -> None:
    program = """
import os, signal, time
from arena.cli.terminal.interrupts import run_interruptibly
from arena.games.outside.game import Outside
from arena.transport.machine.watchdog import watch
from tests.games.outside.pig import Pig

class Hanging(Pig):
    def apply(self, state, action):
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(60)

async def play():
    game = Hanging()
    watch(Outside(game, "pig"))
    game.apply(None, 0)

run_interruptibly(play())
"""
    status, said = ended_by(program)
    assert status == 130
    assert said.startswith("interrupted in apply of the game (<string>, line ")
