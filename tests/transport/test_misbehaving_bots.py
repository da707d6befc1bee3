"""Tests of bots that each misbehave in one way: the fault that is recorded, and that no other bot suffers."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from arena.match import FaultKind, replay
from arena.transport import Clock, Launch
from arena.transport.processes.output import TAIL_BYTES
from tests.transport.hosting import CALM, GAME, Outcome, by_hand, miniature, play, processes
from tests.transport.visiting import play_beside_guests

pytestmark = pytest.mark.usefixtures("nothing_left")

HASTY: Final = Clock(bank_ms=300, increment_ms=300, startup_ms=20_000)
BRIEF: Final = Clock(bank_ms=20_000, increment_ms=0, startup_ms=2_000)


class Wrong(NamedTuple):
    """A misbehaving bot and the fault that the record must contain."""

    name: str
    kind: FaultKind
    sentence: str
    """A regular expression that must match the whole sentence of the fault."""
    output: str = ""
    """A regular expression that must match some part of the bot's last lines of output."""
    clock: Clock = CALM
    launch: Callable[[str], Launch] = miniature


STARTUP, TIMEOUT, DISCONNECT, PROTOCOL, ILLEGAL_ACTION = tuple(FaultKind)[:5]
WITHDRAWN = "withdrawn after 3 failures in a row, the last: "
SECOND = "the bot opened a second stream; it has one, for its whole life"
WRONG: Final = [
    Wrong(
        "exits_at_once",
        STARTUP,
        f"{WITHDRAWN}the process ended with exit status 3 before it said hello",
        "nothing to",
    ),
    Wrong("wrong_token", STARTUP, f"{WITHDRAWN}hello has a wrong token; send the value .*"),
    Wrong("chooses_before_hello", STARTUP, f"{WITHDRAWN}the bot sent choices, but the first message must be hello"),
    Wrong("leaves_before_hello", STARTUP, f"{WITHDRAWN}the bot closed its stream before it said hello"),
    Wrong("wrong_version", STARTUP, f"{WITHDRAWN}the bot speaks protocol version 99, this arena speaks version 1; .*"),
    Wrong("says_hello_twice", PROTOCOL, "the bot sent hello, but after hello only choices may follow"),
    Wrong("crashes_in_turn", DISCONNECT, "the process ended with exit status 1", "Traceback(.|\n)*ZeroDivisionError"),
    Wrong("dies_by_signal", DISCONNECT, r"the process was ended by signal \d+"),
    Wrong("closes_its_stream", DISCONNECT, "the bot closed its stream"),
    Wrong("stalls", TIMEOUT, r"no choice within the time left; it took 3\d\d ms", clock=HASTY),
    Wrong("answers_twice", PROTOCOL, r"choices answers turn \d+, which is not open; answer each turn once"),
    Wrong("wrong_turn_id", PROTOCOL, "choices answers turn 4000000000, which is not open; answer each turn once"),
    Wrong("illegal_action", ILLEGAL_ACTION, r"chose 99999; legal were \d+(, \d+)*"),
    Wrong("sends_garbage", PROTOCOL, r"the bytes received are not a BotMessage of arena\.protocol\.v1"),
    Wrong("sends_nothing", PROTOCOL, "the bot sent an empty message, but after hello only choices may follow"),
    Wrong("empty_choices", PROTOCOL, "choices is empty; send choices only when there is a choice to send"),
    Wrong(
        "mismatched_choices", PROTOCOL, "choices has 1 turn_ids and 2 actions; there must be one action for each turn"
    ),
    Wrong(
        "floods_stderr", DISCONNECT, "the process ended with exit status 1", "019999 and nobody(.|\n)*the last line$"
    ),
    Wrong("floods_stream", PROTOCOL, "the bot sent a message of 2097152 bytes; the largest allowed has 1048576"),
    Wrong("floods_stream_more", PROTOCOL, "the bot sent a message of 10000000 bytes; the largest allowed has 1048576"),
    Wrong("opens_a_second_stream", PROTOCOL, SECOND, launch=by_hand),
]
EAGER: Final = "opens_two_streams"
"""A bot that breaks the protocol before any match begins. It may even fail three times and be withdrawn before the
other bots are connected.
"""
NEVER_CONNECTS: Final = Wrong(
    "never_connects", STARTUP, f"{WITHDRAWN}the bot had not said hello after 2000 ms", "I would rather not", BRIEF
)


def play_beside_two_that_behave(
    name: str, matches: int = 1, clock: Clock = CALM, launch: Callable[[str], Launch] = miniature
) -> Outcome:
    """Plays matches with the named bot in the middle seat; fails unless the two other bots play to the end without a
    fault.
    """
    outcome = play_beside_guests([launch(name)], [("first", name, "last")] * matches, clock)
    assert len(set(processes(Path.home()))) >= 1
    assert len(outcome.finished) == matches
    assert outcome.faults("first") == outcome.faults("last") == [None] * matches
    for finished in outcome.finished:
        assert len(list(replay(finished.record, GAME))) == len(finished.record.actions) + 1
    return outcome


def check(wrong: Wrong) -> Outcome:
    outcome = play_beside_two_that_behave(wrong.name, 1, wrong.clock, wrong.launch)
    [fault] = outcome.faults(wrong.name)
    assert fault
    kind, sentence, output = fault
    assert kind is wrong.kind
    assert re.fullmatch(wrong.sentence, sentence)
    assert re.search(wrong.output, output)
    assert len(output.encode()) <= TAIL_BYTES
    assert outcome.finished[0].record.ranks[1] == 3
    return outcome


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.name)
def test_the_fault_is_named_and_the_others_keep_their_match(wrong: Wrong) -> None:
    assert bool(check(wrong).withdrawn) == (wrong.kind is STARTUP)


def test_so_is_that_of_a_bot_which_may_be_withdrawn_before_its_match_begins() -> None:
    outcome = play_beside_two_that_behave(EAGER)
    [fault] = outcome.faults(EAGER)
    assert fault
    before = STARTUP, f"{WITHDRAWN}{SECOND}"
    assert fault[:2] in ((PROTOCOL, SECOND), before)
    assert outcome.withdrawn in ({}, {EAGER: before[1]})


@pytest.mark.slow
def test_a_bot_that_never_connects_is_given_three_times_the_start_up_limit() -> None:
    assert check(NEVER_CONNECTS).withdrawn


def test_nothing_is_said_of_bots_that_play_right() -> None:
    names = ("behaves", "ignores_goodbye", "spawns_a_child", "one_match_at_a_time")
    outcome = play([miniature(name) for name in names], [names])
    assert [outcome.faults(name) for name in names] == [[None]] * 4
    assert outcome.withdrawn == {}
