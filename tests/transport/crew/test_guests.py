"""Tests of guests, which are players without a process of the arena, such as people: the same rules hold for them as
for all other players.
"""

import asyncio
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest

from arena.match import FaultKind, replay
from arena.protocol.conversation import MOST_MESSAGE_BYTES
from arena.protocol.v1.arena_pb2 import BotMessage, Choices
from arena.transport import Assignment, Clock
from tests.transport.hosting import GAME, Outcome, assignment, miniature
from tests.transport.visiting import Manner, Wire, behaves, receive

THREE: Final = ("first", "ann", "last")
NO_TIME: Final = Clock(bank_ms=1, increment_ms=0, startup_ms=1)


def matches(count: int, names: tuple[str, ...] = THREE) -> Iterator[Assignment]:
    return (assignment(number, names) for number in range(count))


def whole(outcome: Outcome) -> None:
    """Fails unless every match was played to its end by the rules."""
    for finished in outcome.finished:
        assert len(list(replay(finished.record, GAME))) == len(finished.record.actions) + 1


@pytest.mark.usefixtures("nothing_left")
def test_a_guest_plays_with_bots_at_the_same_host_and_hears_all_they_hear() -> None:
    banks: set[int] = set()
    heard: list[str] = []

    async def plays(wire: Wire) -> None:
        wire.say_hello()
        while message := await wire.hear():
            heard.append(str(message.WhichOneof("message")))
            if heard[-1] == "welcome":
                assert message.welcome.bank_ms == 77_000
                assert message.welcome.max_matches == 8
            if heard[-1] == "goodbye":
                return
            banks.update(turn.bank_ms for turn in message.batch.turns)
            if turns := message.batch.turns:
                wire.choose(*((turn.turn_id, turn.legal[-1]) for turn in turns))

    bots = [miniature("keeps_books", name) for name in ("first", "last")]
    outcome, _ = receive({"ann": plays}, lambda: matches(6), bots, {"ann": Clock(77_000, 1_000_000)})
    assert [outcome.faults(name) for name in THREE] == [[None] * 6] * 3
    assert len(outcome.finished) == 6
    whole(outcome)
    assert heard[0] == "welcome"
    assert heard[-1] == "goodbye"
    assert min(banks) >= 77_000
    assert outcome.withdrawn == {}


class Wrong(NamedTuple):
    """A guest that behaves until its second turn and then calls `says`.

    The fault that follows has `kind`, and its detail begins with `sentence`.
    """

    name: str
    kind: FaultKind
    sentence: str
    says: Manner


def says(data: BotMessage | bytes) -> Manner:
    async def manner(wire: Wire) -> None:
        wire.say(data)

    return manner


def chooses(turn_id: int, action: int = 0) -> Manner:
    return says(BotMessage(choices=Choices(turn_ids=[turn_id], actions=[action])))


async def says_hello(wire: Wire) -> None:
    wire.say_hello()


async def leaves(wire: Wire) -> None:
    wire.say(None)


PROTOCOL: Final = FaultKind.PROTOCOL
WRONG: Final = [
    Wrong("hello twice", PROTOCOL, "the bot sent hello, but after hello only choices may follow", says_hello),
    Wrong("garbage", PROTOCOL, "the bytes received are not a BotMessage of arena.protocol.v1", says(b"\xff")),
    Wrong("nothing", PROTOCOL, "the bot sent an empty message, but after hello only choices may follow", says(b"")),
    Wrong(
        "too much",
        PROTOCOL,
        f"the bot sent a message of {MOST_MESSAGE_BYTES + 1} bytes; the largest allowed has {MOST_MESSAGE_BYTES}",
        says(bytes(MOST_MESSAGE_BYTES + 1)),
    ),
    Wrong(
        "empty choices", PROTOCOL, "choices is empty; send choices only when there is a choice to send",
        says(BotMessage(choices=Choices())),
    ),
    Wrong(
        "mismatched choices", PROTOCOL, "choices has 2 turn_ids and 1 actions; there must be one action for each turn",
        says(BotMessage(choices=Choices(turn_ids=[1, 2], actions=[1]))),
    ),
    Wrong(
        "a turn that was answered", PROTOCOL, "choices answers turn 1, which is not open; answer each turn once",
        chooses(1),
    ),
    Wrong(
        "a turn that never was", PROTOCOL, "choices answers turn 999, which is not open; answer each turn once",
        chooses(999),
    ),
    Wrong("an illegal action", FaultKind.ILLEGAL_ACTION, "chose 99999; legal were", chooses(2, 99_999)),
    Wrong("leaving", FaultKind.DISCONNECT, "the guest has left", leaves),
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.name)
def test_a_guest_that_is_wrong_forfeits_its_match_and_nobody_else_does(wrong: Wrong) -> None:
    async def errs(wire: Wire) -> None:
        wire.say_hello()
        turns = await wire.turns()
        assert [turn.turn_id for turn in turns] == [1]
        wire.choose((1, turns[0].legal[0]))
        await wire.turns()
        await wrong.says(wire)
        if wrong.kind is FaultKind.ILLEGAL_ACTION:
            while turns := await wire.turns():
                wire.choose(*((turn.turn_id, turn.legal[0]) for turn in turns))

    outcome, wires = receive({"first": behaves, "ann": errs, "last": behaves}, lambda: matches(1))
    [fault] = outcome.faults("ann")
    assert fault
    assert fault[0] is wrong.kind
    assert fault[1].startswith(wrong.sentence)
    assert outcome.faults("first") == outcome.faults("last") == [None]
    whole(outcome)
    refusal = wires["ann"].refusal
    assert (refusal.sentence if refusal else None) == (fault[1] if wrong.kind is PROTOCOL else None)


@pytest.mark.parametrize(
    ("hello", "sentence"),
    [
        ({"token": "forged"}, "hello has a wrong token; send the value"),
        ({"protocol_version": 99}, "the bot speaks protocol version 99, this arena speaks version 1;"),
        (None, "the guest has left before it said hello"),
    ],
)
def test_a_guest_that_is_not_let_in_forfeits_all_its_matches(hello: dict[str, object] | None, sentence: str) -> None:
    async def enters(wire: Wire) -> None:
        if hello is None:
            wire.say(None)
        else:
            wire.say_hello(**hello)

    outcome, _ = receive({"first": behaves, "ann": enters, "last": behaves}, lambda: matches(3))
    kinds = [fault and fault[0] for fault in outcome.faults("ann")]
    assert kinds == [FaultKind.STARTUP] * 3
    assert outcome.withdrawn["ann"].startswith(f"withdrawn: {sentence}")
    whole(outcome)


def test_a_guest_that_has_left_is_not_waited_for_again() -> None:
    async def leaves_in_its_turn(wire: Wire) -> None:
        wire.say_hello(max_matches=1)
        await wire.turns()
        wire.say(None)

    outcome, _ = receive({"first": behaves, "ann": leaves_in_its_turn, "last": behaves}, lambda: matches(3))
    faults = [fault and fault[:2] for fault in outcome.faults("ann")]
    withdrawn = "withdrawn: the guest has left"
    assert faults == [(FaultKind.DISCONNECT, "the guest has left")] + [(FaultKind.STARTUP, withdrawn)] * 2
    assert outcome.withdrawn == {"ann": withdrawn}


# Each player has its own clock.


def test_the_clock_of_the_league_is_not_that_of_a_guest() -> None:
    async def ponders(wire: Wire) -> None:
        await asyncio.sleep(0.1)
        wire.say_hello()
        while turns := await wire.turns():
            await asyncio.sleep(0.02)
            wire.choose(*((turn.turn_id, turn.legal[0]) for turn in turns))

    outcome, _ = receive({"first": behaves, "ann": ponders, "last": behaves}, lambda: matches(1), clock=NO_TIME)
    assert [outcome.faults(name) for name in THREE] == [[None]] * 3
    assert outcome.finished[0].slowest_us[1] >= 15_000


async def _never_answers(wire: Wire) -> None:
    wire.say_hello()
    while await wire.turns():
        pass


@pytest.mark.parametrize("hasty", THREE)
def test_who_lets_its_own_time_run_out_is_at_fault_and_a_guest_without_limits_is_not(hasty: str) -> None:
    """A guest that lets its time run out has a fault, but the other guests have none.

    `hasty` is the name of this guest. Only its clock has a short limit.
    """
    manners: dict[str, Manner] = dict.fromkeys(THREE, behaves)
    manners[hasty] = _never_answers
    clocks = {hasty: Clock(bank_ms=200, increment_ms=0, startup_ms=20_000)}
    outcome, _ = receive(manners, lambda: matches(1), clocks=clocks)
    [fault] = outcome.faults(hasty)
    assert fault
    assert fault[0] is FaultKind.TIMEOUT
    assert all(outcome.faults(name) == [None] for name in THREE if name != hasty)
    whole(outcome)


def test_who_is_silent_for_two_of_its_own_banks_is_given_up() -> None:
    """A guest loses all its running matches if its time runs out in one match and it then stays silent for two banks.

    A bank is a player's thinking time for a match, here 150 ms. The guest plays two matches and never answers.
    """
    clocks = {"ann": Clock(bank_ms=150, increment_ms=0, startup_ms=20_000)}
    outcome, _ = receive({"first": behaves, "ann": _never_answers, "last": behaves}, lambda: matches(2), clocks=clocks)
    details = sorted(fault[1] for fault in outcome.faults("ann") if fault)
    assert len(details) == 2
    assert details[1].startswith("silent for 300 ms after its time was up in match 0000000000000000000000000000000")


def test_a_guest_is_waited_for_as_long_as_its_own_clock_says() -> None:
    async def never_comes(_: Wire) -> None: ...

    clocks = {"ann": Clock(startup_ms=100)}
    outcome, _ = receive({"first": behaves, "ann": never_comes, "last": behaves}, lambda: matches(1), clocks=clocks)
    assert outcome.withdrawn == {"ann": "withdrawn: the bot had not said hello after 100 ms"}


def test_guests_play_where_timing_is_strict_and_times_are_kept() -> None:
    clock = Clock(timing="strict", keep_times=True)
    outcome, _ = receive(dict.fromkeys(THREE, behaves), lambda: matches(2), clock=clock)
    assert [outcome.faults(name) for name in THREE] == [[None] * 2] * 3
    for finished in outcome.finished:
        assert len(finished.choices_us) == len(finished.record.actions)
