"""Tests of the Swiss schedule: rounds are paired from the records of earlier rounds, and from nothing else."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.league import League
from arena.league.schedule import count_matches, create_schedule
from arena.league.schedules.contract import Block
from tests.league.histories import Memory, Ranks, by_name
from tests.league.leagues import league_of

NAMES = tuple(f"bot-{number:02}" for number in range(20))


def swiss(bots: int, seats: int = 3, rounds: int = 4, seed: int = 7) -> League:
    return replace(league_of(*NAMES[:bots], seats=seats, rounds=rounds, seed=seed), schedule="swiss")


def played_rounds(league: League, ranks: Ranks = by_name) -> list[list[Block]]:
    """Plays a league to its end in memory; returns the blocks of each round."""
    memory, rounds = Memory(league, ranks), []
    while new := memory.play_known():
        rounds.append(new)
    return rounds


def all_level(names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(1 for _ in names)


leagues = st.integers(2, 5).flatmap(
    lambda seats: st.builds(swiss, st.integers(seats, 20), st.just(seats), st.integers(1, 6), st.integers(0, 99))
)


@settings(max_examples=40, deadline=None)
@given(leagues)
def test_rounds_are_known_one_after_the_other_and_no_bot_plays_twice_in_one(league: League) -> None:
    rounds, schedule = played_rounds(league), create_schedule(league)
    assert len(rounds) == league.rounds
    for number, blocks in enumerate(rounds):
        assert len(blocks) == len(league.bots) // league.seats == schedule.even()
        seated = [bot for block in blocks for bot in block.table]
        assert len(set(seated)) == len(seated) == len(blocks) * league.seats
        assert [block.number for block in blocks] == list(range(number * len(blocks), (number + 1) * len(blocks)))
    assert count_matches(league) == sum(map(len, rounds)) * league.seats


@settings(max_examples=40, deadline=None)
@given(leagues)
def test_who_sits_out_changes_so_that_all_play_equally_often_or_once_more(league: League) -> None:
    played = Counter(dict.fromkeys(range(len(league.bots)), 0))
    for blocks in played_rounds(league):
        played.update(bot for block in blocks for bot in block.table)
        assert max(played.values()) - min(played.values()) <= 1


def test_a_round_that_lacks_one_record_is_not_paired_upon() -> None:
    league = swiss(9)
    memory = Memory(league)
    memory.play_known()
    assert create_schedule(league, memory).known() == 6
    for ordinal in (0, 4, 8):
        record = memory.kept.pop(ordinal)
        assert create_schedule(league, memory).known() == 3
        memory.kept[ordinal] = record


def test_a_schedule_that_is_asked_again_reads_each_record_once_and_knows_what_a_new_one_knows() -> None:
    league = swiss(10, rounds=5)
    memory = Memory(league)
    schedule = create_schedule(league, memory)
    known = [schedule.known()]
    while known[-1] < schedule.total():
        for block in schedule.between(0 if len(known) == 1 else known[-2], known[-1]):
            memory.play(block)
        known.append(schedule.known())
    assert set(memory.read.values()) == {1}
    assert list(create_schedule(league, memory).blocks()) == list(schedule.blocks())


def test_a_round_is_paired_the_same_however_much_was_played_after_it() -> None:
    league = swiss(10, rounds=5)
    rounds = played_rounds(league)
    memory = Memory(league)
    while memory.play_known():
        pass
    assert list(create_schedule(league, memory).blocks()) == [block for blocks in rounds for block in blocks]


def test_more_rounds_keep_those_that_were_there() -> None:
    assert played_rounds(swiss(9, rounds=6))[:3] == played_rounds(swiss(9, rounds=3))


def test_the_best_meet_the_best() -> None:
    *_, last = played_rounds(swiss(12, rounds=5))
    assert sum(last[0].table) < sum(last[-1].table)
    assert 0 in last[0].table
    assert 11 in last[-1].table


def test_other_results_give_other_tables_and_the_same_results_the_same() -> None:
    def backwards(names: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(len(names) + 1 - rank for rank in by_name(names))

    league = swiss(9)
    assert played_rounds(league) == played_rounds(league)
    assert played_rounds(league)[0] == played_rounds(league, backwards)[0]
    assert played_rounds(league)[1:] != played_rounds(league, backwards)[1:]


def test_the_first_round_is_drawn_by_the_seed() -> None:
    draws = {tuple(block.table for block in create_schedule(swiss(9, seed=seed)).blocks()) for seed in range(8)}
    assert len(draws) > 4


def test_nobody_meets_again_while_there_are_others_near() -> None:
    first, second, *_ = played_rounds(swiss(9), all_level)
    met = {frozenset(pair) for block in first for pair in combinations(block.table, 2)}
    again = [pair for pair in combinations(second[0].table, 2) if frozenset(pair) in met]
    assert again == []
