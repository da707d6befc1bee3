"""Tests of groups of bots. If all wins between two groups go one way, no finite difference in strength between the
groups exists. Bots that always win or always forfeit form such groups, and change no strength and no comparison of the
other bots.
"""

from collections.abc import Sequence
from itertools import chain, combinations
from math import inf

import numpy as np
import pytest

from leaderboards.statistics.analysis import Analysis, analyse
from leaderboards.statistics.blocks import BlockOutcome, MatchOutcome
from leaderboards.statistics.grouped import Estimate
from tests.leaderboards.simulated import block_of, league_of_orders, league_with_ties, names

CLASS = league_of_orders(np.random.default_rng(1), [0.0, 0.6, 1.2, 2.4], 3, 6, form=0.3)


def beside(
    blocks: Sequence[BlockOutcome], *, first: Sequence[str] = (), last: Sequence[str] = ()
) -> list[BlockOutcome]:
    """Returns the same league with more bots at each table: the bots `first` share the first place, and the bots `last`
    share the last place.
    """
    return [
        BlockOutcome(
            tuple(
                MatchOutcome(
                    (*match.bots, *first, *last),
                    (
                        *(rank + len(first) for rank in match.ranks),
                        *[1] * len(first),
                        *[1 + len(match.bots) + len(first)] * len(last),
                    ),
                    (*match.scores, *[99] * len(first), *[-99] * len(last)),
                )
                for match in block.matches
            )
        )
        for block in blocks
    ]


def won(bots: str, first: int, second: int) -> list[BlockOutcome]:
    """Returns blocks of two bots: the first bot wins `first` of them, and the second bot wins `second`."""
    return [block_of((bots, (1, 2)))] * first + [block_of((bots[::-1], (1, 2)))] * second


def numbers(found: Analysis, bots: Sequence[str]) -> list[tuple[str, float | None, float, float]]:
    return [(one.bot, one.elo, one.low, one.high) for one in found.estimates if one.bot in bots]


def by_bot(found: Analysis) -> dict[str, Estimate]:
    return {one.bot: one for one in found.estimates}


@pytest.mark.parametrize(
    ("first", "last"), [("w", ""), ("", "x"), ("", "xy"), ("w", "xy"), ("vw", "xyz")], ids=lambda bots: bots or "none"
)
def test_bots_that_always_win_or_always_forfeit_change_no_strength_and_no_comparison_of_the_others(
    first: str, last: str
) -> None:
    alone, found = analyse(CLASS, 200), analyse(beside(CLASS, first=first, last=last), 200)
    assert numbers(found, names(4)) == numbers(alone, names(4))
    pairs = {(pair.first, pair.second): pair for pair in found.comparisons}
    assert [pairs[pair.first, pair.second] for pair in alone.comparisons] == list(alone.comparisons)
    assert len(alone.tiers) > 1
    assert [tier for tier in found.tiers if {*tier} & {*names(4)}] == [*alone.tiers]


def test_what_two_broken_bots_add_is_what_their_matches_say_of_the_others() -> None:
    """A match of one normal bot with two broken bots, x and y, which lose to all normal bots, gives no information on
    the strengths of normal bots. A match of two normal bots with one broken bot does give information on them.
    """
    rest, broken = CLASS[4:], beside(CLASS[:4], last="xy")
    useless = [block_of(("axy", (1, 2, 2)), ("xya", (2, 2, 1)))] * 30
    bot = names(4)[0]
    useless = [
        BlockOutcome(tuple(MatchOutcome((bot, "x", "y"), (1, 2, 2), (1, 0, 0)) for _ in block.matches))
        for block in useless
    ]
    assert numbers(analyse([*rest, *broken, *useless], 200), names(4)) == numbers(analyse(CLASS, 200), names(4))
    assert numbers(analyse([*rest, *broken], 200), names(4)) != numbers(analyse(rest, 200), names(4))


def test_the_infinite_ends_are_told_and_who_is_always_ahead_of_whom() -> None:
    found = analyse(beside(CLASS, first="w", last="xy"), 200)
    one = by_bot(found)
    assert [group.bots() for group in found.groups] == [("w",), found.reference, ("x", "y")]
    assert (one["w"].elo, one["w"].high, one["w"].place) == (inf, inf, 1)
    assert 0 < one["w"].low < inf
    assert (
        (one["x"].elo, one["x"].low, one["x"].place) == (one["y"].elo, one["y"].low, one["y"].place) == (-inf, -inf, 6)
    )
    assert -inf < one["x"].high == one["y"].high < 0
    top, _, bottom = found.groups
    assert top.ahead_of == (*names(4), "x", "y")
    assert bottom.behind == (*names(4), "w")
    across = {(pair.first, pair.second): pair for pair in found.comparisons}
    assert across["w", "x"].always()
    assert across["w", "x"].separated()
    assert across["w", "x"].low > 0
    assert across["w", "x"].high == inf
    assert not across["x", "y"].always()
    assert found.tiers[0] == ("w",)
    assert found.tiers[-1] == ("x", "y")


def test_in_a_chain_of_groups_each_has_its_own_mean_and_all_are_in_order() -> None:
    groups = {"ab": 20, "cd": 20, "ef": 20}
    within = [block_of((bots, (1, 2)), (bots[::-1], (1, 2))) for bots, count in groups.items() for _ in range(count)]
    between = [block_of(("ac", (1, 2))), block_of(("de", (1, 2)))] * 9
    found = analyse(within + between, 200)
    assert [group.bots() for group in found.groups] == [("a", "b"), ("c", "d"), ("e", "f")]
    assert all([one.elo for one in group.estimates] == [0, 0] for group in found.groups)
    assert found.groups[1].behind == ("a", "b")
    assert found.groups[1].ahead_of == ("e", "f")
    assert [one.elo for one in found.estimates] == [0, 0, -inf, -inf, -inf, -inf]
    (chained,) = [pair for pair in found.comparisons if (pair.first, pair.second) == ("b", "f")]
    assert chained.always()  # b and f never met


def test_a_bot_that_is_always_ahead_of_one_that_looks_stronger_is_not_told_apart_from_it() -> None:
    """Bot a is not separated from bot b if only one match puts a ahead, and two other bots played this match.

    Bots a and b have never met: a is in one group with c, and b in another group with d. In the only match between the
    groups, c beat d, which puts the whole group of a ahead. The matches within the groups speak for b: a nearly always
    loses to c, and b nearly always beats d.
    """
    even = [won(bots, 10, 10) for bots in ("ce", "cf", "cg", "ch", "di", "dj", "dk", "dl")]
    found = analyse(chain(won("ca", 100, 2), won("bd", 100, 2), *even, won("cd", 1, 0)), 100)
    (pair,) = [pair for pair in found.comparisons if (pair.first, pair.second) == ("a", "b")]
    assert pair.always()
    assert pair.low < 0
    assert (pair.superiority, pair.p_value, pair.separated()) == (0.5, 1, False)


def test_the_interval_of_a_pair_that_is_told_apart_is_above_0() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        for pair in analyse(league_of_orders(rng, [0.0, 0.5, 2.0, 3.0, 6.0], 3, 1), 100).comparisons:
            assert pair.low > 0 or not pair.separated()


def test_groups_that_no_result_puts_in_order_are_not_compared() -> None:
    """Two bots are not compared if both have always beaten a third bot and have never met each other."""
    found = analyse([block_of(("ac", (1, 2))), block_of(("bc", (1, 2)))] * 20, 100)
    pairs = {frozenset((pair.first, pair.second)): pair for pair in found.comparisons}
    one = pairs[frozenset("ab")]
    assert (one.elo, one.low, one.high, one.p_value) == (0, -inf, inf, 1)
    assert pairs[frozenset("ac")].always()
    assert [(one.elo, one.place) for one in found.estimates] == [(inf, 1), (inf, 1), (-inf, 3)]


def test_a_bot_that_cannot_be_compared_with_the_reference_has_no_strength_and_stands_behind() -> None:
    """A bot that cannot be compared with the reference group, whose mean strength is the zero of the scale, has no
    strength and gets the last place.

    Here the reference group is bots a and b. Bot b and bot x have won all their matches against bot z, and x has met no
    other bot. So no match shows whether x is stronger than a and b.
    """
    found = analyse(chain(won("ab", 9, 6), won("bz", 9, 0), won("xz", 9, 0)), 100)
    assert [(one.bot, one.place) for one in found.estimates] == [("a", 1), ("b", 2), ("z", 3), ("x", 4)]
    x = found.estimates[-1]
    assert (x.elo, x.low, x.high) == (None, -inf, inf)
    assert not any("x" in tier for tier in found.tiers)
    (pair,) = [pair for pair in found.comparisons if {pair.first, pair.second} == {*"xz"}]
    assert (pair.first, pair.always()) == ("x", True)


def test_bots_of_another_field_have_no_strength_and_share_the_last_place() -> None:
    found = analyse(chain(won("cd", 9, 6), won("ab", 9, 6), won("ae", 3, 3)), 100)
    assert [(one.bot, one.elo is None, one.place) for one in found.estimates][-2:] == [("c", True, 4), ("d", True, 4)]


def test_where_each_pair_always_finished_in_the_same_order_the_best_is_infinitely_strong_and_the_middle_unknown() -> (
    None
):
    found = analyse(chain(won("ab", 9, 0), won("bc", 9, 0), won("ac", 9, 0)), 100)
    one, two, three = found.estimates
    assert found.reference == ()
    assert (one.bot, one.elo, one.high, one.place) == ("a", inf, inf, 1)
    assert 0 < one.low < inf
    assert (two.bot, two.elo, two.low, two.high, two.place) == ("b", None, -inf, inf, 2)
    assert (three.bot, three.elo, three.low, three.place) == ("c", -inf, -inf, 3)
    assert -inf < three.high < 0
    assert found.tiers == (("a",), ("b",), ("c",))


def test_one_result_against_the_order_joins_two_groups() -> None:
    lost = beside(CLASS, last="x")
    upset = BlockOutcome(tuple(MatchOutcome(("x", names(4)[3]), (1, 2), (1, 0)) for _ in range(2)))
    assert len(analyse(lost, 100).groups) == 2
    (group,) = analyse([*lost, upset], 100).groups
    assert set(group.bots()) == {*names(4), "x"}


def test_ties_of_broken_bots_do_not_change_how_often_others_tie() -> None:
    blocks = league_with_ties(np.random.default_rng(2), [0.0, 0.4, 0.8], 3, 15, {2: 0.5})
    found, alone = analyse(beside(blocks, last="xy"), 100), analyse(blocks, 100)
    assert numbers(found, names(3)) == numbers(alone, names(3))


@pytest.mark.parametrize(
    "ranks", [(1, 1, 1, 1), (1, 1, 3, 3), (2, 2, 2, 1)], ids=lambda ranks: "".join(map(str, ranks))
)
def test_equal_results_have_equal_numbers_and_equal_places(ranks: tuple[int, ...]) -> None:
    bots = "dacb"
    mixed = [block_of((bots, ranks)), block_of((bots, tuple(5 - rank for rank in ranks)))]
    for blocks in ([block_of((bots, ranks))] * 12, mixed * 12):
        found = by_bot(analyse(blocks, 100))
        for first, rank in zip(bots, ranks, strict=True):
            for second, other in zip(bots, ranks, strict=True):
                if rank == other:
                    one, same = found[first], found[second]
                    assert (one.elo, one.low, one.high, one.place) == (same.elo, same.low, same.high, same.place)


def test_every_pair_of_four_bots_with_the_same_results_has_the_same_interval() -> None:
    found = analyse(chain.from_iterable(won(one + other, 3, 3) for one, other in combinations("abcd", 2)), 100)
    assert len({(pair.low, pair.high, pair.p_value) for pair in found.comparisons}) == 1
    assert len({(one.low, one.high) for one in found.estimates}) == 1


def test_no_name_decides_intervals_where_many_sets_of_bots_have_the_same_results() -> None:
    """Two bots with the same results have the same interval, whatever their names, even if there are many such pairs.
    Here eight pairs play against bot z. The results of the two bots of a pair are the same; those of different pairs
    differ.
    """
    pairs = list(zip("abcdefgh", "ijklmnop", strict=True))
    blocks = chain.from_iterable(won(bot + "z", 1 + wins, 2) for wins, pair in enumerate(pairs) for bot in pair)
    found = by_bot(analyse(blocks, 1_000))
    assert all((found[one].low, found[one].high) == (found[two].low, found[two].high) for one, two in pairs)


def test_bots_that_win_by_turns_have_equal_intervals_whatever_their_names() -> None:
    turns = [block_of(("ac", (1, 2))), block_of(("ca", (1, 2))), block_of(("bc", (1, 2))), block_of(("cb", (1, 2)))]
    found = by_bot(analyse([*turns * 5, block_of(("ac", (1, 2))), block_of(("bc", (1, 2)))], 100))
    a, b = found["a"], found["b"]
    assert (a.elo, a.low, a.high, a.place) == (b.elo, b.low, b.high, b.place)
    assert (a.place, found["c"].place) == (1, 3)
