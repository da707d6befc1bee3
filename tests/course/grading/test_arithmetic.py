"""Tests that each line of a grade has the value computed by hand, and that the lines add up exactly."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as some

from arena.course.grading.arithmetic import Evidence, Lead, grade
from arena.course.grading.evidence import lead_of, standing_before
from arena.course.plan.baselines import Baseline
from arena.course.plan.late import Late
from arena.course.plan.plan import Assignment
from leaderboards.statistics.analysis import analyse
from tests.leaderboards.simulated import block_of

KEYS = Assignment(
    name="week1",
    deadline=datetime(2026, 3, 1, 12, tzinfo=UTC),
    late=Late("percent", percent=10),
    works=40,
    rank=20,
    baselines=(Baseline(bot="random", points=10), Baseline(bot="greedy", points=30)),
)
SHOWN = Evidence(
    matches=96,
    blocks=24,
    faults={"timeout": 1, "illegal_action": 6},
    elo=Decimal("31.2"),
    low=Decimal("-5.0"),
    high=None,
    tier="ab",
    before=2,
    others=7,
    leads={"random": Lead(Decimal("120.4"), Decimal("0.1")), "greedy": Lead(Decimal("80.0"), Decimal("0.0"))},
)


def test_before_a_bot_without_a_tier_stand_those_that_are_surely_stronger() -> None:
    """A bot that cannot be placed in a tier is ranked behind exactly the bots that are surely stronger.

    Bot x has met only two bots: w, which wins all its matches, and z, which loses all its matches. So no match shows
    whether x is stronger than the other bots, a and b, and x has no tier. Only w is surely stronger than x.
    """
    pairs = ("ab", "ba", "wa", "wx", "xz", "bz")
    found = analyse([block_of((pair, (1, 2))) for pair in pairs for _ in range(40)])
    assert not any("x" in tier for tier in found.tiers)
    assert standing_before(found, "x") == {"w"}
    assert standing_before(found, "z") >= {"a", "b", "w"}
    assert grade(KEYS, replace(SHOWN, elo=None, low=None), 0) == grade(KEYS, SHOWN, 0)


def test_a_grade_is_what_it_is_by_hand() -> None:
    found = grade(KEYS, SHOWN, 1)
    assert {part.name: part.points for part in found.parts} == {
        "works": Decimal("37.08"),  # 40 x 89 / 96 = 37.0833...
        "beats random": Decimal("10.00"),
        "beats greedy": Decimal("0.00"),  # 80 Elo ahead, but the interval begins at 0: it may be luck
        "rank": Decimal("14.29"),  # 20 x 5 / 7 = 14.2857...
    }
    assert (found.earned(), found.late_off, found.total()) == (Decimal("61.37"), Decimal("6.14"), Decimal("55.23"))
    assert found.of == 100
    assert found.late_why == "1 day late: 10 % of 61.37"


def test_a_baseline_that_is_always_behind_is_beaten_and_one_that_is_always_ahead_is_not() -> None:
    turns = (("abc", (1, 2, 3)), ("abc", (1, 3, 2)))  # bot a always has rank 1
    found = analyse([block_of(turn) for turn in turns * 20], 100)
    ahead, behind = lead_of(found, "a", "b"), lead_of(found, "b", "a")
    assert (ahead.elo, ahead.sure()) == (Decimal("Infinity"), True)
    assert (behind.elo, behind.low) == (Decimal("-Infinity"), None)
    part = grade(KEYS, replace(SHOWN, leads={"random": ahead, "greedy": behind}), 0).parts
    assert part[1].why.startswith("∞ Elo (always ahead); lower end of the 95 % interval: +")
    assert part[2].why.startswith("-∞ Elo (always behind); lower end of the 95 % interval: there is none, not above 0")


def test_half_a_hundredth_goes_up() -> None:
    keys = replace(KEYS, works=1, rank=0, baselines=())
    evidence = replace(SHOWN, matches=200, faults={"timeout": 1})
    assert grade(keys, evidence, 0).total() == Decimal("1.00")  # 199 / 200 = 0.995, rounded up


def test_without_a_hand_in_there_are_no_points() -> None:
    found = grade(KEYS, None, 0)
    assert found.total() == Decimal("0.00")
    assert found.of == 100
    assert {part.why for part in found.parts} == {"no hand-in counts"}


def test_who_is_alone_has_the_first_place() -> None:
    assert grade(KEYS, replace(SHOWN, before=0, others=0), 0).points("rank") == 20


@pytest.mark.parametrize("low", [None, Decimal("-0.1"), Decimal("0.0")])
def test_a_baseline_is_not_beaten_by_what_may_be_luck(low: Decimal | None) -> None:
    leads = {"random": Lead(Decimal("900.0"), low), "greedy": Lead(Decimal("900.0"), low)}
    assert grade(KEYS, replace(SHOWN, leads=leads), 0).points("beats random") == 0


@given(
    some.integers(1, 500), some.integers(0, 500), some.integers(0, 60), some.integers(0, 60), some.integers(0, 12),
    some.integers(0, 997), some.integers(0, 997), some.integers(1, 100),
)  # fmt: skip
def test_lines_add_up(
    matches: int, faults: int, others: int, before: int, days: int, works: int, rank: int, percent: int
) -> None:
    evidence = replace(
        SHOWN, matches=matches, faults={"timeout": min(faults, matches)}, others=others, before=min(before, others)
    )
    keys = replace(KEYS, works=works, rank=rank, late=Late("percent", percent=percent))
    found = grade(keys, evidence, days)
    assert sum(part.points for part in found.parts) - found.late_off == found.total()
    assert 0 <= found.total() <= found.of
    assert all(re.fullmatch(r"\d+\.\d\d", str(part.points)) for part in found.parts)


def test_a_rank_says_of_nobody_more_than_the_tiers_do() -> None:
    why = next(part.why for part in grade(KEYS, SHOWN, 0).parts if part.name == "rank")
    assert why == "tier ab; 2 of 7 others in a better tier: 20 x 5/7"
