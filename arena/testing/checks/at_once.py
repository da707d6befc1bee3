"""Where seats choose at the same time, nothing depends on what others have chosen in the same stage."""

from typing import Final

from arena.testing.bench import Bench, Skipped
from arena.testing.playing import Moment, during
from arena.testing.portrait import difference, portray
from arena.testing.subject import Subject, evenly

MOST: Final = 6
"""Actions that are compared."""


def at_once(bench: Bench) -> str:
    """Has a seat choose one action and another, and compares what that means for the others."""
    subject, states = bench.subject(), 0
    facts = subject.facts()
    if not facts or not facts.at_once:
        raise Skipped("the seats choose one after the other")
    for moment in bench.moments():
        actor = subject.game.actor(moment.state)
        if actor is not None:
            with during(moment):
                states += _compare(subject, moment, actor)
    return f"{states} choices in the middle of a stage, which nobody could see"


def _compare(subject: Subject, moment: Moment, actor: int) -> bool:
    """Whether the stage goes on after the choice; raises GameFault where the choice shows."""
    legal = subject.game.legal_actions(moment.state)
    chosen = evenly(legal, MOST)
    after = {action: subject.step(moment.state, action) for action in chosen}
    first = chosen[0]
    following = subject.game.actor(after[first])
    if following is None or following <= actor:
        return False
    for action, state in after.items():
        both = f"when seat {actor} had chosen {first} and when it had chosen {action}"
        if subject.game.actor(state) != following:
            other = subject.game.actor(state)
            raise subject.fault("actor", f"gave {following} and {other}, {both}; expected the same in a stage")
        one, two = (list(subject.game.legal_actions(one)) for one in (after[first], state))
        if one != two:
            raise subject.fault("legal_actions", f"gave {one[:9]} and {two[:9]}, {both}; expected the same in a stage")
        for seat in range(moment.played.case.seats):
            views = [portray(subject.game.view(one, seat).rows(), "rows") for one in (after[first], state)]
            found = difference(*views) if seat != actor else None
            if found:
                raise subject.fault(
                    "rows", f"shows seat {seat} a choice: {found}, {both}; expected the same in a stage"
                )
    return True
