"""Tests of repeated blocks, which have the same actions as an earlier block: they do not count, unless the results of
their table show that the bots or the game have luck of their own.
"""

from dataclasses import replace
from random import Random

import pytest

from arena.match import Fault, FaultKind, MatchRecord
from leaderboards.statistics.analysis import analyse
from leaderboards.statistics.blocks import BlockOutcome, MatchOutcome, canonical, outcome_of
from leaderboards.statistics.duplicates import duplicate_gain
from leaderboards.statistics.repeats import Counting, counting
from leaderboards.statistics.seat_effect import seat_effect
from tests.leaderboards.results import made_up

WON, LOST = (1, 2), (2, 1)


def match(bots: str, ranks: tuple[int, int], opening: int | None, course: str = "") -> MatchOutcome:
    begun = None if opening is None else (opening,)
    return MatchOutcome(tuple(bots), ranks, (2 - ranks[0], 2 - ranks[1]), begun, (course or str(ranks)).encode())


def block(opening: int | None, first: str = "", table: str = "ab", ranks: tuple[int, int] = WON) -> BlockOutcome:
    """Returns a block of two matches in which the bots of `table` swap seats.

    `opening`: the action that the deal draws for the beginning of both matches; None if more in the matches is random.
    `first`: a text in place of the first match's actions, by which repeats are recognised.
    `ranks`: the ranks of the first match; in the second match, the first bot of `table` wins.
    """
    return BlockOutcome((match(table, ranks, opening, first), match(table[::-1], LOST, opening)))


def test_blocks_that_begin_and_go_on_alike_count_once() -> None:
    assert counting([block(1), block(2), block(1), block(1)]) == [block(1), block(2)]


def test_it_is_the_same_whichever_seating_was_played_first() -> None:
    assert counting([block(1), BlockOutcome(block(1).matches[::-1])]) == [block(1)]


def test_other_seats_another_table_and_other_luck_are_other_blocks() -> None:
    half = BlockOutcome(block(1).matches[:1])
    assert len(counting([block(1), half, block(1, table="ac")])) == 3
    assert len(counting([block(None, table="ad"), block(None, table="ad")])) == 2


def test_once_blocks_that_begin_alike_differ_all_of_their_table_count() -> None:
    other = block(1, table="ac")
    taken = Counting()
    assert [len(taken.take(one)) for one in (block(1), block(1), other, block(2), block(1))] == [1, 0, 1, 1, 0]
    varied = block(1, first="another way")
    assert taken.take(varied) == [block(1), block(1), varied]
    assert (taken.take(block(1)), taken.take(other)) == ([block(1)], [])


def test_repeating_a_league_changes_no_digit_of_it() -> None:
    rng = Random(3)
    blocks = [
        block(opening, table=table, ranks=rng.choice((WON, LOST)))
        for table in ("ab", "bc", "ca")
        for opening in range(8)
    ]
    once, often = analyse(blocks, 50), analyse(blocks * 3, 50)
    assert (often.repeats, often.matches) == (48, 144)
    assert replace(often, repeats=0, matches=once.matches) == once
    assert seat_effect(blocks * 3) == seat_effect(blocks)
    assert duplicate_gain(blocks * 3) == duplicate_gain(blocks)


def test_repeats_of_bots_with_luck_say_how_likely_something_is() -> None:
    """If bots have luck of their own, repeated blocks count, too, so that frequent results count more. Here one bot
    wins nine of ten blocks of the same deal, and the tenth is a draw. If repeats did not count, one block of each kind
    would be left.
    """
    blocks = [block(1, ranks=LOST if number % 10 == 0 else WON) for number in range(60)]
    found = analyse(blocks, 50)
    assert (found.blocks, found.repeats) == (60, 0)
    assert found.comparisons[0].elo == pytest.approx(500, abs=60)


def test_a_game_that_draws_on_some_ways_only_is_one_with_luck_for_the_whole_table() -> None:
    """If a game draws random values in only some matches of a table, all blocks of the table count, even repeated ones.
    Here bot a wins both matches in nine of ten blocks, which are equal and have no random values. In the other blocks,
    which have random values, each bot wins one match.
    """
    blocks = [block(1)] * 54 + [block(None, ranks=LOST)] * 6
    found = analyse(blocks, 50)
    assert (found.blocks, found.repeats) == (60, 0)
    assert found.comparisons[0].first == "a"


def test_the_order_of_blocks_decides_nothing() -> None:
    blocks = [block(number % 5, table=("ab", "ac")[number % 2]) for number in range(20)] + [block(0, "another way")]
    orders = [Random(seed).sample(blocks, len(blocks)) for seed in range(5)]
    assert {canonical(counting(order)) for order in orders} == {canonical(counting(blocks))}


def test_matches_of_a_record_are_equal_only_to_the_last_action_and_fault() -> None:
    plain = replace(made_up(0, "ab", (1, 0), (1, 2)).record, actions=(3, 1, 2), opening=(5,))

    def same(**changes: object) -> bool:
        # the changes are fields of the record
        one, other = outcome_of(plain), outcome_of(replace(plain, **changes))  # type: ignore[arg-type]
        return (one.opening, one.course) == (other.opening, other.course)

    assert same()
    assert not same(actions=(3, 1, 1))
    assert not same(opening=(4,))
    assert not same(faults=(Fault(0, FaultKind.TIMEOUT, 2, "late"),))
    timeouts = [replace(plain, faults=(Fault(0, FaultKind.TIMEOUT, 2, detail),)) for detail in ("1.1 s", "1.2 s")]
    assert outcome_of(timeouts[0]).course == outcome_of(timeouts[1]).course
    unknown: MatchRecord = replace(plain, opening=None)
    assert (outcome_of(unknown).opening, outcome_of(unknown).course) == (None, b"")
