from itertools import chain

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as some

from leaderboards.statistics.analysis import Analysis, analyse
from leaderboards.statistics.blocks import BlockOutcome
from tests.leaderboards.simulated import block_of, league_of_orders, match_of, names


@some.composite
def blocks_of_any_kind(draw: some.DrawFn) -> BlockOutcome:
    """Draws a block of some matches of 2 to 5 bots out of six. There are few different scores, so that ties and clean
    sweeps are common.
    """
    table = draw(some.lists(some.sampled_from("abcdef"), min_size=2, max_size=5, unique=True))
    scores = some.lists(some.integers(0, 2), min_size=len(table), max_size=len(table))
    rows = draw(some.lists(scores, min_size=1, max_size=5))
    return BlockOutcome(
        tuple(match_of(table, [1 + sum(other > one for other in row) for one in row], row) for row in rows)
    )


def test_shuffled_records_give_the_same_analysis_to_the_last_digit() -> None:
    blocks = league_of_orders(np.random.default_rng(1), [0.0, 0.2, 0.4, 0.6], 3, 5, form=0.3)
    shuffled = [BlockOutcome(block.matches[::-1]) for block in blocks[::-1]]
    assert analyse(shuffled) == analyse(blocks)


def test_a_league_of_clearly_different_bots_has_a_tier_for_each() -> None:
    found = analyse(league_of_orders(np.random.default_rng(2), [0.0, 1.0, 2.0, 3.0], 4, 60))
    assert found.tiers == (("bot-3",), ("bot-2",), ("bot-1",), ("bot-0",))
    assert [(pair.first, pair.second) for pair in found.comparisons][:2] == [("bot-3", "bot-2"), ("bot-3", "bot-1")]


def test_a_league_of_equal_bots_has_one_tier() -> None:
    found = analyse(league_of_orders(np.random.default_rng(3), [0.0] * 4, 4, 60))
    assert [set(tier) for tier in found.tiers] == [set(names(4))]


def test_matches_and_blocks_are_counted() -> None:
    found = analyse([block_of(("ab", (1, 2)), ("ba", (1, 2)))] * 3)
    assert (found.blocks, found.matches) == (3, 6)


def test_fields_without_a_chain_of_meetings_are_named() -> None:
    found = analyse([block_of(("ad", (1, 2))), block_of(("bc", (1, 2))), block_of(("ce", (1, 2)))])
    assert found.fields == (("a", "d"), ("b", "c", "e"))


def test_no_results_are_an_empty_analysis() -> None:
    assert analyse([]) == Analysis((), (), (), (), (), (), (), blocks=0, matches=0)


@settings(deadline=None)
@given(some.lists(blocks_of_any_kind(), min_size=1, max_size=12))
def test_any_results_have_an_analysis(blocks: list[BlockOutcome]) -> None:
    found = analyse(blocks, 30)
    order = [one.bot for one in found.estimates]
    assert set(order) == {bot for block in blocks for bot in block.matches[0].bots}
    assert all(one.low <= one.elo <= one.high for one in found.estimates if one.elo is not None)
    assert sorted(bot for group in found.groups for bot in group.bots()) == sorted(order)
    assert [one.place for one in found.estimates] == sorted(one.place for one in found.estimates)
    placed = sorted(set(chain(*found.tiers)), key=order.index)
    assert placed == order[: len(placed)]
    stands = {bot: place for place, bot in enumerate(placed)}
    ahead = [(bot, other) for group in found.groups for bot in group.bots() for other in group.ahead_of]
    assert all(stands[bot] < stands[other] for bot, other in ahead if {bot, other} <= stands.keys())
    assert {(pair.first, pair.second) for pair in found.comparisons if pair.always()} == set(ahead)
    assert all(pair.elo >= 0 and 0.5 <= pair.superiority <= 1 for pair in found.comparisons)
