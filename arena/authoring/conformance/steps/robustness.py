"""The steps of a bot's conformance check that give the bot little time, send it unknown fields, and send it large
messages.
"""

from collections.abc import Sequence
from typing import Final

from arena.asking.harness.instance import Instance, Silence, Trouble
from arena.asking.harness.patience import MOST_DELAY, Untried
from arena.authoring.conformance.bench import Bench, Failed
from arena.authoring.conformance.longest import longest
from arena.authoring.conformance.rehearsal import Case, Rehearsal, ask, begin, finish, play
from arena.authoring.conformance.steps.play import BUDGET_S, LEAST_CHOICES
from arena.protocol.turns import encode_batch
from arena.protocol.v1.arena_pb2 import Batch
from arena.protocol.wire import bytes_tag, delimited, number_tag, varint
from arena.system.processes import delays
from arena.transport.clocks.clock import NS_PER_MS, TOLERANCE_NS

TRIES: Final = 3
"""The number of tries in the step `clock`, which tests short time limits. A bot fails only if it is late in every try,
because other programs may slow a shared machine down for a while.
"""
BANKS_MS: Final = (500, 200, 1_000, 200, 200, 1_000, 500, 200, 200, 200, 1_000, 200)
"""The time left, in milliseconds, that each turn of the step `clock` states, in the order of the turns. The first turn
goes to a fresh process and has more than the shortest time, because a process may be slow at first.
"""
BATCH_MS: Final = 1_000
BATCH_TURNS: Final = 16
OVERTIME_S: Final = 2.0
"""How many seconds the check waits for a late answer after the time limit, in order to report how late it was."""

UNKNOWN: Final = number_tag(1_000) + varint(7) + delimited(bytes_tag(1_001), b"of a later release")
"""Encoded fields with numbers that no message of the protocol uses, as a later release might add."""
UNKNOWN_KIND: Final = delimited(bytes_tag(1_002), UNKNOWN)
"""An encoded ArenaMessage of a kind that the protocol does not define."""
UNKNOWN_CHOICES: Final = 8

HUGE_BYTES: Final = 800_000
HUGE_TURNS: Final = 500
CLOCK_DEAL, UNKNOWN_DEAL, HUGE_DEAL = 400, 500, 600


async def clock(bench: Bench) -> str:
    """Checks that the bot keeps short time limits, in single turns and in a batch; raises Late if it is late in every
    try.
    """
    if bench.silence:
        raise Trouble(bench.silence)
    found: list[Late | Untried] = []
    for _ in range(TRIES):
        try:
            return await _hurry(bench, await bench.fresh())
        except (Late, Untried) as late:
            found.append(late)
    raise next((late for late in found if isinstance(late, Untried)), found[-1])


class Late(Failed):
    """Raised if the bot's time for a turn ran out before its answer came."""


async def _hurry(bench: Bench, instance: Instance) -> str:
    slowest_ms = 0
    waiting: list[Rehearsal] = []
    for number, bank_ms in enumerate(BANKS_MS):
        if not waiting:
            waiting = [_default(bench, CLOCK_DEAL + number)]
            begin(instance, waiting)
        slowest_ms = max(slowest_ms, await _spent_ms(instance, waiting, bank_ms, 1))
        if not waiting[0].waits():
            finish(instance, waiting)
            waiting = []
    told = f"a turn took {slowest_ms} ms at most"
    if instance.max_matches() > 1:
        many = [
            _default(bench, CLOCK_DEAL + len(BANKS_MS) + n) for n in range(min(BATCH_TURNS, instance.max_matches() - 1))
        ]
        begin(instance, many)
        told += f", a message of a batch of {len(many)} {await _spent_ms(instance, many, BATCH_MS, len(many))} ms"
        finish(instance, many)
    return told


async def _spent_ms(instance: Instance, rehearsals: Sequence[Rehearsal], bank_ms: int, turns: int) -> int:
    """Sends the bot a batch of turns, and returns the bot's time in milliseconds for its slowest message of choices.

    From this time it subtracts the longest time that one of the bot's threads waited for a processor.

    Raises Late if the bot does not answer or if the result exceeds `bank_ms`. If the result is too long only because
    several threads waited for processors, it raises Untried instead.
    """
    of = f"a turn with {bank_ms} ms left" if turns == 1 else f"a batch of {turns} turns with {bank_ms} ms left for each"
    advice = (
        "send the choices you have before you think about the next turn"
        if turns > 1
        else "look at bank_ms, think less when it is small, and load what is large before Hello"
    )
    limit_s = bank_ms / 1_000 + OVERTIME_S
    before, used_before = instance.delays_ns(), instance.used_ns()
    try:
        heard = await ask(instance, rehearsals, bank_ms, limit_s)
    except Silence:
        raise Late(f"the bot sent nothing for {limit_s:g} s in answer to {of}", advice) from None
    after, used_ns = instance.delays_ns(), instance.used_ns() - used_before
    most_ns = MOST_DELAY * bank_ms * NS_PER_MS
    took_ns = max(word.spent_ns for word in heard)
    spent_ms = max(0, took_ns - delays.delayed_ns(before, after, most_ns)) // NS_PER_MS
    if spent_ms > bank_ms:
        sentence = f"it took {spent_ms} ms to say anything to {of}"
        own_ns = max(used_ns, took_ns - delays.all_delayed_ns(before, after, most_ns))
        if own_ns <= bank_ms * NS_PER_MS + TOLERANCE_NS:
            raise Untried(f"{sentence}, and its threads waited for processors meanwhile")
        raise Late(sentence, advice)
    return spent_ms


async def unknown(bench: Bench) -> str:
    """Adds unknown fields to every message, and sends messages of an unknown kind; the bot must ignore both and play
    on.
    """
    instance = await bench.fresh(UNKNOWN)
    instance.encode = _with_unknown
    for game in bench.games:
        info = game.info
        rehearsal = Rehearsal(game, Case(info.key, info.editions[0], info.seats[0], 0, UNKNOWN_DEAL), UNKNOWN_CHOICES)
        instance.say(UNKNOWN_KIND)
        await play(instance, [rehearsal], bench.limit_s())
    instance.say(UNKNOWN_KIND)
    instance.encode = encode_batch
    await play(instance, [_default(bench, UNKNOWN_DEAL, LEAST_CHOICES)], bench.limit_s())
    return "in Welcome, Batch, MatchStart, Turn, MatchEnd, set-up and view"


def _with_unknown(parts: Sequence[bytes]) -> bytes:
    """Returns an encoded ArenaMessage with a batch of these parts: encoded starts, turns and ends of matches. Messages
    at every level contain unknown fields.
    """
    batch = Batch.FromString(b"".join(parts))
    for part in (*batch.starts, *batch.turns, *batch.ends):
        part.MergeFromString(UNKNOWN)
    for start in batch.starts:
        getattr(start, start.WhichOneof("setup") or "").MergeFromString(UNKNOWN)
    for turn in batch.turns:
        getattr(turn, turn.WhichOneof("view") or "").MergeFromString(UNKNOWN)
    return encode_batch([batch.SerializeToString(), UNKNOWN]) + UNKNOWN


async def huge(bench: Bench) -> str:
    """Sends the turn with the most legal actions, and then a batch with as many turns as the message size allows."""
    instance = await bench.present()
    told = []
    for game in bench.games:
        rehearsal, actions = longest(game)
        await play(instance, [rehearsal], bench.limit_s())
        told.append(f"{actions} legal actions in {game.info.key}")
    turns = min(instance.max_matches(), bench.turns_in(BUDGET_S, LEAST_CHOICES, HUGE_TURNS))
    if turns > 1:
        told.append(await _flood(bench, instance, turns))
    return "; ".join(told)


async def _flood(bench: Bench, instance: Instance, turns: int) -> str:
    """Starts many matches, sends their first turns in one batch, and receives the answers.

    The batch ends after `turns` turns, or as soon as it has HUGE_BYTES bytes. Returns a text with the number of turns
    and the size of the batch.
    """
    rehearsals: list[Rehearsal] = []
    size = 0
    while len(rehearsals) < turns and size < HUGE_BYTES:
        rehearsal = _default(bench, HUGE_DEAL + len(rehearsals), 1, len(rehearsals))
        size += len(rehearsal.start(0)) + len(rehearsal.turn(0))
        rehearsals.append(rehearsal)
    begin(instance, rehearsals)
    await ask(instance, rehearsals, BATCH_MS * len(rehearsals), bench.limit_s(len(rehearsals)))
    finish(instance, rehearsals)
    return f"a batch of {len(rehearsals)} turns, {size // 1_000} KB"


def _default(bench: Bench, deal: int, most: int | None = None, game: int = 0) -> Rehearsal:
    """Returns a new match of a game in its first edition, with the maximum number of seats.

    `deal`: the number of the match's deal. `most`: the number of the bot's turns after which the match is broken off;
    None for no limit. `game`: the index of the game in the check's list of games.
    """
    rules = bench.games[game % len(bench.games)]
    info = rules.info
    return Rehearsal(rules, Case(info.key, info.editions[0], info.seats[-1], 0, deal), most)
