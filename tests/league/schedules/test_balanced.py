"""Tests of balanced schedules and gauntlets: after any number of blocks, all bots have played equally often and all
pairs have met equally often.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.league import League
from arena.league.schedule import Fixtures, count_matches, create_schedule
from arena.league.schedules.balanced import balanced_tables, cycle_blocks
from arena.league.schedules.contract import Block
from tests.league.leagues import league_of

NAMES = tuple(f"bot-{number:02}" for number in range(20))
MOST_BLOCKS = 120

sizes = st.integers(2, 5).flatmap(lambda seats: st.tuples(st.integers(seats, 20), st.just(seats)))


def balanced(bots: int, blocks: int, seats: int = 3, **changes: object) -> League:
    league = league_of(*NAMES[:bots], seats=seats, rounds=0)
    return replace(league, schedule="balanced", blocks=blocks, **changes)  # type: ignore[arg-type]


def gauntlet(bots: int, blocks: int, seats: int = 3, hero: str = "bot-01") -> League:
    return replace(balanced(bots, blocks, seats), schedule="gauntlet", hero=hero)


def blocks_of(league: League) -> list[Block]:
    return list(create_schedule(league).blocks())


def meetings(bots: int, tables: Iterable[Sequence[int]]) -> Counter[tuple[int, int]]:
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    met.update(dict.fromkeys(combinations(range(bots), 2), 0))
    return met


def spread(counts: Counter[int] | Counter[tuple[int, int]]) -> int:
    return max(counts.values()) - min(counts.values())


@settings(max_examples=40, deadline=None)
@given(sizes)
def test_after_any_number_of_blocks_all_bots_have_played_equally_often_or_once_more(size: tuple[int, int]) -> None:
    bots, seats = size
    played = Counter(dict.fromkeys(range(bots), 0))
    for table in islice(balanced_tables(bots, seats), MOST_BLOCKS):
        assert len(set(table)) == seats
        played.update(table)
        assert spread(played) <= 1


@settings(max_examples=40, deadline=None)
@given(sizes)
def test_after_any_number_of_blocks_no_pair_has_met_much_more_often_than_another(size: tuple[int, int]) -> None:
    bots, seats = size
    met = meetings(bots, [])
    for table in islice(balanced_tables(bots, seats), MOST_BLOCKS):
        met.update(combinations(sorted(table), 2))
        assert spread(met) <= seats


@pytest.mark.parametrize(("bots", "seats"), [(9, 3), (3, 2), (5, 2), (7, 2)])
def test_where_it_can_be_meetings_never_differ_by_more_than_one(bots: int, seats: int) -> None:
    met = meetings(bots, [])
    for table in islice(balanced_tables(bots, seats), MOST_BLOCKS):
        met.update(combinations(sorted(table), 2))
        assert spread(met) <= 1


@settings(max_examples=40, deadline=None)
@given(sizes)
def test_all_pairs_have_met_after_three_times_the_blocks_that_would_do_if_none_met_twice(size: tuple[int, int]) -> None:
    bots, seats = size
    fewest = -(-bots * (bots - 1) // (seats * (seats - 1)))
    met = meetings(bots, islice(balanced_tables(bots, seats), 3 * fewest))
    assert min(met.values()) >= 1


def test_a_longer_schedule_begins_with_the_shorter_one() -> None:
    assert blocks_of(balanced(7, 60))[:25] == blocks_of(balanced(7, 25))
    assert blocks_of(gauntlet(7, 60))[:25] == blocks_of(gauntlet(7, 25))


def test_the_names_and_the_seed_change_nothing() -> None:
    other = replace(league_of("a", "b", "c", "d", "e", seats=3, seed=9), schedule="balanced", blocks=30)
    assert blocks_of(other) == blocks_of(balanced(5, 30))


def test_a_table_that_comes_again_has_another_deal() -> None:
    league = balanced(4, 40)
    fixtures, deals = Fixtures(league), Counter[bytes]()
    for block in blocks_of(league):
        deals[fixtures.assignments(block)[0].spec.deal] += 1
    assert set(deals.values()) == {1}
    assert len(deals) == 40


def test_the_same_table_has_the_same_deals_in_every_schedule() -> None:
    robin = league_of(*NAMES[:4], seats=3, rounds=3)
    deals = [
        {
            Fixtures(league).assignments(block)[0].spec.deal
            for block in blocks_of(league)
            if sorted(block.table) == [0, 1, 2]
        }
        for league in (robin, balanced(4, 12), gauntlet(4, 9))
    ]
    assert len(deals[0]) == 3
    assert deals[0] == deals[1] == deals[2]


def test_ordinals_are_dense_and_as_many_as_are_counted() -> None:
    for league in (balanced(5, 11), gauntlet(6, 11, seats=4)):
        fixtures = Fixtures(league)
        places = [place for block in blocks_of(league) for place in fixtures.ordinals(block)]
        assert places == list(range(count_matches(league)))


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 20))
def test_after_an_even_number_of_blocks_all_have_played_equally_often(bots: int) -> None:
    seats = min(bots, 4)
    played = Counter(bot for table in islice(balanced_tables(bots, seats), cycle_blocks(bots, seats)) for bot in table)
    assert set(played.values()) == {cycle_blocks(bots, seats) * seats // bots}


@settings(max_examples=30, deadline=None)
@given(sizes, st.data())
def test_the_hero_of_a_gauntlet_sits_at_every_table_and_the_others_take_turns(
    size: tuple[int, int], data: st.DataObject
) -> None:
    bots, seats = size
    bots = max(bots, seats + 1)
    hero = data.draw(st.integers(0, min(bots, len(NAMES)) - 1))
    league = gauntlet(min(bots, len(NAMES)), 60, seats, NAMES[hero])
    played = Counter(dict.fromkeys(range(len(league.bots)), 0))
    for block in blocks_of(league):
        assert hero in block.table
        assert len(set(block.table)) == seats
        played.update(set(block.table) - {hero})
        assert spread(Counter({bot: count for bot, count in played.items() if bot != hero})) <= 1
