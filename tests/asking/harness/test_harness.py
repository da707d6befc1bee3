"""Tests of the harness, which runs one bot without opponents.

The bots are real processes. A script in each test plays the part of the arena, from the bot's Hello to the end of its
process.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from arena.asking.harness.harness import Harness
from arena.asking.harness.instance import Instance, Silence, Trouble
from arena.authoring.conformance.rehearsal import BANK_MS, Case, Rehearsal, answers, ask, begin, finish, play, put
from arena.games.registry import create_game
from arena.protocol.conversation import Refusal
from arena.sandbox.box import Box
from arena.sandbox.limits import Limits
from arena.transport import Launch
from arena.transport.clocks.clock import Heartbeat
from arena.transport.streams.server import Server
from tests.transport.hosting import left_running, miniature, random_bot

GAME = create_game("verraeter")
START_S = 20.0
ANSWER_S = 20.0


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The home folder of the bots, in which they record their processes; the fixture checks that no process remains
    after the test.
    """
    monkeypatch.setenv("HOME", str(tmp_path))
    yield tmp_path
    assert left_running(tmp_path) == []


def rehearsal(deal: int = 1, seats: int = 4, most: int | None = None) -> Rehearsal:
    return Rehearsal(GAME, Case("verraeter", "official", seats, deal % seats, deal), most)


def in_harness(
    launch: Launch, script: Callable[[Harness, Instance], Awaitable[None]], *, introduced: bool = True
) -> None:
    """Runs a script with a bot in a harness; the script plays the part of the arena.

    If `introduced`, the bot's Hello is awaited before the script begins.
    """

    async def live() -> None:
        async with Harness(launch) as harness:
            instance = await harness.start()
            if introduced:
                await instance.introduction(START_S)
            await script(harness, instance)

    asyncio.run(asyncio.wait_for(live(), 60))


def test_a_match_is_played_to_its_end_and_the_bot_leaves() -> None:
    async def script(harness: Harness, instance: Instance) -> None:
        match = rehearsal()
        await play(instance, [match], ANSWER_S)
        assert match.match.actor is None
        assert match.choices
        harness.say_goodbye(instance)
        assert await instance.exit(START_S) == "the process ended with exit status 0"

    in_harness(random_bot("random"), script)


def test_a_bot_that_uses_more_than_it_may_is_told_and_ended() -> None:
    async def listen(instance: Instance) -> None:
        await instance.introduction(START_S)  # the arena may notice the excess before or after the introduction
        await instance.hear(ANSWER_S)

    async def script(_: Harness, instance: Instance) -> None:
        with pytest.raises(Trouble, match=r"used \d+ MB of the 8 MB a bot may have; its largest process was python"):
            await listen(instance)
        assert await instance.exit(ANSWER_S) == "the process was ended by signal SIGKILL"

    in_harness(replace(miniature("behaves"), box=Box(limits=Limits(memory_mb=8))), script, introduced=False)


def test_the_same_match_is_played_the_same_way_by_a_bot_that_draws_from_its_seed() -> None:
    async def script(_: Harness, instance: Instance) -> None:
        matches = [rehearsal(1), rehearsal(1), rehearsal(2)]
        await play(instance, matches, ANSWER_S, at_once=3)
        assert matches[0].choices == matches[1].choices != matches[2].choices

    in_harness(random_bot("random"), script)


def test_matches_are_broken_off_after_their_most_choices() -> None:
    async def script(_: Harness, instance: Instance) -> None:
        match = rehearsal(most=2)
        await play(instance, [match], ANSWER_S)
        assert len(match.choices) == 2
        assert match.match.actor is not None

    in_harness(miniature("one_match_at_a_time"), script)


def test_a_script_leads_the_match_whatever_the_bot_says() -> None:
    case = Case("verraeter", "official", 3, 1, 5)
    led = Rehearsal(GAME, case)
    while led.waits():
        led.choose(led.match.legal[-1])
    script = led.match.actions
    again = Rehearsal(GAME, case, script=script)
    while again.waits():
        again.choose(again.match.legal[0])
    assert again.match.actions == script
    assert again.choices != led.choices


def test_what_is_not_legal_is_told() -> None:
    async def script(_: Harness, instance: Instance) -> None:
        match = rehearsal()
        begin(instance, [match])
        with pytest.raises(Trouble, match=r"it chose 99999 in verraeter, edition official, seat 1 of 4, .*legal were"):
            await ask(instance, [match], BANK_MS, ANSWER_S)

    in_harness(miniature("illegal_action"), script)


def test_a_refusal_is_raised_with_its_status_again_and_again() -> None:
    async def script(_: Harness, instance: Instance) -> None:
        begin(instance, [rehearsal()])
        instance.tell_turn(instance.next_turn(), rehearsal().turn(1))
        instance.flush()
        for _again in range(2):
            with pytest.raises(Trouble, match="choices is empty") as raised:
                await instance.hear(ANSWER_S)
            assert raised.value.status == "INVALID_ARGUMENT"
        assert not instance.running()

    in_harness(miniature("empty_choices"), script)


def test_a_bot_that_ends_is_told_with_its_status_and_its_output() -> None:
    async def script(_: Harness, instance: Instance) -> None:
        match = rehearsal()
        begin(instance, [match])
        with pytest.raises(Trouble, match="the process ended with exit status 1"):
            await ask(instance, [match], BANK_MS, ANSWER_S)
        await instance.end()
        assert "ZeroDivisionError" in instance.process.output()

    in_harness(miniature("crashes_in_turn"), script)


def test_a_bot_that_hangs_up_is_told_apart() -> None:
    async def script(_: Harness, instance: Instance) -> None:
        match = rehearsal()
        begin(instance, [match])
        with pytest.raises(Trouble, match="the bot closed its stream"):
            await ask(instance, [match], BANK_MS, ANSWER_S)

    in_harness(miniature("closes_its_stream"), script)


def test_silence_is_no_end_of_the_conversation() -> None:
    async def script(_: Harness, instance: Instance) -> None:
        match = rehearsal(most=1)
        begin(instance, [match])
        turns = put(instance, [match])
        with pytest.raises(Silence, match=r"it did not answer within 0\.05 s"):
            await answers(instance, turns, 0.05)
        [heard] = await answers(instance, turns, ANSWER_S)
        assert heard.spent_ns > 200_000_000
        assert await instance.quiet(0.05) is None
        finish(instance, [match])

    in_harness(miniature("slow_to_answer"), script)


def test_a_bot_that_is_killed_may_be_started_again() -> None:
    async def script(harness: Harness, instance: Instance) -> None:
        begin(instance, [rehearsal()])
        instance.flush()
        await instance.end()
        assert not instance.running()
        other = await harness.start()
        await other.introduction(START_S)
        assert other.process.number != instance.process.number
        await play(other, [rehearsal(most=3)], ANSWER_S)

    in_harness(miniature("behaves"), script)


def test_when_the_streams_break_the_bot_notices_and_the_next_finds_another_server() -> None:
    async def script(harness: Harness, instance: Instance) -> None:
        await harness.break_streams()
        assert await instance.exit(START_S) is not None
        other = await harness.start()
        await other.introduction(START_S)
        await play(other, [rehearsal(most=3)], ANSWER_S)

    in_harness(miniature("behaves"), script)


def test_a_program_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    async def live() -> None:
        async with Harness(Launch("none", (str(tmp_path / "none"),), tmp_path)) as harness:
            await harness.start()

    with pytest.raises(Trouble, match="the program could not be started"):
        asyncio.run(live())


def test_a_turn_is_answered_once_and_none_that_was_not_asked() -> None:
    instance = Instance(cast("Server", None), "", b"", Heartbeat(lambda: None))
    instance.tell_turn(7, b"")
    with pytest.raises(Refusal, match="turn 8, which is not open"):
        instance.take([8])
    instance.take([7])
    with pytest.raises(Refusal, match="turn 7, which is not open; answer each turn once"):
        instance.take([7])
    with pytest.raises(Refusal, match="choices is empty"):
        instance.take([])
