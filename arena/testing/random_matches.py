"""Plays random matches of a game, and stores some of their states for the checks."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final, NamedTuple

from arena.games.chance import Chance
from arena.games.outside.fault import GameFault
from arena.testing.limits import Clock
from arena.testing.subject import Subject

SEED_BYTES: Final = 16
SHOWN: Final = 5
"""How many actions of a long list are printed at its beginning, and how many at its end."""


class Case(NamedTuple):
    """An edition and a number of seats for which a game is checked."""

    edition: str
    seats: int

    def __str__(self) -> str:
        return f"edition {self.edition}, {self.seats} seats"


class Moment(NamedTuple):
    """A state of a match, with the match and the number of actions that led to the state."""

    played: "Played"
    taken: int
    """The number of actions of the match that led to the state."""
    state: Any

    def __str__(self) -> str:
        played = self.played
        return f"{played.case}, deal {played.deal}, after the actions {told(played.actions[: self.taken])}"


class Played(NamedTuple):
    """A match that was played to its end, with some of its states."""

    case: Case
    deal: int
    actions: list[int]
    moments: list[Moment]
    """Some states of the match, evenly spread, including the first and the last."""


class Found(Exception):  # noqa: N818  # it reports a fault of the game
    """Raised for a fault of the game; names the state of the match in which the fault was found."""

    def __init__(self, fault: GameFault, moment: Moment) -> None:
        super().__init__(fault.message)
        self.fault = fault
        self.moment = moment


class Unfinished(Exception):  # noqa: N818  # not an error
    """Raised if a check's time is up in the middle of a match."""

    def __init__(self, actions: int) -> None:
        super().__init__()
        self.actions = actions


def cases(subject: Subject) -> list[Case]:
    """Returns all combinations of an edition of the game and a number of seats."""
    return [Case(edition, seats) for edition in subject.info.editions for seats in subject.info.seats]


def chance_of(deal: int) -> Chance:
    """Returns the source of random events for the deal with this number."""
    return Chance(deal.to_bytes(SEED_BYTES, "big"))


def play(subject: Subject, case: Case, deal: int, clock: Clock, most: int, states: int) -> Played:
    """Plays a random match to its end, and returns it with evenly spread states of the match.

    The result has `states` to 2 * `states` of the match's states, or all of them if the match has fewer. Raises Found,
    with the state, if the game has a fault or the match is not over after `most` actions. Raises Unfinished if the
    clock has no time left.
    """
    rng = Random(deal)  # noqa: S311  # not for secrets
    played = Played(case, deal, [], [])
    state, stride = None, 1
    try:
        state = subject.game.deal(case.seats, case.edition, chance_of(deal))
        while (actor := subject.game.actor(state)) is not None:
            count = len(played.actions)
            if count % stride == 0:
                played.moments.append(Moment(played, count, state))
                if len(played.moments) >= 2 * states:
                    del played.moments[1::2]
                    stride *= 2
            if count >= most:
                raise subject.fault(
                    "actor",
                    f"returned {actor} after {count} actions; expected None at some point, because a match must end",
                )
            if not clock.left():
                raise Unfinished(count)
            legal = subject.game.legal_actions(state)
            played.actions.append(legal[int(rng.random() * len(legal))])
            state = subject.step(state, played.actions[-1])
    except GameFault as fault:
        raise Found(fault, Moment(played, len(played.actions), state)) from fault
    played.moments.append(Moment(played, len(played.actions), state))
    return played


@contextmanager
def during(moment: Moment) -> Iterator[None]:
    """Turns a GameFault in the block into Found, which also names the state of the match."""
    try:
        yield
    except GameFault as fault:
        raise Found(fault, moment) from fault


def again(subject: Subject, played: Played) -> Iterator[Moment]:
    """Plays a match again from its deal and yields each state; ends early if an action is not legal this time."""
    state = subject.game.deal(played.case.seats, played.case.edition, chance_of(played.deal))
    for count, action in enumerate(played.actions):
        yield Moment(played, count, state)
        if action not in subject.game.legal_actions(state):
            return
        state = subject.step(state, action)
    yield Moment(played, len(played.actions), state)


def told(actions: list[int]) -> str:
    """Returns the actions as text; in a long list, the number of left-out actions replaces the middle."""
    if len(actions) <= 2 * SHOWN:
        return str(actions)
    first, last = (", ".join(map(str, some)) for some in (actions[:SHOWN], actions[-SHOWN:]))
    return f"[{first}, … {len(actions) - 2 * SHOWN} more …, {last}]"
