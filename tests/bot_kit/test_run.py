"""Tests of a bot's process: it plays, prints why it cannot play or why it fails, and ends after the arena's Goodbye."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.match import FaultKind
from arena.transport import Clock, Host, Launch
from arena.transport.streams.pump import Pump
from arena.transport.streams.server import Server
from tests.transport.hosting import CALM, GAME, assignment, miniature, play, random_bot, run

BOT = """
from arena.bot import Bot, run

class Mine(Bot):
    def choose(self, turn):
        {body}

run(Mine{options})
"""
FIRST = "return turn.legal[0]"


def bot(body: str = FIRST, options: str = "", called: str = "mine") -> Launch:
    return Launch(called, (sys.executable, "-c", BOT.format(body=body, options=options)), Path(__file__).parent)


def start(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    known = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    return subprocess.run(
        bot().command, env=known | environment, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize("environment", [{}, {"ARENA_ADDRESS": "unix:/nowhere"}, {"ARENA_TOKEN": "secret"}])
def test_a_bot_that_a_person_starts_says_what_it_is(environment: dict[str, str]) -> None:
    done = start(environment)
    assert done.returncode == 1
    assert done.stdout == ""
    first, second = done.stderr.splitlines()
    assert first == "This program is a bot; the arena starts it and sets ARENA_ADDRESS and ARENA_TOKEN."
    assert second.startswith("Try: arena check ")


def test_a_bot_that_cannot_reach_the_arena_says_so_in_a_sentence(tmp_path: Path) -> None:
    done = start({"ARENA_ADDRESS": f"unix:{tmp_path}/nobody", "ARENA_TOKEN": "secret"})
    assert done.returncode == 1
    assert done.stderr == f"The arena cannot be reached at unix:{tmp_path}/nobody: No such file or directory.\n"


def test_a_bot_that_the_arena_refuses_says_why() -> None:
    async def live() -> tuple[int | None, str]:
        server = Server(Pump("bot", "right", CALM, Host(GAME, [miniature("behaves", "bot")], CALM, 1)), CALM.startup_ms)
        address = await server.start("127.0.0.1:0")
        process = await asyncio.create_subprocess_exec(
            *bot().command,
            env=dict(os.environ) | {"ARENA_ADDRESS": address, "ARENA_TOKEN": "wrong"},
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await process.communicate()
        await server.stop()
        return process.returncode, said.decode()

    status, said = run(live())
    assert status == 1
    assert said.startswith("The arena ended the conversation: hello has a wrong token; send the value of")
    assert "Traceback" not in said


def faults_of_mine(mine: Launch, matches: int = 1) -> list[tuple[FaultKind, str, str] | None]:
    launches = [mine, random_bot("second"), random_bot("third")]
    return play(launches, [("mine", "second", "third")] * matches, in_flight=8).faults("mine")


def test_a_bot_of_one_line_plays() -> None:
    assert faults_of_mine(bot(), 6) == [None] * 6


def test_a_bot_for_one_match_at_a_time_plays() -> None:
    assert faults_of_mine(bot(options=", max_matches=1"), 6) == [None] * 6


@pytest.mark.parametrize(
    ("options", "names", "words"),
    [("", "0", False), (", names=True", "len(turn.legal)", False), (", words=True", "len(turn.legal)", True)],
)
def test_only_a_bot_that_asks_for_them_is_told_names_and_words(options: str, names: str, words: bool) -> None:
    told = f"(bool(self.start.rules), '(you)' in turn.position, len(set(turn.names))) == ({words}, {words}, {names})"
    assert faults_of_mine(bot(f"assert {told}; return turn.legal[0]", options)) == [None]


def test_a_bot_that_raises_ends_with_the_traceback() -> None:
    [fault] = faults_of_mine(bot("return turn.legal[10_000]"))
    assert fault
    assert fault[:2] == (FaultKind.DISCONNECT, "the process ended with exit status 1")
    first, own, error, where = fault[2].splitlines()  # no line for a frame of the kit
    assert first == "Traceback (most recent call last):"
    assert own == '  File "<string>", line 6, in choose'
    assert error.startswith("IndexError")
    assert where == f"The bot failed in match {bytes(16).hex()}, turn 1."


def test_a_bot_that_chooses_nothing_is_told_so_without_a_traceback() -> None:
    [fault] = faults_of_mine(bot("pass"))
    assert fault
    assert fault[:2] == (FaultKind.DISCONNECT, "the process ended with exit status 1")
    assert fault[2].splitlines() == [
        '  File "<string>", line 5, in choose: returned something that is not in turn.legal',
        "choose returned None; expected one of turn.legal",
    ]


def test_a_bot_that_hangs_says_in_which_line() -> None:
    brief = Clock(bank_ms=300, increment_ms=0, startup_ms=20_000)
    launches = [bot("while True: turn.legal"), random_bot("second"), random_bot("third")]
    first, second = play(launches, [("mine", "second", "third")] * 2, brief, in_flight=2).faults("mine")
    assert first
    assert second
    [hung] = [fault for fault in (first, second) if fault[1].startswith("silent for 600 ms")]
    assert re.search(r"time was up in match 0{31}[01]$", hung[1])
    assert 'File "<string>", line 6 in choose' in hung[2]


def test_a_bot_that_chooses_what_is_not_legal_says_where_it_does() -> None:
    faults = faults_of_mine(bot("return 99999"), 6)
    assert all(fault and fault[0] is FaultKind.ILLEGAL_ACTION for fault in faults)
    assert faults[-1]
    assert faults[-1][2] == '  File "<string>", line 5, in choose: returned something that is not in turn.legal'


def test_a_bot_that_prints_loses_nothing_and_harms_nothing() -> None:
    assert faults_of_mine(bot(f"print('thinking'); {FIRST}")) == [None]


def test_a_bot_leaves_with_status_0_when_it_is_told_goodbye() -> None:
    async def live() -> list[str]:
        names = ("mine", "second", "third")
        async with Host(GAME, [bot(called=name) for name in names], CALM, 1) as host:
            await host.play([assignment(0, names)], lambda _: None)
            sessions = [slot.session for slot in host._crew.slots.values()]
        return [await session.wait() for session in sessions if session]

    assert run(live()) == ["the process ended with exit status 0"] * 3


def test_what_is_there_when_it_begins_is_never_looked_through_for_garbage() -> None:
    asked = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 10_000))"
    done = subprocess.run(
        (sys.executable, "-c", asked + BOT.format(body=FIRST, options="")),
        env={name: value for name, value in os.environ.items() if not name.startswith("ARENA_")},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout == "True\n"
