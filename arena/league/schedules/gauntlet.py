"""The gauntlet schedule: one bot sits at every table, and the others take turns against it."""

from collections.abc import Iterator

from arena.league.schedules.balanced import balanced_tables, cycle_blocks, numbered
from arena.league.schedules.contract import Block, Planned, counted


class Gauntlet(Planned):
    """The schedule of `plan.blocks` blocks in which `plan.hero` meets balanced tables of the other bots."""

    def even(self) -> int:
        """How many blocks a cycle has; after each cycle the other bots have played equally often."""
        return cycle_blocks(len(self._plan.bots) - 1, self._plan.seats - 1)

    def blocks(self) -> Iterator[Block]:
        """The blocks in order."""
        return numbered(self._tables(), self._plan.blocks)

    def _tables(self) -> Iterator[tuple[int, ...]]:
        hero = self._plan.bots.index(self._plan.hero)
        others = [bot for bot in range(len(self._plan.bots)) if bot != hero]
        for table in balanced_tables(len(others), self._plan.seats - 1):
            yield (hero, *(others[place] for place in table))

    def sentence(self) -> str:
        """A sentence for people that says what is played."""
        others = counted(len(self._plan.bots) - 1, "other")
        return f"{counted(self._plan.blocks, 'block')} of {self._plan.hero} against {others}"
