"""The gauntlet schedule: one bot, the hero, plays in every match, and all other bots take turns as its opponents."""

from collections.abc import Iterator

from arena.league.schedules.balanced import balanced_tables, cycle_blocks, numbered
from arena.league.schedules.contract import Block, Planned, counted


class Gauntlet(Planned):
    """The schedule of `plan.blocks` blocks in which the bot `plan.hero` plays against the other bots. These play about
    equally often, and every two of them meet about equally often.
    """

    def even(self) -> int:
        """Returns the number of blocks in a cycle; after each cycle the other bots have played equally often. A block
        is the matches of one table of bots with one deal.
        """
        return cycle_blocks(len(self._plan.bots) - 1, self._plan.seats - 1)

    def blocks(self) -> Iterator[Block]:
        """Yields the blocks of the schedule in order; a block is the matches of one table of bots with one deal."""
        return numbered(self._tables(), self._plan.blocks)

    def _tables(self) -> Iterator[tuple[int, ...]]:
        hero = self._plan.bots.index(self._plan.hero)
        others = [bot for bot in range(len(self._plan.bots)) if bot != hero]
        for table in balanced_tables(len(others), self._plan.seats - 1):
            yield (hero, *(others[place] for place in table))

    def sentence(self) -> str:
        """Returns a description of the schedule, as a sentence for people."""
        others = counted(len(self._plan.bots) - 1, "other")
        return f"{counted(self._plan.blocks, 'block')} of {self._plan.hero} against {others}"
