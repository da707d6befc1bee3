"""Finds the strengths of bots within each group of a league, and puts them on one scale for the league.

Rule 1: strengths, intervals and p-values that compare bots of one group follow only from the matches among these bots.
So a bot that always wins or always forfeits changes none of them, because it is in another group.
Rule 2: the league has one scale, on which 0 is the mean of the largest group, the reference group. A bot of another
group is infinitely strong if it is always ahead of the reference group, and infinitely weak if it is always behind. The
interval of such a bot has one finite end, the end that is nearer to the reference group, if the bot played two blocks
or more. This end is computed from all matches of the league. The prior, which adds half a won and half a lost match to
each bot, keeps it finite. A bot that no results compare with the reference group has no strength and is listed last.
Rule 3: if every group is one bot, there is no reference group. Then a bot that is only ahead of others is infinitely
strong, a bot that is only behind others is infinitely weak, and a bot that is ahead of some and behind others has no
strength.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.bootstrap import Bootstrap, Measured, bootstrap
from leaderboards.statistics.groups import Relations, relations, restricted

ALONE: Final = Measured(0.0, inf, 0)
"""The strength of a bot that is the only member of its group: 0, with an infinite standard error, from no blocks."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The strength of a bot, with its 95 % interval."""

    bot: str
    elo: float | None
    """The bot's strength in Elo. In `Group.estimates`, it is relative to the mean of the bot's own group; elsewhere, it
    is relative to the mean of the reference group.

    inf if the bot is always ahead of the reference group, -inf if always behind, None if no results compare them.
    Rule 3 says what holds without a reference group.
    """
    low: float
    """Lower end of the 95 % interval; -inf if the results do not limit it."""
    high: float
    """Upper end of the 95 % interval; inf if the results do not limit it."""
    blocks: int
    """The number of blocks (deals in all seatings) in which the bot played; in `Group.estimates`, only blocks with
    other bots of its group.
    """
    place: int
    """The bot's place: 1 is best, equal bots share a place, and bots that cannot be compared with the reference group
    share the last.
    """


@dataclass(frozen=True, slots=True)
class Group:
    """A group of bots between which the results allow only finite differences in strength."""

    estimates: tuple[Estimate, ...]
    """Each bot's strength less the mean of the group, strongest first."""
    ahead_of: tuple[str, ...]
    """The bots of other groups that this group is always ahead of."""
    behind: tuple[str, ...]
    """The bots of other groups that this group is always behind."""

    def bots(self) -> tuple[str, ...]:
        """Returns the names of the bots, strongest first."""
        return tuple(one.bot for one in self.estimates)


@dataclass(frozen=True, slots=True, eq=False)
class Grouped:
    """The strengths in each group and in the whole league."""

    groups: tuple[Group, ...]
    """The groups; groups that are always ahead of others come first."""
    reference: Group | None
    """The largest group, whose mean strength is 0 on the scale of the league; None if every group is one bot."""
    fields: tuple[tuple[str, ...], ...]
    whole: Bootstrap
    within: Mapping[str, Bootstrap]
    """The bootstrap of each bot's group, by bot; without the bots that are the only members of their groups."""

    def estimates(self) -> tuple[Estimate, ...]:
        """Returns each bot's strength less the mean of the reference group, strongest first; bots without a strength
        come last.
        """
        found: list[Estimate] = []
        for group in filter(self.placed, self.groups):
            first, before = group.estimates[0].bot, len(found)
            if found and self._alike(found[-1].bot, first):
                before = found[-1].place - 1
            found += [self._scaled(one, group, before + one.place) for one in group.estimates]
        last = len(found) + 1
        unplaced = [group for group in self.groups if not self.placed(group)]
        return (*found, *(self._scaled(one, group, last) for group in unplaced for one in group.estimates))

    def placed(self, group: Group) -> bool:
        """Returns whether results compare a group with the reference group; True if there is no reference group."""
        if not self.reference or group is self.reference:
            return True
        return self.reference.bots()[0] in {*group.ahead_of, *group.behind}

    def always_ahead(self, first: str, second: str) -> bool:
        """Returns whether the first bot is always ahead of the second; then the results do not limit its lead."""
        return any(first in group.bots() and second in group.ahead_of for group in self.groups)

    def shared(self, first: str, second: str) -> Bootstrap | None:
        """Returns the bootstrap of the group that contains both bots; None if they are in different groups."""
        own = self.within.get(first)
        return own if own and second in own.bots else None

    def _alike(self, one: str, other: str) -> bool:
        """Returns whether each of two bots is the only member of its group, and both have the same results."""
        alone = one not in self.within and other not in self.within
        return alone and not self.whole.difference(one, other).elo

    def _scaled(self, one: Estimate, group: Group, place: int) -> Estimate:
        """Returns a bot's estimate on the scale of the league, computed from its estimate within its group."""
        reference = self.reference.bots() if self.reference else (*group.ahead_of, *group.behind)
        elo, low, high = None, -inf, inf
        if group is self.reference:
            elo, low, high = one.elo, one.low, one.high
        elif {*reference} <= {*group.ahead_of}:
            elo, low = inf, self.whole.against(one.bot, reference).low()
        elif {*reference} <= {*group.behind}:
            elo, high = -inf, self.whole.against(one.bot, reference).high()
        return Estimate(one.bot, elo, low, high, self.whole.strength(one.bot).blocks, place)


def grouped(blocks: Sequence[BlockOutcome], replicates: int) -> Grouped:
    """Returns the strengths in each group and in the whole league, from one or more blocks in canonical order.

    `replicates`: how often each bootstrap computes the strengths with new random weights.
    """
    found = relations(blocks)
    whole = bootstrap(blocks, replicates)
    within: dict[str, Bootstrap] = {}
    for part in found.groups():
        if len(part) > 1:
            one = part == found.bots
            within |= dict.fromkeys(part, whole if one else bootstrap(restricted(blocks, frozenset(part)), replicates))
    groups = tuple(_group(part, found, within) for part in _best_first(found, whole))
    largest = max(groups, key=lambda group: len(group.estimates))
    return Grouped(groups, largest if len(largest.estimates) > 1 else None, found.fields(), whole, within)


def _group(part: tuple[str, ...], found: Relations, within: Mapping[str, Bootstrap]) -> Group:
    measured = {bot: within[bot].strength(bot) if bot in within else ALONE for bot in part}
    order = sorted(part, key=lambda bot: (-measured[bot].elo, bot))
    estimates: list[Estimate] = []
    for place, bot in enumerate(order, start=1):
        one = measured[bot]
        level = estimates and estimates[-1].elo == one.elo
        estimates.append(
            Estimate(bot, one.elo, one.low(), one.high(), one.blocks, estimates[-1].place if level else place)
        )
    return Group(
        tuple(estimates),
        ahead_of=tuple(bot for bot in found.bots if found.always_ahead(part[0], bot)),
        behind=tuple(bot for bot in found.bots if found.always_ahead(bot, part[0])),
    )


def _best_first(found: Relations, whole: Bootstrap) -> list[tuple[str, ...]]:
    """Returns the bots of each group, the group with the highest mean first; but a group never comes before a group
    that is always ahead of it.
    """
    strength = dict(zip(whole.bots, whole.elo.tolist(), strict=True))
    left = sorted(found.groups(), key=lambda part: -sum(strength[bot] for bot in part) / len(part))
    order = []
    while left:
        first = next(part for part in left if not any(found.always_ahead(other[0], part[0]) for other in left))
        order.append(first)
        left.remove(first)
    return order
