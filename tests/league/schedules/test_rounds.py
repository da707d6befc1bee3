"""Tests of schedules that draw rounds: the rounds do not depend on how often a caller asks for them."""

from collections.abc import Iterator

from arena.league.schedule import NOTHING_PLAYED
from arena.league.schedules.contract import Plan
from arena.league.schedules.rounds import Rounds
from arena.match import MatchRecord


class Told(Rounds):
    """A schedule that draws the given rounds, one after the other."""

    AHEAD = 3

    def __init__(self, *rounds: list[tuple[int, ...]]) -> None:
        super().__init__(Plan(("ann", "ben", "cid"), 2, b"lots", 2, blocks=40), NOTHING_PLAYED)
        self._told = iter(rounds)

    def total(self) -> int:
        return 40

    def even(self) -> int:
        return 1

    def sentence(self) -> str:
        return "what it was told"

    def _take(self, record: MatchRecord) -> None:
        raise NotImplementedError

    def _round(self) -> Iterator[tuple[int, ...]]:
        yield from next(self._told)


def test_a_round_without_a_table_is_the_last_however_often_it_is_asked_for() -> None:
    schedule = Told([(0, 1)], [], [(1, 2)], [(0, 2)])
    assert [schedule.known() for _ in range(3)] == [1, 1, 1]
    assert [block.table for block in schedule.blocks()] == [(0, 1)]
