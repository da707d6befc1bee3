"""Finds bots that certainly beat each other in a circle, as A beats B, B beats C, and C beats A.

Each pair of the circle is separated by a p-value that is adjusted for all pairs. If a reported circle does not exist in
truth, at least one of its pairs has the wrong direction. The probability that any pair has the wrong direction is 5 %
at most.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from leaderboards.statistics.meetings import Meeting

SHORTEST: Final = 3


def circle(meetings: Iterable[Meeting]) -> tuple[str, ...]:
    """Returns the bots of a shortest circle: each bot is certainly ahead of the next bot, and the last bot ahead of the
    first. Empty if there is no circle.
    """
    ahead: dict[str, list[str]] = {}
    for meeting in meetings:
        if meeting.separated():
            winner, loser = meeting.ahead()
            ahead.setdefault(winner, []).append(loser)
    best: tuple[str, ...] = ()
    for bot in sorted(_without_ends(ahead)):
        found = _circle_from(bot, ahead)
        if found and (not best or len(found) < len(best)):
            best = found
        if len(best) == SHORTEST:
            break
    return best


def _without_ends(ahead: Mapping[str, Sequence[str]]) -> set[str]:
    """Returns the bots that may be in a circle. Repeatedly removes each bot that is ahead of no remaining bot or behind
    no remaining bot.
    """
    left = {*ahead}
    while True:
        behind = {loser for bot in left for loser in ahead[bot]}
        kept = {bot for bot in left & behind if any(loser in left for loser in ahead[bot])}
        if kept == left:
            return left
        left = kept


def _circle_from(start: str, ahead: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Returns a shortest circle that begins with the bot `start`; empty if there is none."""
    way: dict[str, tuple[str, ...]] = {start: (start,)}
    queue = deque([start])
    while queue:
        bot = queue.popleft()
        for loser in sorted(ahead.get(bot, ())):
            if loser == start:
                return way[bot]
            if loser not in way:
                way[loser] = (*way[bot], loser)
                queue.append(loser)
    return ()
