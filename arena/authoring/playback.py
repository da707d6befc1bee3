"""Plays a stored match back to a bot: at each turn of one seat the bot chooses again, but the match continues with the
recorded choices.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from arena.asking.harness.messages import NOTHING, start_part, turn_part
from arena.asking.respondent import Reply, Respondent
from arena.authoring.sampled_turns import turn_lines
from arena.errors import ArenaError
from arena.games.contract import Game
from arena.games.outside.view import RowsView
from arena.match import Fault, Match, MatchRecord, Note, replay
from arena.protocol.turns import Wants, encode_end
from arena.protocol.v1.arena_pb2 import Batch, Turn
from arena.transport import Launch

BANK_MS: Final = 30_000
"""The time limit for the bot's answer to each turn, in milliseconds; each turn also states it as the time left."""
NUMBER: Final = 1
"""The match's number on the bot's message stream."""


@dataclass(frozen=True, slots=True)
class PastTurn:
    """A turn that a seat had in the recorded match."""

    number: int
    """The turn's number among the turns of its seat, from 1."""
    turn: Turn
    """The turn as it was sent to the bot in the recorded match; only the time left may differ."""
    state: Any
    action: int | None
    """The seat's choice in the recorded match; None if the seat forfeited at this turn."""
    fault: Fault | None = None
    note: str = ""
    """The bot's note on its choice in the recorded match; empty if it wrote none."""


class PastSeat(NamedTuple):
    """One seat of a recorded match, with its turns."""

    record: MatchRecord
    game: Game[Any, Any]
    seat: int
    turns: Sequence[PastTurn]
    seed: int = 0
    """The seed that the seat's bot was given in the match."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The bot's answer when a turn of the recorded match is played back."""

    past: PastTurn
    action: int
    notation: str
    recorded: str
    """The notation of the recorded choice; if the seat forfeited, a text that says how."""
    note: str = ""
    """The bot's note on its new choice; empty if it writes none."""

    def differs(self) -> bool:
        """Returns whether the bot's new choice differs from the recorded choice.

        The result is False if the seat forfeited at this turn, because then no choice is recorded.
        """
        return self.past.action is not None and self.action != self.past.action


def past_seat(record: MatchRecord, game: Game[Any, Any], seat: int, notes: Sequence[Note] = ()) -> PastSeat:
    """Returns a seat of a recorded match and the turns that it had, up to its forfeit if it forfeited.

    `notes`: the recorded notes on choices. Raises ArenaError [no-seat] if the match does not have the seat, [no-turn]
    if the seat had no turn, and [bad-record] if the record does not fit the rules.
    """
    seats = len(record.spec.entrants)
    if seat not in range(seats):
        raise ArenaError("no-seat", f"seat {seat} does not exist in this match", f"give a seat from 0 to {seats - 1}")
    for _ in replay(record, game):  # raises if the record does not fit the rules
        pass
    turns = tuple(_turns(record, game, seat, dict(notes)))
    if not turns:
        raise ArenaError(
            "no-turn", f"seat {seat} did not have a turn in this match", f"give another seat from 0 to {seats - 1}"
        )
    return PastSeat(record, game, seat, turns)


def _turns(record: MatchRecord, game: Game[Any, Any], seat: int, notes: Mapping[int, str]) -> Iterator[PastTurn]:
    match, faults, number = Match(record.spec, game), list(record.faults), 1
    while match.actor is not None:
        fault = faults.pop(0) if faults and faults[0].action_count == len(match.actions) else None
        own = match.actor == seat
        turn = _turn(match, number) if own else Turn()
        note = notes.get(len(match.actions), "")
        if fault and fault.seat == seat:
            if own:
                yield PastTurn(number, turn, match.snapshot(), None, fault, note)
            return
        if fault:
            match.fault(fault.seat, fault.kind, fault.detail, fault.output)
            continue
        action = record.actions[len(match.actions)]
        if own:
            yield PastTurn(number, turn, match.snapshot(), action, note=note)
            number += 1
        match.choose(action)


def _turn(match: Match, number: int) -> Turn:
    seats = len(match.spec.entrants)
    return Batch.FromString(
        turn_part(match.game, match.state, seats, NUMBER, number, BANK_MS, Wants(names=True))
    ).turns[0]


async def play_back(
    past: PastSeat,
    launch: Launch,
    on_answer: Callable[[Answer], None],
    stop: Callable[[PastTurn, int], Awaitable[bool]],
) -> None:
    """Sends the bot every turn of the seat in order, and calls `on_answer` with each answer.

    Before each turn it awaits `stop`, with the turn and the id of the bot's process as arguments. Once `stop` has
    returned True, the bot's answers have no time limit. Raises ArenaError [bot-failed], with the bot's output, if the
    bot fails.
    """
    async with Respondent(launch) as respondent:
        await respondent.start()
        wants = respondent.wants()
        respondent.begin(past.record.spec.id, _start(past, wants))
        timed, seats = True, len(past.record.spec.entrants)
        for turn in past.turns:
            timed = not await stop(turn, respondent.process()) and timed
            part = turn_part(past.game, turn.state, seats, NUMBER, turn.number, BANK_MS, wants)
            limit_s = BANK_MS / 1_000 if timed else None
            reply = await respondent.ask(turn.number, part, limit_s, f"at turn {turn.number}")
            on_answer(_answer(past, turn, reply))
        respondent.end(_end(past))
        await respondent.dismiss("the match is played back")


def rows_of(past: PastSeat, turn: PastTurn) -> Mapping[str, Sequence[int | float | str]] | None:
    """Returns the rows of a turn by name, as a bot reads them; None if the game uses its own message
    types, not rows.
    """
    view = past.game.view(turn.state, past.seat)
    return view.rows() if isinstance(view, RowsView) else None


def recorded(past: PastSeat) -> str:
    """Returns the seat's turns as the text of a turns file, with one line for the start of the match and one for each
    turn.

    The tests in a bot's folder try the bot on the turns in such a file.
    """
    start = Batch.FromString(_start(past)).starts[0]
    return turn_lines(f"Turns of seat {past.seat} in match {start.id}", start, (turn.turn for turn in past.turns))


def _answer(past: PastSeat, turn: PastTurn, reply: Reply) -> Answer:
    action = reply.action

    def name(chosen: int) -> str:
        return past.game.action_name(turn.state, chosen) if chosen in turn.turn.legal else f"{chosen}, not legal"

    if turn.action is None:
        assert turn.fault
        return Answer(
            turn, action, name(action), f"forfeit ({turn.fault.kind.name.lower()}, {turn.fault.detail})", reply.note
        )
    return Answer(turn, action, name(action), name(turn.action), reply.note)


def _start(past: PastSeat, wants: Wants = NOTHING) -> bytes:
    return start_part(past.record.spec, past.game, past.turns[0].state, past.seat, NUMBER, past.seed, wants)


def _end(past: PastSeat) -> bytes:
    record = past.record
    forfeit = next((fault.detail for fault in record.faults if fault.seat == past.seat), "")
    return encode_end(NUMBER, record.scores, record.ranks, forfeit)
