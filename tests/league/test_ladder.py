"""Tests of the ladder schedule: each round is drawn from the records of all earlier rounds except the round directly
before it, and from nothing else.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.playing.segments import Segments
from arena.league.schedule import create_schedule
from arena.league.schedules.contract import Block, Plan, Schedule, Stay
from arena.league.schedules.ladder import LEAST_BLOCKS, NEW_BLOCKS, Ladder
from tests.league.histories import Memory, by_name
from tests.league.leagues import league_of

NAMES = tuple(f"bot-{number:02}" for number in range(30))


def ladder(bots: int, seats: int = 3, blocks: int = 40, seed: int = 7) -> League:
    league = league_of(*NAMES[:bots], seats=seats, seed=seed)
    return replace(league, schedule="ladder", rounds=0, blocks=blocks)


def played(league: League) -> tuple[list[Block], Memory]:
    """Plays a league to its end in memory; returns all blocks in the order of play, and the store."""
    memory, blocks = Memory(league), []
    for segment in Segments(league, memory, None).unplayed():
        for block in segment.blocks:
            memory.play(block)
            blocks.append(block)
    return blocks, memory


leagues = st.integers(2, 5).flatmap(
    lambda seats: st.builds(ladder, st.integers(seats, 20), st.just(seats), st.integers(1, 90), st.integers(0, 99))
)


@settings(max_examples=40, deadline=None)
@given(leagues)
def test_all_blocks_are_played_and_all_bots_equally_often_or_once_more(league: League) -> None:
    blocks, _ = played(league)
    assert [block.number for block in blocks] == list(range(league.blocks))
    count = Counter(dict.fromkeys(range(len(league.bots)), 0))
    even = create_schedule(league).even()
    for block in blocks:
        assert len({*block.table}) == league.seats
        count.update(block.table)
        if (block.number + 1) % even == 0:
            assert max(count.values()) - min(count.values()) <= 1


@settings(max_examples=25, deadline=None)
@given(leagues, st.data())
def test_what_is_known_depends_on_the_records_of_a_beginning_alone(league: League, data: st.DataObject) -> None:
    blocks, memory = played(league)
    assert list(create_schedule(league, memory).blocks()) == blocks
    gap = data.draw(st.integers(0, league.blocks - 1))
    partly = Memory(league)
    partly.kept = {place: record for place, record in memory.kept.items() if place != gap * league.seats}
    known = list(create_schedule(league, partly).blocks())
    assert known == blocks[: len(known)]
    assert len(known) > gap
    longer = create_schedule(replace(league, blocks=league.blocks + 30), memory)
    assert list(longer.blocks())[: league.blocks] == blocks


def test_a_round_is_known_while_the_one_before_it_is_played() -> None:
    league = ladder(24, blocks=80)
    memory = Memory(league)
    schedule = create_schedule(league, memory)
    assert schedule.known() == 2 * LEAST_BLOCKS
    for block in schedule.between(0, LEAST_BLOCKS):
        assert schedule.known() == 2 * LEAST_BLOCKS
        memory.play(block)
    assert schedule.known() == 3 * LEAST_BLOCKS
    assert set(memory.read.values()) <= set(range(LEAST_BLOCKS + 2))


def test_neighbours_meet_most_and_yet_all_meet() -> None:
    league = ladder(12, blocks=400)
    blocks, _ = played(league)
    met = Counter(pair for block in blocks for pair in combinations(block.table, 2))
    near = [met[one, one + 1] for one in range(11)]
    far = [met[one, one + 6] for one in range(6)]
    assert min(near) > 2 * max(far)
    assert len(met) == 66


def test_other_lots_draw_another_beginning() -> None:
    draws = {tuple(block.table for block in create_schedule(ladder(9, seed=seed)).blocks()) for seed in range(8)}
    assert len(draws) > 4


def test_bots_that_must_not_meet_never_do_and_the_others_play_on() -> None:
    league = replace(ladder(9, blocks=90), apart=(NAMES[:2], NAMES[2:6]))
    blocks, _ = played(league)
    assert len(blocks) == 90
    tables = [{*block.table} for block in blocks]
    assert not any(len(table & {0, 1}) > 1 or len(table & {2, 3, 4, 5}) > 1 for table in tables)
    assert min(Counter(bot for table in tables for bot in table).values()) > 15


def test_who_must_not_meet_another_one_plays_about_as_often_as_the_others() -> None:
    blocks, _ = played(replace(ladder(10, blocks=120), apart=(NAMES[:2], NAMES[5:7])))
    count = Counter(bot for block in blocks for bot in block.table)
    assert max(count.values()) - min(count.values()) <= 3


def drawn(schedule: Schedule, memory: Memory) -> list[Block]:
    """Plays each block as soon as the schedule has drawn it, until the schedule draws no further block; returns all
    blocks.
    """
    known = 0
    while (now := schedule.known()) > known:
        for block in schedule.between(known, now):
            memory.play(block)
        known = now
    return list(schedule.blocks())


authors = st.integers(2, 5).flatmap(
    lambda seats: st.lists(st.integers(0, 7), max_size=9).flatmap(
        lambda more: st.tuples(st.just(seats), st.permutations([*range(seats), *more]))
    )
)


@settings(max_examples=60, deadline=None)
@given(authors, st.integers(0, 99))
def test_where_authors_fill_the_seats_every_block_is_drawn_whoever_wrote_what(
    field: tuple[int, list[int]], seed: int
) -> None:
    seats, wrote = field
    groups = [tuple(NAMES[bot] for bot, who in enumerate(wrote) if who == author) for author in {*wrote}]
    league = replace(ladder(len(wrote), seats, blocks=40, seed=seed), apart=tuple(groups))
    memory = Memory(league)
    blocks = drawn(create_schedule(league, memory), memory)
    assert len(blocks) == 40
    assert all(len({wrote[bot] for bot in block.table}) == seats for block in blocks)


def test_four_bots_of_three_authors_play_on_and_those_of_one_take_turns() -> None:
    league = replace(ladder(4, blocks=40), apart=(NAMES[:2],))
    blocks, _ = played(league)
    assert Counter(bot for block in blocks for bot in block.table) == {0: 20, 1: 20, 2: 40, 3: 40}


def test_a_league_without_a_table_says_so_instead_of_waiting_for_one() -> None:
    league = replace(ladder(4), apart=(NAMES[:2], NAMES[2:4]))
    with pytest.raises(ArenaError, match="the league cannot go on after") as refused:
        played(league)
    assert refused.value.code == "no-table"


def schedule_with(*stays: Stay, blocks: int = 200) -> list[Block]:
    """Returns the blocks of a ladder with one bot for each stay; the bot can be drawn only for the blocks in its
    stay.
    """
    league = ladder(len(stays), blocks=blocks)
    memory = Memory(league, by_name)
    plan = Plan(NAMES[: len(stays)], 3, b"lots", 3, blocks=blocks, stays=tuple((stay,) for stay in stays))
    return drawn(Ladder(plan, memory), memory)


ALWAYS = (Stay(),) * 11


def test_a_bot_that_joins_changes_nothing_before_and_plays_more_until_it_is_known() -> None:
    without, joined = schedule_with(*ALWAYS), schedule_with(*ALWAYS, Stay(100))
    assert joined[:100] == without[:100]
    places = [block.number for block in joined if 11 in block.table]
    old = Counter(bot for block in joined[places[0] : places[NEW_BLOCKS - 1]] for bot in block.table if bot != 11)
    assert 100 <= places[0] < 100 + 2 * LEAST_BLOCKS
    assert max(old.values()) < NEW_BLOCKS
    later = Counter(bot for block in joined[places[NEW_BLOCKS + 5] :] for bot in block.table)
    assert max(later.values()) - min(later.values()) <= 2


def test_a_bot_that_left_is_drawn_no_more_and_where_too_few_are_left_nothing_is() -> None:
    left = schedule_with(*ALWAYS, Stay(0, 60))
    assert 60 - 2 * LEAST_BLOCKS < max(block.number for block in left if 11 in block.table) < 60 + LEAST_BLOCKS
    assert len(left) == 200
    few = schedule_with(*(Stay(0, 40),) * 9, Stay(), Stay())
    assert 40 <= len(few) < 40 + 2 * LEAST_BLOCKS


def test_a_ladder_reads_each_record_but_those_of_unfinished_rounds_once() -> None:
    league = ladder(24, blocks=200)
    _, memory = played(league)
    assert set(memory.read.values()) == {1}
    assert len(memory.read) == 3 * (200 - 2 * LEAST_BLOCKS)


def test_rounds_follow_each_other_without_a_gap() -> None:
    blocks, _ = played(ladder(10, blocks=57))
    assert all(later.number == block.number + 1 for block, later in pairwise(blocks))
