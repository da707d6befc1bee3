"""Replays a finished match from its record."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.errors import ArenaError
from arena.games.chance import Chance
from arena.games.contract import Game
from arena.match.match import ranks_of
from arena.match.record import MatchRecord, MatchSpec, Note, stood_in


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a match, and the state after it; the first step of a replay is the state before any action."""

    seat: int | None
    action: int | None
    notation: str | None
    stand_in: bool
    """Whether the arena chose the action, because the seat's bot had forfeited."""
    state: Any
    time_us: int | None = None
    """The time that the seat's bot thought before this action, in microseconds. If the bot failed at this choice, the
    time until then. None if no bot was asked, or if times were not stored.
    """
    note: str = ""
    """The note that the seat's bot sent with its choice; empty if there is none. If the bot forfeited at this choice,
    the note stays, but the action is a stand-in's.
    """


def replay(
    record: MatchRecord, game: Game[Any, Any], choices_us: Sequence[int] = (), notes: Sequence[Note] = ()
) -> Iterator[Step]:
    """Yields the steps of the match, beginning with the state before the first action; raises ArenaError [bad-record]
    if the record breaks the rules.

    `choices_us`: the time that a bot thought before each action, in microseconds; 0 if no bot was asked, because a
    stand-in chose. Empty if the times are not known.
    `notes`: the bots' notes; each is added to the step of its action.
    """
    spec = record.spec
    if spec.game != game.info.key or spec.rules_version != game.info.rules_version:
        raise ArenaError(
            "bad-record",
            f"match {spec.id.hex()} was played with version {spec.rules_version} of the rules of {spec.game}; it "
            f"cannot be replayed with version {game.info.rules_version} of the rules of {game.info.key}",
            "replay the match with the release of the arena that played it",
        )
    state = game.deal(len(spec.entrants), spec.edition, Chance(spec.deal))
    yield Step(None, None, None, False, state)
    noted = dict(notes)
    for number, action in enumerate(record.actions):
        if action not in game.legal_actions(state):
            raise _damaged(spec, f"action {number} is {action}, which is not legal")
        seat, notation = game.actor(state), game.action_name(state, action)
        state = game.apply(state, action)
        stand_in = stood_in(record.faults, seat, number)
        time_us = choices_us[number] if number < len(choices_us) else None
        time_us = (time_us or None) if stand_in else time_us
        yield Step(seat, action, notation, stand_in, state, time_us, noted.get(number, ""))
    if game.actor(state) is not None:
        raise _damaged(spec, "the match is not over after its last action")
    scores = tuple(game.scores(state))
    if scores != record.scores:
        raise _damaged(spec, f"the scores are {record.scores}, but the actions lead to {scores}")
    ranks = ranks_of(game.merits(state), frozenset(fault.seat for fault in record.faults))
    if ranks != record.ranks:
        raise _damaged(spec, f"the ranks are {record.ranks}, but the actions lead to {ranks}")


def _damaged(spec: MatchSpec, reason: str) -> ArenaError:
    return ArenaError(
        "bad-record",
        f"the record of match {spec.id.hex()} is damaged: {reason}",
        "get an undamaged copy of the record, for example from a backup of the results",
    )
