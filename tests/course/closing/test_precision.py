"""Tests of the reported precision of a final: the smallest differences in strength that it can show, and the influence
of luck. A final is the league that decides the grades of an assignment.
"""

from dataclasses import replace
from datetime import UTC, datetime

from arena.course.closing.precision import precision
from arena.course.plan.baselines import Baseline
from arena.course.plan.plan import Assignment

WEEK = Assignment(
    name="week1",
    deadline=datetime(2026, 3, 1, 12, tzinfo=UTC),
    rank=20,
    baselines=(Baseline(bot="random", points=10), Baseline(bot="greedy", points=30)),
)


def test_it_says_from_which_lead_a_baseline_is_beaten_and_tiers_differ() -> None:
    baseline, luck, tiers = precision(WEEK, seats=4, authors=40)
    assert "a lead of some 90 Elo over a baseline shows in half of all finals of 20 blocks a bot" in baseline
    assert luck == "an author exactly as strong as a baseline beats it by luck in 2.5 of 100 finals"
    assert "two of 42 bots some 210 Elo apart stand in different tiers in half of all finals" in tiers


def test_few_blocks_are_told() -> None:
    *_, tiers = precision(replace(WEEK, blocks_each=6), seats=4, authors=40)
    assert tiers.endswith("all share the first rank: raise blocks_each")


def test_what_gives_no_points_is_not_told() -> None:
    assert list(precision(replace(WEEK, rank=0, baselines=()), seats=4, authors=40)) == []
    assert list(precision(WEEK, seats=4, authors=0)) == []
