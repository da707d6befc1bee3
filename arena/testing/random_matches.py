"""Plays random matches of a game, and keeps their states for the checks."""

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
"""How many actions a long list shows at its beginning and at its end."""


class Case(NamedTuple):
    """An edition and a number of seats with which a game is tried."""

    edition: str
    seats: int

    def __str__(self) -> str:
        return f"edition {self.edition}, {self.seats} seats"


class Moment(NamedTuple):
    """A state of a match, and how the match came there."""

    played: "Played"
    taken: int
    """How many actions of the match led to the state."""
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


class Found(Exception):  # noqa: N818  # it is found in the game
    """Raised for a fault of the game, with the state of the match in which it was found."""

    def __init__(self, fault: GameFault, moment: Moment) -> None:
        super().__init__(fault.message)
        self.fault = fault
        self.moment = moment


class Unfinished(Exception):  # noqa: N818  # no error
    """Raised if the time was up in the middle of a match."""

    def __init__(self, actions: int) -> None:
        super().__init__()
        self.actions = actions


def cases(subject: Subject) -> list[Case]:
    """All combinations of an edition and a number of seats of the game."""
    return [Case(edition, seats) for edition in subject.info.editions for seats in subject.info.seats]


def chance_of(deal: int) -> Chance:
    """The luck of the deal with this number."""
    return Chance(deal.to_bytes(SEED_BYTES, "big"))


def play(subject: Subject, case: Case, deal: int, clock: Clock, most: int, states: int) -> Played:
    """Plays a random match of at most `most` actions; keeps about `states` of its states.

    Raises Found, which tells the state of a fault, and Unfinished when time is up.
    """
    rng = Random(deal)  # noqa: S311  # it only plays
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
    """Turns a GameFault in the block into Found, with the state of the match."""
    try:
        yield
    except GameFault as fault:
        raise Found(fault, moment) from fault


def again(subject: Subject, played: Played) -> Iterator[Moment]:
    """Plays a match again from its deal and gives each state; ends early if an action is not legal any more."""
    state = subject.game.deal(played.case.seats, played.case.edition, chance_of(played.deal))
    for count, action in enumerate(played.actions):
        yield Moment(played, count, state)
        if action not in subject.game.legal_actions(state):
            return
        state = subject.step(state, action)
    yield Moment(played, len(played.actions), state)


def told(actions: list[int]) -> str:
    """The actions as text; the middle of a long list is replaced by its length."""
    if len(actions) <= 2 * SHOWN:
        return str(actions)
    first, last = (", ".join(map(str, some)) for some in (actions[:SHOWN], actions[-SHOWN:]))
    return f"[{first}, … {len(actions) - 2 * SHOWN} more …, {last}]"
