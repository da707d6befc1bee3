"""The first steps of a bot's conformance check, from reading the manifest to the bot's first turn."""

from typing import Final

from arena.asking.harness.instance import Silence, Trouble
from arena.authoring.conformance.bench import STARTUP_S, Bench, Failed, First, Skipped
from arena.authoring.conformance.rehearsal import Case, Rehearsal, answers, begin, put
from arena.building.building import build_copy
from arena.building.builds.build_limits import Terms
from arena.building.manifest import find_manifest, read_manifest
from arena.building.outside_files import wishes
from arena.errors import ArenaError

QUIET_S: Final = 0.4
"""How many seconds the check waits to make sure that the bot sends no message without being asked."""
FIRST_ANSWER_S: Final = 1.0
WRONG_VERSION: Final = "FAILED_PRECONDITION"
HELLO_AGAIN: Final = "the bot sent hello"


def manifest(bench: Bench) -> str:
    """Reads the bot's manifest, bot.toml, and checks that the program it names exists."""
    bench.obstacle = "its manifest cannot be read"
    try:
        bench.manifest = read_manifest(find_manifest(bench.reference, bench.base))
    except ArenaError as error:
        raise Failed(error.message, error.hint or "") from error
    bench.obstacle = ""
    bot = bench.manifest
    told = [f"{bot.name}, version {bot.version}, plays {', '.join(bot.games) or 'any game'}"]
    return "; ".join((*told, *(wish.sentence(bot.name) for wish in wishes(bot))))


def build(bench: Bench) -> str:
    """Copies the bot's files as a league does, and builds the bot in the copy if its manifest names a build command."""
    bot = bench.bot()
    bench.obstacle = "it is not built" if bot.build else "it is not whole"
    try:
        bench.manifest = build_copy(bot, terms=Terms.at(bench.box.level, bench.network))
    except ArenaError as error:
        raise Failed(error.message, error.hint or "") from error
    bench.obstacle = ""
    if not bot.build:
        raise Skipped("its bot.toml has no build")
    return " ".join(bot.build)


async def start(bench: Bench) -> str:
    """Starts the bot's process, and waits for its Hello message."""
    await bench.open()
    bench.obstacle = "it did not start"
    try:
        instance = await bench.fresh()
    except Silence:
        raise
    except Trouble as trouble:
        if not trouble.status:
            raise
        bench.refusal = trouble
    else:
        bench.obstacle = ""
        return f"process {instance.process.number} said hello"
    bench.obstacle = ""
    return f"within {STARTUP_S:g} s"


async def handshake(bench: Bench) -> str:
    """Checks the order of the bot's messages: one Hello, then nothing until the first turn, and then
    no second Hello.
    """
    if bench.refusal:
        if bench.refusal.status != WRONG_VERSION:
            bench.obstacle = "the arena refuses its Hello"
            raise bench.refusal
        return "the token is the right one"
    instance = await bench.present()
    await instance.quiet(QUIET_S)
    game = bench.games[0]
    case = Case(game.info.key, game.info.editions[0], game.info.seats[-1], 0, 0)
    rehearsal = Rehearsal(game, case, most=1)
    begin(instance, [rehearsal])
    bench.first = First(instance, rehearsal, put(instance, [rehearsal]))
    try:
        await answers(instance, bench.first.turns, FIRST_ANSWER_S)
    except Silence:
        pass
    except Trouble as trouble:
        if trouble.sentence.startswith(HELLO_AGAIN):
            raise
        bench.early = trouble
    return f"it can be in {instance.max_matches()} {'match' if instance.max_matches() == 1 else 'matches'} at once"


async def version(bench: Bench) -> str:
    """Checks the protocol version in the bot's Hello message."""
    if bench.refusal:
        bench.obstacle = "the arena refuses its Hello"
        raise bench.refusal
    return ""
