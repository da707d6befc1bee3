from dataclasses import replace

from arena.match import MatchRecord
from leaderboards.statistics.blocks import block_outcomes, canonical
from tests.leaderboards.results import made_up
from tests.leaderboards.simulated import block_of


def record(ordinal: int, deal: int, bots: str) -> MatchRecord:
    made = made_up(ordinal, bots, tuple(range(len(bots), 0, -1)), tuple(range(1, len(bots) + 1))).record
    return replace(made, spec=replace(made.spec, deal=deal.to_bytes(16, "big")))


def test_matches_of_one_table_and_deal_are_a_block() -> None:
    blocks = block_outcomes([record(0, 1, "ab"), record(1, 2, "ab"), record(2, 1, "ba"), record(3, 2, "ba")])
    assert [[match.bots for match in block.matches] for block in blocks] == [[("a", "b"), ("b", "a")]] * 2


def test_tables_that_share_a_deal_are_blocks_of_their_own() -> None:
    assert len(block_outcomes([record(0, 1, "ab"), record(1, 1, "ac")])) == 2


def test_blocks_keep_scores_and_ranks_by_seat() -> None:
    (block,) = block_outcomes([record(0, 1, "ba")])
    (match,) = block.matches
    assert (match.bots, match.scores, match.ranks) == (("b", "a"), (2, 1), (1, 2))


def test_the_order_of_blocks_depends_on_their_outcomes_alone() -> None:
    one, other = block_of(("ab", (1, 2)), ("ba", (1, 2))), block_of(("ab", (2, 1)), ("ba", (1, 2)))
    turned = block_of(("ba", (1, 2)), ("ab", (1, 2)))
    assert canonical([one, other]) == canonical([other, turned])


def test_a_block_of_all_rotations_is_balanced() -> None:
    assert block_of(("abc", (1, 2, 3)), ("bca", (1, 2, 3)), ("cab", (1, 2, 3))).balanced()


def test_a_block_with_a_match_missing_is_not_balanced() -> None:
    assert not block_of(("abc", (1, 2, 3)), ("bca", (1, 2, 3))).balanced()


def test_a_block_with_a_seat_taken_twice_by_one_bot_is_not_balanced() -> None:
    assert not block_of(("ab", (1, 2)), ("ab", (2, 1))).balanced()
