"""A stored match played back to a bot: it gets the turns one seat had, and the match goes on as it is recorded."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from arena.authoring.harness.harness import Harness
from arena.authoring.harness.instance import Instance, Silence, Trouble
from arena.errors import ArenaError
from arena.games.contract import Game
from arena.match import Fault, Match, MatchRecord, replay
from arena.protocol.codecs import CODECS
from arena.protocol.turns import StartOfMatch, encode_end, encode_start, encode_turn
from arena.protocol.v1.arena_pb2 import Batch, Turn
from arena.transport import Launch
from arena.transport.crew.crew import LAST_WORDS_S

STARTUP_S: Final = 30.0
BANK_MS: Final = 30_000
"""For each turn; also what the bot is told that is left."""
NUMBER: Final = 1
"""Of the match on the stream."""


@dataclass(frozen=True, slots=True)
class PastTurn:
    """A turn a seat had."""

    number: int
    """Among the turns of its seat, from 1."""
    turn: Turn
    """As the bot got it, but for the time that was left."""
    state: Any
    action: int | None
    """What was chosen; None where the seat forfeited."""
    fault: Fault | None = None


class PastSeat(NamedTuple):
    """What one seat had of a match."""

    record: MatchRecord
    game: Game[Any, Any]
    seat: int
    turns: Sequence[PastTurn]
    seed: int = 0
    """The one its bot was given."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot says now."""

    past: PastTurn
    action: int
    notation: str
    recorded: str
    """What was chosen, or how the seat forfeited."""

    def differs(self) -> bool:
        """Whether it is another choice than the one recorded."""
        return self.past.action is not None and self.action != self.past.action


def past_seat(record: MatchRecord, game: Game[Any, Any], seat: int) -> PastSeat:
    """The turns of a seat up to its forfeit, if there was one; raises ArenaError [no-seat], [no-turn], [bad-record]."""
    seats = len(record.spec.entrants)
    if seat not in range(seats):
        raise ArenaError("no-seat", f"the match has no seat {seat}", f"its seats are 0 to {seats - 1}")
    for _ in replay(record, game):  # complains of a record that does not fit the rules
        pass
    turns = tuple(_turns(record, game, seat))
    if not turns:
        raise ArenaError("no-turn", f"seat {seat} had no turn in this match", "name another seat")
    return PastSeat(record, game, seat, turns)


def _turns(record: MatchRecord, game: Game[Any, Any], seat: int) -> Iterator[PastTurn]:
    match, faults, number = Match(record.spec, game), list(record.faults), 1
    while match.actor is not None:
        fault = faults.pop(0) if faults and faults[0].action_count == len(match.actions) else None
        own = match.actor == seat
        turn = _turn(match, number) if own else Turn()
        if fault and fault.seat == seat:
            if own:
                yield PastTurn(number, turn, match.state, None, fault)
            return
        if fault:
            match.fault(fault.seat, fault.kind, fault.detail, fault.output)
            continue
        action = record.actions[len(match.actions)]
        if own:
            yield PastTurn(number, turn, match.state, action)
            number += 1
        match.choose(action)


def _turn(match: Match, number: int) -> Turn:
    seat = match.actor
    assert seat is not None
    view = CODECS[match.spec.game].encode_view(match.view(seat))
    return Batch.FromString(encode_turn(number, NUMBER, seat, match.legal, BANK_MS, view)).turns[0]


async def play_back(
    past: PastSeat,
    launch: Launch,
    on_answer: Callable[[Answer], None],
    stop: Callable[[PastTurn, int], Awaitable[bool]],
) -> None:
    """Asks the bot every turn in order; each answer is told.

    `stop` is awaited before each turn, with the number of the bot's process, and says whether time does not count from
    now on. Raises ArenaError [bot-failed] with what the bot printed if it breaks off.
    """
    async with Harness(launch) as harness:
        asked, instance = 0, None
        try:
            instance = await harness.start()
            await instance.introduction(STARTUP_S)
            instance.tell_start(_start(past))
            timed = True
            for turn in past.turns:
                asked = turn.number
                timed = not await stop(turn, instance.process.own_number()) and timed
                on_answer(_answer(past, turn, await _ask(instance, turn, BANK_MS / 1_000 if timed else None)))
            instance.tell_end(_end(past))
            harness.say_goodbye(instance, "the match is played back")
            await instance.end(grace_s=1.0)
        except Trouble as trouble:
            when = f"at turn {asked}" if asked else "before the first turn"
            raise ArenaError(
                "bot-failed",
                f"{launch.name} failed {when}: {trouble.sentence}{await _output(instance, trouble)}",
                "try arena check",
            ) from trouble


async def _ask(instance: Instance, past: PastTurn, limit_s: float | None) -> int:
    instance.tell_turn(past.number, Batch(turns=[past.turn]).SerializeToString())
    instance.flush()
    [action] = (await instance.hear(limit_s)).actions
    return action


def _answer(past: PastSeat, turn: PastTurn, action: int) -> Answer:
    def name(chosen: int) -> str:
        return past.game.action_name(turn.state, chosen) if chosen in turn.turn.legal else f"{chosen}, not legal"

    if turn.action is None:
        assert turn.fault
        return Answer(turn, action, name(action), f"forfeit ({turn.fault.kind.name.lower()}, {turn.fault.detail})")
    return Answer(turn, action, name(action), name(turn.action))


def _start(past: PastSeat) -> bytes:
    spec = past.record.spec
    first = past.turns[0].state
    setup = CODECS[spec.game].encode_setup(past.game.view(first, past.seat))
    return encode_start(
        StartOfMatch(
            NUMBER,
            spec.game,
            spec.rules_version,
            spec.edition,
            len(spec.entrants),
            past.seat,
            past.seed,
            spec.id.hex(),
            setup,
        )
    )


def _end(past: PastSeat) -> bytes:
    record = past.record
    forfeit = next((fault.detail for fault in record.faults if fault.seat == past.seat), "")
    return encode_end(NUMBER, record.scores, record.ranks, forfeit)


async def _output(instance: Instance | None, trouble: Trouble) -> str:
    """What the bot printed, on lines of its own; one that hangs may say where."""
    if instance is None:
        return ""
    if isinstance(trouble, Silence):
        instance.process.terminate()
    await instance.end(LAST_WORDS_S if isinstance(trouble, Silence) else 0)
    output = instance.process.output()
    return f"\n{output}" if output else ""
