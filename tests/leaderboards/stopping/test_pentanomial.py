"""Tests of the sequential test that compares two bots by pairs of matches. It weighs two claims: that the bots are
equal, and that the first bot leads by the margin. The tests check its verdicts and the ratio of the likelihoods of the
claims, which the program fastchess computes, too.
"""

import pytest

from leaderboards.stopping.pentanomial import ENDS, bound, log_ratio
from leaderboards.stopping.sequential import Plan, Verdict, weigh


def lead_of(elo: float) -> float:
    return 2 / (1 + 10 ** (-elo / 400)) - 1


def verdict(*counts: int, margin: float = 0.05) -> Verdict:
    leads = [end for end, count in zip(ENDS, counts, strict=True) for _ in range(count)]
    return weigh(Plan(margin, pairs=True), leads).verdict()


def test_the_ratio_is_the_one_that_fastchess_tells_for_the_same_pairs() -> None:
    assert log_ratio((871, 26175, 55003 + 980, 26678, 821), lead_of(2)) == pytest.approx(-4.98, abs=0.01)
    assert bound(0.05) == pytest.approx(2.94, abs=0.005)


def test_a_mirrored_result_and_its_mirrored_margin_have_the_same_ratio() -> None:
    counts = (3, 5, 40, 9, 6)
    assert log_ratio(counts, 0.1) == pytest.approx(log_ratio(counts[::-1], -0.1))


def test_before_any_pair_nothing_is_said() -> None:
    assert weigh(Plan(0.05, pairs=True), ()).verdict() is Verdict.NONE


def test_the_claim_that_the_pairs_make_much_likelier_wins() -> None:
    assert verdict(20, 0, 60, 0, 20) is Verdict.NONE
    assert verdict(200, 0, 600, 0, 200) is Verdict.NOT_BETTER
    assert verdict(170, 0, 600, 0, 230) is Verdict.BETTER
    assert verdict(230, 0, 600, 0, 170) is Verdict.NOT_BETTER
    assert verdict(300, 0, 600, 0, 100) is Verdict.WORSE


def test_a_lead_so_large_that_it_needs_no_margin_is_told_at_once() -> None:
    assert verdict(0, 0, 4, 0, 16) is Verdict.BETTER
    assert log_ratio((0, 0, 4, 0, 16), 0.05) < bound(0.05)
    assert verdict(16, 0, 4, 0, 0) is Verdict.WORSE


def test_a_lead_is_that_large_at_a_tenth_of_the_risk() -> None:
    """The rule that ends a comparison at a very large lead may use only a tenth of the allowed risk of error. So a bot
    that wins all pairs gets its verdict after 11 pairs; with the whole risk, eight pairs would be enough.
    """
    assert verdict(0, 0, 0, 0, 10) is verdict(10, 0, 0, 0, 0) is Verdict.NONE
    assert (verdict(0, 0, 0, 0, 11), verdict(11, 0, 0, 0, 0)) == (Verdict.BETTER, Verdict.WORSE)


def test_a_difference_is_found_in_fewer_pairs_than_by_the_interval_alone() -> None:
    counts = (170, 0, 600, 0, 230)
    leads = [end for end, count in zip(ENDS, counts, strict=True) for _ in range(count)]
    assert weigh(Plan(0.05), leads).verdict() is Verdict.NONE


def test_without_a_margin_the_interval_decides() -> None:
    assert verdict(170, 0, 600, 0, 230, margin=0) is Verdict.NONE


def test_pairs_are_counted_by_their_end() -> None:
    evidence = weigh(Plan(0.05, pairs=True), [-1, 0.5, 0.5, 0, 1])
    assert evidence.pairs() == (1, 0, 1, 2, 1)
