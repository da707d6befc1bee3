"""Draws the chance events of the library from the arena's `Chance`, so that a deal can be repeated."""

from collections.abc import Sequence
from typing import Final

from arena.games.chance import MOST, Chance

EVENT: Final = "chance of OpenSpiel"
ALIKE: Final = 1e-9


def drawn(outcomes: Sequence[tuple[int, float]], chance: Chance, number: int) -> int:
    """Returns one of the outcomes, drawn by `chance`. An outcome is a pair of an action and its probability; only the
    action is returned. `number` is the number of the draw in the match. The same `chance`, outcomes and number always
    give the same result.

    Equally likely outcomes are drawn uniformly. Other outcomes are drawn by their cumulative probabilities, rounded to
    2**-24.
    """
    if len(outcomes) == 1:
        return outcomes[0][0]
    event = chance.event(EVENT, number)
    probabilities = [probability for _, probability in outcomes]
    if max(probabilities) - min(probabilities) < ALIKE:
        return outcomes[event.below(len(outcomes))][0]
    place, reached = event.below(MOST), 0.0
    for outcome, probability in outcomes:
        reached += probability
        if place < round(reached * MOST):
            return outcome
    return outcomes[-1][0]
