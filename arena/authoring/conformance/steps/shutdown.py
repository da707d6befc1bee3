"""The steps of a bot's conformance check on the end of its process, on restarts, and on processes and files that it
leaves behind.
"""

from typing import Final

from arena.asking.harness.instance import Instance, Trouble
from arena.authoring.conformance.bench import Bench, Failed
from arena.authoring.conformance.rehearsal import BANK_MS, Case, Rehearsal, ask, begin, play, put
from arena.system.processes.leftovers import end, visible
from arena.transport.processes.process import GRACE_S

CLEAN: Final = "the process ended with exit status 0"
RESTARTS: Final = 3
MATCHES: Final = 4
CHOICES: Final = 3
HASTE_S: Final = 0.05
"""The average time for a choice, in seconds, below which a bot counts as quick. Only a quick bot is also tested with
turns that are sent right before Goodbye.
"""
MOST_SHOWN: Final = 8
GOODBYE_DEAL, RESTART_DEAL, LEFTOVERS_DEAL = 2_000, 2_100, 2_200


async def goodbye(bench: Bench) -> str:
    """Checks that the bot's process ends after a Goodbye between matches, after a Goodbye in the middle of matches, and
    after its stream breaks.
    """
    harness = bench.harness()
    instance = await bench.present()
    harness.say_goodbye(instance)
    await _demand_end(bench, instance, "Goodbye between matches", CLEAN)
    instance, matches = await bench.fresh(), _matches(bench, GOODBYE_DEAL)
    await _enter_middle(bench, instance, matches)
    if bench.pace_s < HASTE_S:
        put(instance, [one for one in matches[: instance.max_matches()] if one.waits()])
    harness.say_goodbye(instance)
    await _demand_end(bench, instance, "Goodbye in the middle of matches", CLEAN)
    instance = await bench.fresh()
    await _enter_middle(bench, instance, _matches(bench, GOODBYE_DEAL))
    await harness.break_streams()
    await _demand_end(bench, instance, "the end of its stream without a Goodbye", "")
    return ""


async def _demand_end(bench: Bench, instance: Instance, after: str, expected: str) -> None:
    """Raises Trouble unless the bot's process ends by itself within GRACE_S seconds.

    `after`: the event that should end the process, for the error message. `expected`: a sentence that says how the
    process must end, such as CLEAN; empty if it may end in any way.
    """
    how = await instance.exit(GRACE_S)
    await instance.end()
    if how is None:
        bench.stays = True
        raise Trouble(f"{GRACE_S:g} s after {after} the process is still there")
    if expected and how != expected:
        raise Trouble(f"after {after} {how}")


async def restart(bench: Bench) -> str:
    """Kills the bot's process in the middle of matches, and plays a match with a new process; repeats this RESTARTS
    times.
    """
    instance = await bench.present()
    for number in range(RESTARTS):
        await _enter_middle(bench, instance, _matches(bench, RESTART_DEAL + MATCHES * number))
        await instance.end()
        try:
            instance = await bench.fresh()
        except Trouble as trouble:
            raise Trouble(f"killed and started again, {trouble.sentence}") from trouble
        [rehearsal, *_] = _matches(bench, RESTART_DEAL - 1 - number, CHOICES)
        await play(instance, [rehearsal], bench.limit_s())
    return f"{RESTARTS} times"


async def leftovers(bench: Bench) -> str:
    """Ends the bot's process twice, by a Goodbye message and by killing it, and checks each time that the bot leaves no
    processes and no files behind.
    """
    for killed in (False, True):
        instance = await bench.present()
        await _enter_middle(bench, instance, _matches(bench, LEFTOVERS_DEAL + killed))
        if not killed:
            bench.harness().say_goodbye(instance)
            await instance.exit(GRACE_S)
            await _demand_none_runs(bench, "it has ended")
        await instance.end()
        await _demand_none_runs(bench, "its process and its group were killed")
    if files := await bench.left_files():
        shown = ", ".join(files[:MOST_SHOWN])
        raise Failed(
            f"these files are new or changed: {shown}{' …' if len(files) > MOST_SHOWN else ''}",
            "write no files next to the program, and remove all files in $TMPDIR; print what should be kept",
        )
    return "" if visible() else "only files: processes cannot be listed on this system"


async def _demand_none_runs(bench: Bench, when: str) -> None:
    found = await bench.left_running()
    if found:
        end(found)
        shown = ", ".join(f"{process.number} ({process.name})" for process in found[:MOST_SHOWN])
        raise Failed(
            f"when {when}, these processes that it started are still running: {shown}",
            "end all processes that the bot starts before the bot ends, and let them end when the bot is killed",
        )


async def _enter_middle(bench: Bench, instance: Instance, matches: list[Rehearsal]) -> None:
    """Starts matches, and lets the bot answer a few turns of each, so that the bot is in the middle of all of them."""
    matches = matches[: instance.max_matches()]
    begin(instance, matches)
    for _ in range(CHOICES):
        if matches := [one for one in matches if one.waits()]:  # in some games a match is over by then
            await ask(instance, matches, BANK_MS, bench.limit_s(len(matches)))


def _matches(bench: Bench, deal: int, most: int | None = None) -> list[Rehearsal]:
    game = bench.games[0]
    info = game.info
    cases = [Case(info.key, info.editions[0], info.seats[-1], 0, deal + number) for number in range(MATCHES)]
    return [Rehearsal(game, case, most) for case in cases]
