"""Runs the conformance check step by step."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, NamedTuple

from arena.asking.harness.instance import Silence, Trouble
from arena.asking.harness.patience import Untried
from arena.authoring.conformance.bench import Bench, Failed, Skipped
from arena.authoring.conformance.causes import cause_in
from arena.authoring.conformance.steps import play, robustness, shutdown, startup
from arena.transport.crew.crew import LAST_WORDS_S


class Verdict(Enum):
    """The result of a step: passed, failed, skipped or not tried."""

    PASS = "pass"  # noqa: S105  # not a password
    FAIL = "fail"
    SKIPPED = "skipped"
    UNTRIED = "not tried"
    """The verdict on a step if the machine was too busy to judge the bot, or if the whole check took too long. The bot
    has then not passed the step.
    """


@dataclass(frozen=True, slots=True)
class Outcome:
    """The full result of a step, as it is reported."""

    number: int
    """The step's number, from 1."""
    name: str
    verdict: Verdict
    seconds: float
    detail: str = ""
    """What the step observed if the bot passed it, or the reason if the step was skipped or not tried; empty if the bot
    failed it.
    """
    expected: str = ""
    happened: str = ""
    advice: str = ""
    output: str = ""
    """The last lines the bot printed."""


class Step(NamedTuple):
    """A step that starts or uses a process of the bot."""

    name: str
    expected: str
    """The behaviour that the step requires of the bot, in a sentence."""
    advice: str
    """The advice to the author if the step fails; the `advice` of a Failed error replaces it."""
    run: Callable[[Bench], Coroutine[Any, Any, str]]
    """Performs the step and returns what it observed.

    Raises Trouble if the bot fails the step, Skipped if the step gives no verdict, and Untried if the machine was too
    busy to judge the bot.
    """


class Preparation(NamedTuple):
    """A step that runs before the bot's process is started, such as the build."""

    name: str
    expected: str
    advice: str
    run: Callable[[Bench], str]


PREPARATIONS: Final = (
    Preparation("manifest", "bot.toml can be read, and its program is there", "", startup.manifest),
    Preparation(
        "build", "a copy of the bot's content has its program, made there if it has a build", "", startup.build
    ),
)
STEPS: Final = (
    Step(
        "start",
        "the program starts, opens a stream to ARENA_ADDRESS and says Hello within 10 s",
        "run `command` of bot.toml in a copy of the bot's folder without hidden files; load what takes long only "
        "after Hello",
        startup.start,
    ),
    Step(
        "handshake",
        "the bot says Hello once, on one stream, with the value of ARENA_TOKEN, and then waits to be asked",
        "send Hello as the first message and not again; read ARENA_TOKEN anew in each process",
        startup.handshake,
    ),
    Step(
        "version",
        "Hello has protocol_version 1",
        "set protocol_version to 1, and generate the stubs from the arena's proto files",
        startup.version,
    ),
    Step(
        "decisions",
        "the bot answers every kind of decision with a legal action, each turn once",
        "choose one of `legal` of the turn; answer with its turn_id, as many actions as turn_ids; "
        "the last output of a program says why it ended",
        play.decisions,
    ),
    Step(
        "seats",
        "the bot plays with every number of seats, in the first seat and the last",
        "take the number of seats and your own seat from MatchStart",
        play.seats,
    ),
    Step(
        "editions",
        "the bot plays every edition",
        "choose what `legal` allows; the edition is in MatchStart",
        play.editions,
    ),
    Step(
        "batches",
        "the bot plays each of many matches at once as it plays it alone, and does not answer batches without turns",
        "read a batch in the order starts, turns, ends; keep a table from match numbers to matches",
        play.batches,
    ),
    Step(
        "clock",
        "the bot answers within the time that is left by the turn's bank_ms",
        "look at bank_ms and think less when it is small",
        robustness.clock,
    ),
    Step(
        "unknown",
        "the bot goes on when messages have fields it does not know, and when a message is of a kind it does not know",
        "ignore what is not known: later releases of the arena add fields",
        robustness.unknown,
    ),
    Step(
        "huge",
        "the bot answers the turn with the most legal actions, and a batch with as many turns as it may get",
        "be prepared for lists of any length, and for messages of some megabytes",
        robustness.huge,
    ),
    Step(
        "goodbye",
        "the process ends by itself within 2 s of Goodbye, with exit status 0, or of the end of its stream, with any",
        "after Goodbye end the stream and the program, whatever is open; end the program when the stream ends",
        shutdown.goodbye,
    ),
    Step(
        "restart",
        "a process that was killed in the middle of matches can be started again, and plays",
        "do not rely on anything an earlier process has left, such as lock files or saved state",
        shutdown.restart,
    ),
    Step(
        "leftovers",
        "after the process has ended or was killed, no process that it started is running, and no file that it wrote "
        "is left",
        "end what you start, remove what you write",
        shutdown.leftovers,
    ),
)
STUMBLED: Final = "the bot fails in ordinary decisions: see the step decisions"
"""The reason why a step is reported as skipped if it raises Trouble after the bot has failed the step `decisions`: both
failures may have the same cause. If the step raises Failed, a subclass of Trouble, it is reported as failed.
"""
OnOutcome = Callable[[Outcome], None]


def prepare(bench: Bench, on_outcome: OnOutcome) -> None:
    """Runs the steps that need no process of the bot, such as its build, and calls `on_outcome` after each step."""
    for number, step in enumerate(PREPARATIONS, 1):
        began = time.monotonic()
        outcome = _prepare(bench, number, step)
        on_outcome(replace(outcome, seconds=time.monotonic() - began))


async def perform(bench: Bench, on_outcome: OnOutcome) -> None:
    """Runs the steps that need a process of the bot, and calls `on_outcome` after each step.

    In any case, even after an error, it finally ends all processes that the bot started.
    """
    async with bench:
        for number, step in enumerate(STEPS, 1 + len(PREPARATIONS)):
            began = time.monotonic()
            outcome = await _take(bench, number, step)
            on_outcome(replace(outcome, seconds=time.monotonic() - began))


def _prepare(bench: Bench, number: int, step: Preparation) -> Outcome:
    if bench.obstacle:
        return Outcome(number, step.name, Verdict.SKIPPED, 0, bench.obstacle)
    try:
        return Outcome(number, step.name, Verdict.PASS, 0, step.run(bench))
    except Skipped as skipped:
        return Outcome(number, step.name, Verdict.SKIPPED, 0, str(skipped))
    except Failed as failed:
        return _failure(number, step, failed)


async def _take(bench: Bench, number: int, step: Step) -> Outcome:
    if bench.out_of_time:
        return Outcome(number, step.name, Verdict.UNTRIED, 0, bench.out_of_time)
    reason = bench.obstacle
    if bench.silence and step.run is not robustness.clock:
        reason = "it does not answer"
    if reason:
        return Outcome(number, step.name, Verdict.SKIPPED, 0, reason)
    try:
        verdict, detail = Verdict.PASS, await _in_time(bench, step.run(bench))
    except Skipped as skipped:
        verdict, detail = Verdict.SKIPPED, str(skipped)
    except Untried as untried:
        verdict, detail = Verdict.UNTRIED, untried.message
    except Trouble as trouble:
        output = await _last_words(bench, trouble)
        if bench.stumbled and not isinstance(trouble, Failed):
            return Outcome(number, step.name, Verdict.SKIPPED, 0, STUMBLED)
        bench.stumbled |= step.run is play.decisions
        return _explained(_failure(number, step, trouble, output), bench)
    return Outcome(number, step.name, verdict, 0, detail)


async def _in_time(bench: Bench, step: Coroutine[Any, Any, str]) -> str:
    """Runs a step and returns its observation as a text; cancels the step when the whole check's time is up.

    Raises the step's own exceptions. If the time is up, raises Untried if the bot mostly waited for processors, and
    otherwise Failed.
    """
    task = asyncio.create_task(step)
    try:
        while not task.done() and (left_s := bench.left_s()):
            await asyncio.wait((task,), timeout=left_s)
        if task.done():
            return task.result()
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait((task,))
    raise bench.too_long()


async def _last_words(bench: Bench, trouble: Trouble) -> str:
    """Ends the bot's process and returns its output.

    A bot that hangs is first asked to end and then killed, so that it can print the place in its code where it hangs.
    """
    instance = bench.instance
    if instance is None:
        return ""
    hangs = (bench.silence or isinstance(trouble, Silence | robustness.Late)) and instance.owes()
    if hangs:
        instance.process.terminate()
    await instance.end(LAST_WORDS_S if hangs else 0)
    return instance.process.output()


def _explained(failed: Outcome, bench: Bench) -> Outcome:
    """Returns the result of a failed step; if the bot's last output shows the cause, the cause and advice on it are
    added.
    """
    if bench.manifest and (cause := cause_in(failed.output, bench.manifest)):
        return replace(failed, happened=f"{failed.happened}: {cause.sentence}", advice=cause.advice)
    return failed


def _failure(number: int, step: Step | Preparation, trouble: Trouble, output: str = "") -> Outcome:
    advice = trouble.advice if isinstance(trouble, Failed) else step.advice
    return Outcome(
        number,
        step.name,
        Verdict.FAIL,
        0,
        expected=step.expected,
        happened=trouble.sentence,
        advice=advice,
        output=output,
    )
