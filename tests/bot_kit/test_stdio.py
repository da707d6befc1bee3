"""Tests of `arena stdio` between a scripted arena and short shell programs: the messages that each side receives."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import grpc
import pytest

from arena.match import FaultKind
from arena.protocol.v1.arena_pb2 import ArenaMessage, Batch, BotMessage, Goodbye, MatchStart, Turn, Welcome
from arena.protocol.v1.arena_pb2_grpc import ArenaServiceServicer, add_ArenaServiceServicer_to_server
from arena.transport import Launch
from tests.bot_kit.test_stdio_program import assert_gone, pids_in
from tests.end_to_end.processes import Ended, ended
from tests.installed import arena_command, surroundings
from tests.transport.hosting import play, random_bot

TOKEN: Final = "the token"
FIRST: Final = Path(__file__).parents[2] / "bots" / "stdio" / "shell-first" / "bot.sh"

Messages = Iterator[BotMessage]
Script = Callable[[Messages], Iterator[ArenaMessage]]

ASKING: Final = ArenaMessage(
    batch=Batch(starts=[MatchStart(match=1, seed=5)], turns=[Turn(turn_id=7, match=1, legal=[8300, 8301])])
)
GOODBYE: Final = ArenaMessage(goodbye=Goodbye(reason="all is played"))


def stdio_command(*options: str) -> tuple[str, ...]:
    """Returns the command line of `arena stdio` up to the bot's program, which the caller appends."""
    return (*arena_command(), "stdio", *options, "--")


def asking_once(messages: Messages) -> Iterator[ArenaMessage]:
    yield ASKING
    next(messages)
    yield GOODBYE


def asking_for_ever(messages: Messages) -> Iterator[ArenaMessage]:
    yield ASKING
    yield from (ASKING for _ in messages)


def saying_goodbye(_: Messages) -> Iterator[ArenaMessage]:
    yield GOODBYE


class Arena(ArenaServiceServicer):
    """An arena for tests: it welcomes one bot, sends the messages of a script, and records the bot's messages."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.heard: list[BotMessage] = []

    def Play(self, messages: Messages, context: grpc.ServicerContext) -> Iterator[ArenaMessage]:
        hearing = self.noting(messages)
        if next(hearing).hello.token != TOKEN:
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "hello has a wrong token")
        yield ArenaMessage(welcome=Welcome(protocol_version=1, max_matches=1))
        yield from self.script(hearing)

    def noting(self, messages: Messages) -> Messages:
        for message in messages:
            self.heard.append(message)
            yield message


@contextmanager
def bridge(program: str, script: Script, token: str = TOKEN) -> Iterator[tuple[subprocess.Popen[str], Arena]]:
    """Starts `arena stdio` with a shell program, as an arena starts a bot; yields the process and the arena."""
    arena = Arena(script)
    server = grpc.server(ThreadPoolExecutor(2))
    add_ArenaServiceServicer_to_server(arena, server)  # type: ignore[no-untyped-call]  # generated code
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    process = subprocess.Popen(
        (*stdio_command(), "sh", "-c", program),
        env=os.environ | {"ARENA_ADDRESS": f"127.0.0.1:{port}", "ARENA_TOKEN": token},
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield process, arena
    finally:
        process.kill()
        process.communicate()
        server.stop(None).wait()


def bridged(program: str, script: Script, token: str = TOKEN) -> tuple[Ended, list[BotMessage]]:
    """Runs `arena stdio` with a shell program to its end; returns the result of the process and the messages that the
    arena received.
    """
    with bridge(program, script, token) as (process, arena):
        return ended(process), arena.heard


def test_a_program_hears_all_and_its_answers_are_heard(tmp_path: Path) -> None:
    done, heard = bridged(f"tee {tmp_path}/heard | sh {FIRST}", asking_once)
    assert done == Ended(0, "", "")
    hello, choices = heard
    assert (hello.hello.protocol_version, hello.hello.name, hello.hello.max_matches) == (1, "sh", 1)
    assert (list(choices.choices.turn_ids), list(choices.choices.actions)) == ([7], [8300])
    lines = [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]
    assert [list(line) for line in lines] == [["welcome"], ["batch"], ["goodbye"]]
    assert lines[1]["batch"]["turns"][0] == {"turn_id": 7, "match": 1, "seat": 0, "legal": [8300, 8301], "bank_ms": 0}


def test_empty_lines_are_passed_over_and_notes_pass_through() -> None:
    done, heard = bridged(f"echo; echo '  '; echo thinking >&2; sh {FIRST}", asking_once)
    assert done == Ended(0, "", "thinking\n")
    assert len(heard) == 2


def test_messages_of_a_later_protocol_are_passed_over(tmp_path: Path) -> None:
    done, _ = bridged(f"cat > {tmp_path}/heard", lambda _: iter([ArenaMessage(), GOODBYE]))
    assert done.status == 0
    assert (tmp_path / "heard").read_text().count("\n") == 2


@pytest.mark.parametrize("environment", [{}, {"ARENA_ADDRESS": "unix:/nowhere"}, {"ARENA_TOKEN": "secret"}])
def test_a_person_who_starts_it_is_told_what_it_is(environment: dict[str, str], tmp_path: Path) -> None:
    known = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    command = (*stdio_command(), "touch", str(tmp_path / "started"))
    done = subprocess.run(command, env=known | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    first, second = done.stderr.splitlines()
    assert first == "This program is a bot; the arena starts it and sets ARENA_ADDRESS and ARENA_TOKEN."
    assert second.startswith("Try: arena check ")
    assert not (tmp_path / "started").exists()


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    environment = surroundings(ARENA_ADDRESS=f"unix:{tmp_path}/nobody", ARENA_TOKEN=TOKEN)
    done = subprocess.run(
        (*stdio_command(), "no-such-program"), env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "The program no-such-program cannot be started: No such file or directory.\n"


def test_a_line_that_is_no_message_is_quoted() -> None:
    done, heard = bridged(f"read -r welcome; echo; echo 'I think{' so' * 100}'; sleep 60", asking_for_ever)
    assert done.status == 1
    first, second, third = done.err.splitlines()
    assert first.startswith("Line 2 of the program's output is 'I think so so so ")
    assert first.endswith('…\'; expected a line such as {"choices": {"turn_ids": [1], "actions": [8301]}}')
    assert len(first) < 250
    assert second.startswith("What is wrong with it: Failed to load JSON")
    assert third == "Notes for people belong on standard error."
    assert len(heard) == 1


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("read -r welcome; exit 3", "The program ended with exit status 3 before the arena said goodbye.\n"),
        ("exit 0", "The program ended with exit status 0 before the arena said goodbye.\n"),
        ("kill -s KILL $$", "The program ended with signal 9 before the arena said goodbye.\n"),
        ("sleep 60 & exit 4", "The program ended with exit status 4 before the arena said goodbye.\n"),
    ],
)
def test_a_program_that_ends_early_is_told_how(program: str, said: str) -> None:
    done, _ = bridged(program, asking_for_ever)
    assert done == Ended(1, "", said)


def test_last_words_are_heard_before_the_end() -> None:
    done, _ = bridged("echo usage: bot FILE; exit 2", asking_for_ever)
    assert done.err.startswith("Line 1 of the program's output is 'usage: bot FILE'; ")


def test_an_arena_that_cannot_be_reached_or_refuses_is_told_as_the_kit_tells_it(tmp_path: Path) -> None:
    done, _ = bridged("sleep 60", asking_once, token="another")
    assert done == Ended(1, "", "The arena ended the conversation: hello has a wrong token\n")
    environment = surroundings(ARENA_ADDRESS=f"unix:{tmp_path}/nobody", ARENA_TOKEN=TOKEN)
    alone = subprocess.run(
        (*stdio_command(), "sleep", "60"), env=environment, capture_output=True, text=True, check=False
    )
    assert alone.returncode == 1
    assert alone.stderr == f"The arena cannot be reached at unix:{tmp_path}/nobody: No such file or directory.\n"


def test_a_program_may_leave_in_its_own_way_after_goodbye() -> None:
    program = "while read -r line; do :; done; echo not a message; echo bye >&2; exit 5"
    assert bridged(program, saying_goodbye)[0] == Ended(0, "", "bye\n")


@pytest.mark.parametrize("program", ["sleep 60", "exec <&-; sleep 60", "exec >&-; sleep 60", "trap '' TERM; sleep 60"])
def test_a_program_that_does_not_leave_is_ended(program: str, tmp_path: Path) -> None:
    done, _ = bridged(f"echo $$ > {tmp_path}/pids; {program}", saying_goodbye)
    assert done == Ended(0, "", "")
    assert_gone(pids_in(tmp_path / "pids", 1))


CHOICES: Final = '{"choices": {"turn_ids": [7], "actions": [8300]}}'


def test_a_flood_of_messages_ends_when_the_arena_has_enough() -> None:
    def listening(messages: Messages) -> Iterator[ArenaMessage]:
        for _ in range(5_000):
            next(messages)
        yield ASKING
        yield GOODBYE

    done, heard = bridged(f"yes '{CHOICES}'", listening)
    assert done == Ended(0, "", "")
    assert len(heard) >= 5_001


def test_a_flood_that_nobody_hears_waits_and_a_goodbye_gets_through() -> None:
    def deaf(_: Messages) -> Iterator[ArenaMessage]:
        time.sleep(1)
        yield from [ASKING] * 2_000
        yield GOODBYE

    assert bridged(f"yes '{CHOICES}'", deaf)[0] == Ended(0, "", "")


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_of_it_however_it_is_ended(ending: signal.Signals, tmp_path: Path) -> None:
    program = f"trap '' INT TERM HUP; sleep 60 & echo $! > {tmp_path}/pids; echo $$ >> {tmp_path}/pids; sleep 60"
    with bridge(program, asking_for_ever) as (process, _):
        pids = pids_in(tmp_path / "pids", 2)
        process.send_signal(ending)
        assert ended(process).status == -ending
        assert_gone(pids)


def test_a_group_that_the_arena_ends_leaves_nothing(tmp_path: Path) -> None:
    with bridge(f"echo $$ > {tmp_path}/pids; sleep 60", asking_for_ever) as (process, _):
        pids = pids_in(tmp_path / "pids", 1)
        os.killpg(process.pid, signal.SIGKILL)
        assert_gone(pids)


def stdio(*command: str, options: tuple[str, ...] = ()) -> Launch:
    return Launch("mine", (*stdio_command(*options), *command), Path(__file__).parent)


def faults_of(mine: Launch, matches: int = 1) -> list[tuple[FaultKind, str, str] | None]:
    launches = [mine, random_bot("second"), random_bot("third")]
    return play(launches, [("mine", "second", "third")] * matches, in_flight=4).faults("mine")


def test_it_plays_in_an_arena() -> None:
    assert faults_of(stdio("sh", str(FIRST)), 3) == [None] * 3


MANY = """
import json, sys
for line in sys.stdin:
    turns = json.loads(line).get("batch", {}).get("turns", [])
    chosen = {"turnIds": [turn["turn_id"] for turn in turns], "actions": [turn["legal"][0] for turn in turns]}
    if turns:
        print(json.dumps({"choices": chosen}), flush=True)
"""


def test_it_plays_many_matches_at_a_time_if_it_says_so() -> None:
    assert faults_of(stdio(sys.executable, "-c", MANY, options=("--max-matches", "4")), 8) == [None] * 8


def test_a_fault_in_an_arena_is_shown_with_its_sentence() -> None:
    [fault] = faults_of(stdio("sh", "-c", "read -r welcome; read -r batch; echo 8300; sleep 60"))
    assert fault
    assert fault[:2] == (FaultKind.DISCONNECT, "the process ended with exit status 1")
    assert "Line 1 of the program's output is '8300'; expected a line such as" in fault[2]
