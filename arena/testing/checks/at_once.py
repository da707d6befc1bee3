"""Checks that choices which seats make at the same time do not depend on each other."""

from typing import Any, Final

from arena.games.outside.fault import GameFault
from arena.testing.bench import Bench, Skipped
from arena.testing.portrait import difference, portray
from arena.testing.random_matches import Found, Moment, during
from arena.testing.subject import Subject, evenly

MOST: Final = 6
"""The maximum number of legal actions that the check tries in one state."""


def at_once(bench: Bench) -> str:
    """Checks that no seat can see the choice of another seat that chooses at the same time; returns a summary.

    If only one seat chooses in a state, the other seats may see this choice and all earlier choices.
    """
    subject, together, in_turn = bench.subject(), 0, 0
    facts = subject.facts()
    if not facts or not facts.at_once:
        raise Skipped("the seats choose one after the other")
    reason: Found | None = None
    for moment in bench.moments():
        if subject.game.actor(moment.state) is None:
            continue
        with during(moment):
            if len(subject.game.asked(moment.state)) > 1:
                _compare(subject, moment)
                together += 1
            else:
                in_turn += 1
                shown = None if reason else _shown(subject, moment)
                reason = Found(shown, moment) if shown else reason
    if not together:
        raise reason or subject.fault(
            "actor",
            f"returned no seat after a lower one in {in_turn} states; expected that, because info.at_once is True",
        )
    told = f"{together} choices of seats that are asked together, which nobody could see"
    return f"{told}; {in_turn} in turn" if in_turn else told


def _compare(subject: Subject, moment: Moment) -> None:
    """Raises GameFault if another seat that chooses at the same time as the actor can see the actor's choice."""
    actor = subject.game.actor(moment.state)
    legal = subject.game.legal_actions(moment.state)
    chosen = evenly(legal, MOST)
    after = {action: subject.step(moment.state, action) for action in chosen}
    first = chosen[0]
    following = subject.game.actor(after[first])
    for action, state in after.items():
        both = f"when seat {actor} had chosen {first} and when it had chosen {action}"
        if subject.game.actor(state) != following:
            other = subject.game.actor(state)
            raise subject.fault("actor", f"returned {following} and {other}, {both}; expected the same in a stage")
        one, two = (list(subject.game.legal_actions(one)) for one in (after[first], state))
        if one != two:
            raise subject.fault(
                "legal_actions", f"returned {one[:9]} and {two[:9]}, {both}; expected the same in a stage"
            )
        _demand_same_names(subject, (after[first], state), both)
        for seat in range(moment.played.case.seats):
            views = [portray(subject.game.view(one, seat).rows(), "rows") for one in (after[first], state)]
            found = difference(*views) if seat != actor else None
            if found:
                raise subject.fault(
                    "rows", f"shows seat {seat} a choice: {found}, {both}; expected the same in a stage"
                )


def _demand_same_names(subject: Subject, states: tuple[Any, Any], both: str) -> None:
    """Raises GameFault if the names or targets of the next seat's actions depend on the actor's choice.

    `states`: the states after two different choices. `both`: words for the fault's message that name these choices.
    Targets are the places that a person clicks to choose an action.
    """
    legal = subject.game.legal_actions(states[0]) if subject.game.actor(states[0]) is not None else ()
    if found := subject.named_apart(states, legal, MOST):
        method, gave = found
        raise subject.fault(method, f"{gave}, {both}; expected the same in a stage")


def _shown(subject: Subject, moment: Moment) -> GameFault | None:
    """Returns a fault that says how the next seat sees the actor's choice, so that the two cannot choose together.

    `moment` is a state in which only one seat chooses. Returns None if no seat chooses next, or if the next seat's
    number is not higher than the actor's: only seats in ascending order choose together.
    """
    actor, action = subject.game.actor(moment.state), subject.game.legal_actions(moment.state)[0]
    after = subject.step(moment.state, action)
    following = subject.game.actor(after)
    if actor is None or following is None or following <= actor:
        return None
    views = [portray(subject.game.view(state, following).rows(), "rows") for state in (moment.state, after)]
    return subject.fault(
        "rows",
        f"lets no seats be asked together: it shows seat {following} that seat {actor} chose {action}, "
        f"{difference(*views)}; expected no change until all have chosen, because info.at_once is True",
    )
