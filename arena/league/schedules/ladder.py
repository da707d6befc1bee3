"""The ladder schedule: endless, with bots of about equal strength at each table.

Rule 1: a round is drawn only from the records of earlier rounds, without the one just before it, which may still be
under way. A bot that has left keeps the strength it left with. In each pass of a round every bot plays once; a round
has as many passes as make LEAST_BLOCKS.
Rule 2: three passes in four seat neighbours in the present order, which is cut into tables at a place drawn by lot; the
bots that the cut leaves over at both ends sit together. The fourth pass seats together the bots that have met least.
Rule 3: if the bots do not fill all tables, the bots that have played most sit out, the lowest first.
Rule 4: a bot that comes later plays at EXTRA more tables in each round, with the bots next to it, until it has played
NEW_BLOCKS. A round ends when bots come or go, and the next begins with the bots that are then there.
Rule 5: bots that must not meet never do. If there are such bots, the bot that has played least is seated first, and
bots that should sit out join it if the others are not enough.
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
"""The fewest blocks of a round; with fewer, workers would often wait for each other."""
FRESH_EVERY: Final = 4
"""Every so many passes, one pass seats together the bots that have met least."""
NEW_BLOCKS: Final = 10
EXTRA: Final = 2

Table = tuple[int, ...]


class Ladder(Rounds):
    """The schedule of `plan.blocks` blocks, each of bots that are near each other in the order by strength."""

    AHEAD: ClassVar = 1

    def __init__(self, plan: Plan, history: History) -> None:
        super().__init__(plan, history)
        self._places = {name: place for place, name in enumerate(plan.bots)}
        self._strengths = Strengths(len(plan.bots))
        self._passes = 0
        """How many passes have been drawn so far."""
        self._apart = False
        """Whether some of the bots that take part now must not meet."""

    def total(self) -> int:
        """How many blocks the ladder has if it is played to its end."""
        return self._plan.blocks

    def even(self) -> int:
        """How many blocks a pass has, in which every bot plays about once."""
        return len(self._plan.bots) // self._plan.seats

    def sentence(self) -> str:
        """A sentence for people that says what is played."""
        return f"{counted(self._plan.blocks, 'block')} of a ladder, drawn from the order so far"

    def grow(self, plan: Plan) -> bool:
        """Continues with a plan of other bots; returns whether that is possible, as `Rounds.grow` does."""
        self._places = {name: place for place, name in enumerate(plan.bots)}
        self._strengths.grow(len(plan.bots))
        return super().grow(plan)

    def _take(self, record: MatchRecord) -> None:
        names = [entrant.name for entrant in record.spec.entrants]
        if all(name in self._places for name in names):  # a forged record may name any bot
            self._strengths.add([self._places[name] for name in names], record.ranks)

    def _round(self) -> Iterator[Table]:
        """The tables of the next round: the extra tables of newcomers, then those of each pass."""
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
        """The extra tables for bots that came later than others, each with the bots nearest in strength."""
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
        """The tables of one pass: at most `tables`, and at least one if enough of the present bots may meet."""
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
        """The present bots, the strongest first; bots of equal strength are ordered by lot, which is drawn anew in each
        pass.
        """
        drawn = Chance(self._plan.lots).shuffled("ladder", lot, present)
        return sorted(drawn, key=lambda bot: -self._strengths[bot])

    def _first_fit(self, first: int, others: Sequence[int]) -> Table:
        """The table of `first` and the next bots that may sit with it; empty if there are too few."""
        table = [first]
        for bot in others:
            if len(table) == self._plan.seats:
                break
            if bot not in table and self._plan.may_sit([*table, bot]):
                table = [*table, bot]
        return tuple(table) if len(table) == self._plan.seats else ()

    def _freshest(self, first: int, others: Sequence[int]) -> Table:
        """`first` and others, each of which has met those at the table before it least; empty if a seat stays free."""
        table = [first]
        while len(table) < self._plan.seats:
            fit = [bot for bot in others if bot not in table and self._plan.may_sit([*table, bot])]
            if not fit:
                return ()
            table.append(min(fit, key=lambda bot: sum(self._together(bot, other) ** 2 for other in table)))
        return tuple(table)


def _nearest(order: Sequence[int], bot: int, others: Sequence[int]) -> list[int]:
    """The others, sorted by how near they are to the bot in `order`."""
    places = {other: place for place, other in enumerate(order)}
    return sorted(others, key=lambda other: abs(places[other] - places[bot]))
