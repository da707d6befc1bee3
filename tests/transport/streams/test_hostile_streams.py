"""Tests of bots that write their own HTTP/2 frames and do what no library allows. The host ends such bots, names them
in its report, and uses little memory.
"""

import asyncio
import os
import resource
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from re import fullmatch
from typing import Final

import pytest

from arena.match import FaultKind
from arena.transport import Clock, Host
from tests.suite.sizes import latin
from tests.transport.hosting import CALM, GAME, Outcome, assignment, by_hand, miniature, run, running
from tests.transport.visiting import play_beside_guests

pytestmark = pytest.mark.usefixtures("nothing_left", "none_escaped")

SHORT: Final = Clock(bank_ms=400, increment_ms=400, startup_ms=20_000)
"""A clock with little thinking time, which is enough for a bot that answers at once, even on a busy machine."""
BRIEF: Final = Clock(bank_ms=20_000, increment_ms=0, startup_ms=4_000)
"""A clock with little time for starting, which is enough for a bot that starts at once, even on a busy machine."""
MOST_GROWTH_MB: Final = 200
FEW_FILES: Final = 100
WITHDRAWN: Final = "withdrawn after 3 failures in a row, the last: "
SECOND: Final = "the bot opened a second stream; it has one, for its whole life"


@pytest.fixture
def none_escaped(home: Path) -> Iterator[None]:
    """Kills, after the test, the processes that have left the session of their bot."""
    yield
    escaped = home / "escaped"
    for number in map(int, escaped.read_text().split() if escaped.exists() else ()):
        if running(number):
            os.kill(number, signal.SIGKILL)


def memory_mb(field: str) -> int:
    lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field)) >> 10


@contextmanager
def little_memory() -> Iterator[None]:
    """Fails if this process's memory grows by MOST_GROWTH_MB or more within the context, even for a moment."""
    Path("/proc/self/clear_refs").write_text("5", "utf-8")  # resets the peak of the memory use (VmHWM)
    before = memory_mb("VmRSS")
    yield
    assert memory_mb("VmHWM") - before < MOST_GROWTH_MB


@contextmanager
def few_files() -> Iterator[None]:
    """Allows this process to open only FEW_FILES more files within the context."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(one.name) for one in Path("/proc/self/fd").iterdir())
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + FEW_FILES, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


def play_beside_two(names: Sequence[str], matches: int, clock: Clock = SHORT, in_flight: int = 1) -> Outcome:
    """Plays `matches` matches of each named bot against two well-behaved players; fails unless all matches end and only
    the named bots have faults.
    """
    tables = [("first", name, "last") for name in names] * matches
    with little_memory():
        outcome = play_beside_guests([by_hand(name) for name in names], tables, clock, in_flight)
    assert len(outcome.finished) == len(tables)
    assert outcome.faults("first") == outcome.faults("last") == [None] * len(tables)
    return outcome


@pytest.mark.slow
@pytest.mark.parametrize(
    "sentences",
    [
        {
            "reads_nothing": "the bot had not read welcome after 4000 ms",
            "opens_many_connections": "the bot had not said hello after 4000 ms",
        },
        {"opens_many_streams": SECOND},
        {"announces": SECOND},
    ],
    ids=" and ".join,
)
def test_bots_that_do_not_come_as_far_as_a_match_are_withdrawn_by_name(sentences: dict[str, str]) -> None:
    """A bot that never gets as far as a match is withdrawn, and the reason is reported with its name. Two bots that
    fail only by time-out are tested together, so that the test waits only once.
    """
    with few_files():
        outcome = play_beside_two([*sentences], 2, BRIEF)
    for name, sentence in sentences.items():
        for fault in outcome.faults(name):
            assert fault
            assert fault[0] is FaultKind.STARTUP
            assert fullmatch(WITHDRAWN + sentence, fault[1])


def test_a_bot_that_opens_one_stream_after_another_is_named() -> None:
    name = "opens_one_stream_after_another"
    [fault] = play_beside_two([name], 1).faults(name)
    assert fault
    assert fault[:2] == (FaultKind.PROTOCOL, SECOND)


def test_a_bot_that_sends_more_than_there_is_room_for_loses_its_stream_and_costs_nobody_else() -> None:
    """A bot that sends more than its stream allows loses its stream, and no other bot has a fault. The bot's
    fault is DISCONNECT, because gRPC does not report why it ended the stream.
    """
    [fault] = play_beside_two(["overruns_its_window"], 1, BRIEF).faults("overruns_its_window")
    assert fault
    assert fault[0] is FaultKind.DISCONNECT


@pytest.mark.parametrize(("name", "in_flight"), latin(["reads_only_welcome", "answers_unread"], [1, 3]))
def test_a_turn_that_cannot_be_sent_is_owed_all_the_same(name: str, in_flight: int) -> None:
    outcome = play_beside_two([name], 12, in_flight=in_flight)
    assert outcome.withdrawn[name].startswith("withdrawn after ")
    sentences = [fault[1] for fault in outcome.faults(name) if fault]
    assert len(sentences) == 12
    assert "silent, and not reading what it was sent, for 800 ms after its time was up in match" in " ".join(sentences)


def test_a_bot_that_answers_what_was_not_sent_is_withdrawn() -> None:
    """A bot that answers turns which it was never sent is withdrawn. Otherwise it could go
    from match to match without reading, and the messages to it would pile up.
    """
    name = "answers_unsent"
    outcome = play_beside_two([name], 8, CALM)
    assert outcome.withdrawn[name].startswith(f"{WITHDRAWN}choices answers turn ")
    # the bot may be withdrawn in a match or between matches
    kinds = {fault and fault[0] for fault in outcome.faults(name)}
    assert kinds <= {FaultKind.ILLEGAL_ACTION, FaultKind.PROTOCOL, FaultKind.STARTUP}


def test_a_bot_that_does_not_read_goodbye_holds_nobody_up() -> None:
    async def live() -> None:
        begun = asyncio.Event()
        launches = [by_hand("reads_only_welcome"), miniature("behaves", "first"), miniature("behaves", "last")]
        async with Host(GAME, launches, CALM, 2, lambda _: begun.set()) as host:
            playing = asyncio.create_task(host.play([assignment(1, [one.name for one in launches])], lambda _: None))
            await begun.wait()
            playing.cancel()

    run(live())


@pytest.mark.parametrize(
    ("name", "cause"),
    [("acknowledges_nothing", "SETTINGS"), ("announces_a_gigabyte", "16 MiB")],
)
def test_a_stream_that_grpc_cuts_is_told_with_all_that_may_have_been_the_cause(name: str, cause: str) -> None:
    [fault] = play_beside_two([name], 1, BRIEF).faults(name)
    assert fault
    assert fault[0] is FaultKind.DISCONNECT
    assert fullmatch(r"the bot's stream was cut after \d+\.\d s: by the bot, or by gRPC for .*", fault[1])
    assert cause in fault[1]


def test_a_bot_is_asked_for_nothing_that_it_cannot_answer_while_it_is_stopped() -> None:
    """The arena sends a bot no PING and only one SETTINGS frame. A bot that strict timing has stopped could not answer
    them, and gRPC would cut its stream.
    """
    name = "minds_being_asked"
    assert play_beside_two([name], 4, CALM).faults(name) == [None] * 4


def test_a_bot_that_says_a_word_just_before_it_counts_as_hung_is_withdrawn_after_five_time_outs() -> None:
    name = "speaks_at_the_last_moment"
    outcome = play_beside_guests([miniature(name)], [("first", name, "last")] * 12, SHORT)
    kinds = [fault and fault[0] for fault in outcome.faults(name)]
    assert kinds == [FaultKind.TIMEOUT] * 5 + [FaultKind.STARTUP] * 7
    assert outcome.withdrawn == {name: "withdrawn after 5 time-outs in a row"}
    assert outcome.faults("first") == outcome.faults("last") == [None] * 12


def test_a_bot_is_not_withdrawn_for_time_outs_with_good_matches_in_between() -> None:
    name = "times_out_now_and_then"
    outcome = play_beside_guests([miniature(name)], [("first", name, "last")] * 8, SHORT)
    assert [fault is None for fault in outcome.faults(name)] == [False, False, False, True] * 2
    assert outcome.withdrawn == {}
