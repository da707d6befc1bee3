"""The ladder schedule: endless, with bots of about equal strength at each table. It is drawn in rounds, and each round
in passes. In a pass, every bot plays about once. A round has as many passes as are needed for LEAST_BLOCKS blocks.

Rule 1: a round is drawn from the records of all earlier rounds except the one directly before it, so that workers need
not wait until that round is finished. A bot that has left keeps its last strength.
Rule 2: in three passes of four, bots that are neighbours in the order by strength play together. The first table
begins at a random place near the top; at the end, bots left over at the bottom play with those skipped at the top. The
fourth pass seats together the bots that have met least.
Rule 3: if the number of bots is not a multiple of the number of seats, some bots sit out in each pass: those that have
played most, and among equals the weakest.
Rule 4: a bot that joins later plays at EXTRA additional tables in each round, with the bots nearest in strength, until
it has played NEW_BLOCKS blocks. When bots join or leave, the present round ends, and the next round begins with the
bots that take part then.
Rule 5: bots that must not play together are never seated at one table. If there are such bots, each table begins not
with the next bot in the order, but with the bot that has played least. If the bots of the pass cannot fill this table,
bots that sit out under rule 3 may also take seats.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import ClassVar, Final

from arena.games.chance import Chance
from arena.league.schedules.contract import History, Plan, counted
from arena.league.schedules.rounds import Rounds
from arena.league.schedules.strengths import Strengths
from arena.match import MatchRecord

LEAST_BLOCKS: Final = 8
"""The minimum number of blocks in a round; with fewer blocks, workers would often have to wait for each other."""
FRESH_EVERY: Final = 4
"""In every pass whose number, counted from 1, is divisible by this, the bots that have met least are seated together,
instead of neighbours in strength. In a pass every bot plays about once.
"""
NEW_BLOCKS: Final = 10
EXTRA: Final = 2

Table = tuple[int, ...]


class Ladder(Rounds):
    """The ladder schedule, cut off after `plan.blocks` blocks."""

    AHEAD: ClassVar = 1

    def __init__(self, plan: Plan, history: History) -> None:
        super().__init__(plan, history)
        self._places = {name: place for place, name in enumerate(plan.bots)}
        self._strengths = Strengths(len(plan.bots))
        self._passes = 0
        """The number of passes drawn so far; in a pass every bot plays about once."""
        self._apart = False
        """Whether some of the bots that take part now must not play together."""

    def total(self) -> int:
        """Returns the number of blocks that the ladder has if it is played to its end; a block is the matches of one
        table of bots with one deal.
        """
        return self._plan.blocks

    def even(self) -> int:
        """Returns the number of blocks in a pass, in which every bot plays about once."""
        return len(self._plan.bots) // self._plan.seats

    def sentence(self) -> str:
        """Returns a description of the schedule, as a sentence for people."""
        return f"{counted(self._plan.blocks, 'block')} of a ladder, drawn from the order so far"

    def grow(self, plan: Plan) -> bool:
        """Continues the schedule with a plan in which bots have joined or left; returns False if the plan would change
        a round that has been drawn already.
        """
        self._places = {name: place for place, name in enumerate(plan.bots)}
        self._strengths.grow(len(plan.bots))
        return super().grow(plan)

    def _take(self, record: MatchRecord) -> None:
        names = [entrant.name for entrant in record.spec.entrants]
        if all(name in self._places for name in names):  # a forged record may name any bot
            self._strengths.add([self._places[name] for name in names], record.ranks)

    def _round(self) -> Iterator[Table]:
        """Yields the tables of the next round: first extra tables for bots that joined recently, then the tables of
        each pass. In a pass every bot plays about once.
        """
        present = self._plan.present(len(self._blocks))
        self._apart = not self._plan.may_sit(present)
        full = len(present) // self._plan.seats
        if not full:
            return
        self._strengths.settle(present)
        yield from self._newcomers(present)
        for _ in range(ceil(LEAST_BLOCKS / full)):
            self._passes += 1
            yield from self._pass(present, full, self._passes - 1)

    def _newcomers(self, present: Sequence[int]) -> Iterator[Table]:
        """Yields the extra tables for bots that joined after the start, each with the bots nearest in strength."""
        came = [bot for bot, stays in enumerate(self._plan.stays) if stays[0].joined]
        new = [bot for bot in present if bot in came and self._played[bot] < NEW_BLOCKS]
        order = self._order(present, self._passes)
        for _ in range(EXTRA):
            free = list(order)
            for bot in new:
                if bot in free and (table := self._first_fit(bot, _nearest(order, bot, free))):
                    yield table
                    free = [other for other in free if other not in table]

    def _pass(self, present: Sequence[int], tables: int, number: int) -> Iterator[Table]:
        """Yields the tables of a pass, in which every bot plays about once. There are at most `tables` of them, and at
        least one if enough of the present bots may play together. `number` counts passes from 0.
        """
        order = self._order(present, number)
        seated = {*sorted(order, key=lambda bot: self._played[bot])[: tables * self._plan.seats]}
        left = [bot for bot in order if bot in seated or self._apart]
        draw = self._freshest if number % FRESH_EVERY == FRESH_EVERY - 1 else self._first_fit
        cut = Chance(self._plan.lots).pick("cut", number, range(self._plan.seats))
        left = left[cut:] + left[:cut]
        while left and tables:
            first, others = left[0], left
            if self._apart:  # the bot that has played least comes first
                first = min(left, key=lambda bot: self._played[bot])
                others = _nearest(left, first, left)
            if table := draw(first, [bot for bot in others if bot in seated]) or draw(first, others):
                yield table
                tables -= 1
            left = [bot for bot in left if bot != first and bot not in table]

    def _order(self, present: Sequence[int], lot: int) -> list[int]:
        """Returns the present bots, strongest first; bots of equal strength are in random order, which is drawn anew in
        each pass.
        """
        drawn = Chance(self._plan.lots).shuffled("ladder", lot, present)
        return sorted(drawn, key=lambda bot: -self._strengths[bot])

    def _first_fit(self, first: int, others: Sequence[int]) -> Table:
        """Returns a table of `first` and bots from `others`: each bot, in order, that may play with all those seated
        before it. The table is empty if too few bots fit.
        """
        table = [first]
        for bot in others:
            if len(table) == self._plan.seats:
                break
            if bot not in table and self._plan.may_sit([*table, bot]):
                table = [*table, bot]
        return tuple(table) if len(table) == self._plan.seats else ()

    def _freshest(self, first: int, others: Sequence[int]) -> Table:
        """Returns a table that begins with `first`. Each further seat goes to the bot from `others` with the fewest
        meetings (by the sum of squares) with the bots seated before it. Empty if no bot may take one of the seats.
        """
        table = [first]
        while len(table) < self._plan.seats:
            fit = [bot for bot in others if bot not in table and self._plan.may_sit([*table, bot])]
            if not fit:
                return ()
            table.append(min(fit, key=lambda bot: sum(self._together(bot, other) ** 2 for other in table)))
        return tuple(table)


def _nearest(order: Sequence[int], bot: int, others: Sequence[int]) -> list[int]:
    """Returns `others`, sorted by their distance from `bot` in the list `order`, the nearest first."""
    places = {other: place for place, other in enumerate(order)}
    return sorted(others, key=lambda other: abs(places[other] - places[bot]))
