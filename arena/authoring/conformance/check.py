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
    """How a step ended."""

    PASS = "pass"  # noqa: S105  # no password
    FAIL = "fail"
    SKIPPED = "skipped"
    UNTRIED = "not tried"
    """The machine was too busy to judge the bot, or the check took too long; the step counts as not passed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a step."""

    number: int
    """The step's number, from 1."""
    name: str
    verdict: Verdict
    seconds: float
    detail: str = ""
    """What was seen if the bot passed, or why the step was skipped or not tried."""
    expected: str = ""
    happened: str = ""
    advice: str = ""
    output: str = ""
    """The last lines the bot printed."""


class Step(NamedTuple):
    """A step that needs the bot's process."""

    name: str
    expected: str
    """What is expected of the bot, in a sentence."""
    advice: str
    """What the author should do if the step fails, unless the failure brings its own advice."""
    run: Callable[[Bench], Coroutine[Any, Any, str]]
    """Performs the step and returns in words what was seen; raises Trouble, Skipped, or Untried."""


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
"""Why a later step that failed counts as skipped: this alone may be the cause."""
OnOutcome = Callable[[Outcome], None]


def prepare(bench: Bench, on_outcome: OnOutcome) -> None:
    """Takes the steps that need no process, and calls `on_outcome` after each; building may take long."""
    for number, step in enumerate(PREPARATIONS, 1):
        began = time.monotonic()
        outcome = _prepare(bench, number, step)
        on_outcome(replace(outcome, seconds=time.monotonic() - began))


async def perform(bench: Bench, on_outcome: OnOutcome) -> None:
    """Takes the steps with a process, calls `on_outcome` after each, and always cleans up at the end."""
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
    """Runs a step and returns what it saw, in words; cancels it when the whole check's time is up.

    Raises what the step raises, and Failed or Untried when the time is up.
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
    """The output of the bot up to its end; a bot that hangs is terminated first, so that it may print where."""
    instance = bench.instance
    if instance is None:
        return ""
    hangs = (bench.silence or isinstance(trouble, Silence | robustness.Late)) and instance.owes()
    if hangs:
        instance.process.terminate()
    await instance.end(LAST_WORDS_S if hangs else 0)
    return instance.process.output()


def _explained(failed: Outcome, bench: Bench) -> Outcome:
    """The outcome of a failed step, with the cause and its advice if the bot's last output shows one."""
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
