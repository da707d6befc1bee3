"""Tests of segments, which are parts of a league: after each segment, when all its matches are stored, the league may
end early.
"""

from collections.abc import Iterator
from dataclasses import replace

from arena.league.league import League
from arena.league.playing.segments import Segment, Segments
from arena.league.schedules.contract import Schedule
from tests.league.histories import Memory
from tests.league.leagues import league_of

LEAGUE = league_of("ann", "ben", "cid", rounds=10)
SWISS = replace(league_of("ann", "ben", "cid", "dot", "eva", "fay", rounds=3), schedule="swiss")


class After:
    """A judge that ends the league after a number of matches. A judge decides, after certain blocks, whether a league
    may end early.
    """

    def __init__(self, matches: int, *looks: int) -> None:
        self._matches, self._looks = matches, looks
        self.asked: list[int] = []

    def looks(self, schedule: Schedule) -> Iterator[int]:
        return iter(self._looks)

    def decided(self, matches: int) -> bool:
        self.asked.append(matches)
        return matches >= self._matches


def walk(league: League, memory: Memory, judge: After | None) -> tuple[list[tuple[int, int]], Segments]:
    """Plays all segments in order. Returns the numbers of each segment's first block and of the block after its last
    one, and the Segments object.
    """
    segments, ranges = Segments(league, memory, judge), []
    for segment in segments.unplayed():
        ranges.append((segment.first, segment.end))
        for block in segment.blocks:
            memory.play(block)
    return ranges, segments


def test_without_a_judge_a_known_schedule_is_one_leg() -> None:
    ranges, segments = walk(LEAGUE, Memory(LEAGUE), None)
    assert ranges == [(0, 10)]
    assert (segments.progress.stored, segments.progress.total, segments.progress.decided) == (30, 30, False)


def test_a_leg_ends_where_somebody_looks_and_the_league_where_it_is_decided() -> None:
    judge = After(21, 4, 7, 9)
    ranges, segments = walk(LEAGUE, Memory(LEAGUE), judge)
    assert ranges == [(0, 4), (4, 7)]
    assert judge.asked == [12, 21]
    assert (segments.progress.stored, segments.progress.total, segments.progress.decided) == (21, 21, True)


def test_looks_beyond_the_schedule_are_not_made() -> None:
    judge = After(999, 4, 40)
    ranges, segments = walk(LEAGUE, Memory(LEAGUE), judge)
    assert ranges == [(0, 4), (4, 10)]
    assert judge.asked == [12]
    assert not segments.progress.decided


def test_a_leg_comes_again_until_all_of_it_is_stored() -> None:
    memory = Memory(LEAGUE)
    ahead = Segments(LEAGUE, memory, After(999, 4)).unplayed()
    first = next(ahead)
    blocks = list(first.blocks)
    for block in blocks[:-1]:
        memory.play(block)
    again = next(ahead)
    assert (again.first, again.end, sum(again.played)) == (0, 4, 9)
    memory.play(blocks[-1])
    assert next(ahead).first == 4


def test_a_course_that_begins_again_ends_at_the_same_place_and_plays_nothing() -> None:
    memory = Memory(LEAGUE)
    walk(LEAGUE, memory, After(21, 4, 7, 9))
    judge = After(21, 4, 7, 9)
    ranges, segments = walk(LEAGUE, memory, judge)
    assert (ranges, judge.asked) == ([], [21])
    assert (segments.progress.played(), segments.progress.total) == (0, 21)


def test_each_round_of_a_swiss_league_is_a_leg_and_looks_cut_it_too() -> None:
    ranges, segments = walk(SWISS, Memory(SWISS), After(999, 3))
    assert ranges == [(0, 2), (2, 3), (3, 4), (4, 6)]
    assert segments.progress.stored == segments.progress.total == 18


def test_a_leg_has_its_blocks_and_no_others() -> None:
    segments = Segments(LEAGUE, Memory(LEAGUE), After(999, 4, 7))
    ahead: Iterator[Segment] = segments.unplayed()
    assert [block.number for block in next(ahead).blocks] == [0, 1, 2, 3]
