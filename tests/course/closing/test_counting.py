"""Tests of the choice of the hand-in to grade: a student's last valid hand-in that the rule for lateness accepts."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from arena.course.closing.counting import Receipt, Terms, choose
from arena.course.plan.late import Late

DEADLINE = datetime(2026, 3, 1, 12, tzinfo=UTC)
PERCENT = Late("percent", percent=10, most_days=3)


def receipts(**hours: float) -> list[Receipt]:
    """Returns one receipt for each keyword argument. The keyword is the hand-in's name, and the value is the time of
    receipt in hours after the deadline, negative before it.
    """
    return [Receipt(place, DEADLINE + timedelta(hours=after)) for place, after in hours.items()]


def counts(
    hand_ins: list[Receipt], late: Late, broken: dict[str, str] | None = None, budget: int = 0
) -> tuple[str, int]:
    choice = choose(hand_ins, Terms(DEADLINE, late, budget), lambda place: (broken or {}).get(place, ""))
    assert [fate.place for fate in choice.fates] == [one.place for one in hand_ins]
    return choice.counts, choice.days


@pytest.mark.parametrize(
    ("late", "budget", "expected"),
    [
        (Late(), 9, ("a", 0)),
        (Late(grace_minutes=60), 0, ("b", 0)),
        (Late("constant", percent=20, most_days=9), 0, ("e", 5)),
        (Late("constant", percent=20, most_days=2), 0, ("d", 2)),
        (Late("percent", percent=10, most_days=3), 0, ("d", 2)),
        (Late("percent", percent=20), 0, ("d", 2)),  # the fifth hand-in is five days late and would lose 5 x 20 %
        (Late("budget"), 1, ("c", 1)),
        (Late("budget"), 0, ("a", 0)),
        (Late("budget", most_days=1), 9, ("c", 1)),
    ],
)
def test_the_last_that_the_rule_takes_counts(late: Late, budget: int, expected: tuple[str, int]) -> None:
    assert counts(receipts(a=-1, b=0.5, c=20, d=30, e=100), late, budget=budget) == expected


def test_what_is_broken_does_not_count_and_the_one_before_does() -> None:
    assert counts(receipts(a=-9, b=-5, c=-1), PERCENT, {"c": "it crashes", "b": "no bot.toml"}) == ("a", 0)
    choice = choose(receipts(a=-9, b=-1), Terms(DEADLINE, PERCENT), {"a": "", "b": "it crashes"}.__getitem__)
    assert {fate.place: fate.sentence() for fate in choice.fates} == {
        "a": "counts, in time",
        "b": "in time, and does not work: it crashes",
    }


def test_nothing_counts_where_nothing_works_or_is_there() -> None:
    assert counts(receipts(a=-9), PERCENT, {"a": "no"}) == ("", 0)
    assert counts([], PERCENT) == ("", 0)


def test_only_what_could_count_is_tried() -> None:
    tried: list[str] = []
    choose(receipts(a=-9, b=-5, c=500), Terms(DEADLINE, PERCENT), lambda place: tried.append(place) or "")  # type: ignore[func-returns-value]
    assert tried == ["b"]


@pytest.mark.parametrize(
    ("late", "days", "share"),
    [
        (Late(), 0, 0),
        (Late("constant", percent=25), 9, Fraction(1, 4)),
        (PERCENT, 3, Fraction(3, 10)),
        (Late("percent", percent=40), 3, 1),
        (Late("budget"), 3, 0),
    ],
)
def test_what_is_taken_off_is_exact(late: Late, days: int, share: Fraction) -> None:
    assert late.share_off(days) == share


@pytest.mark.parametrize("budget", [0, 1, 4])
@pytest.mark.parametrize(
    "late",
    [
        Late(grace_minutes=20),
        Late("constant", percent=100, most_days=4),
        Late("constant", percent=20, most_days=4),
        Late("percent", percent=30),
        Late("percent", percent=50, grace_minutes=20),
        Late("percent", percent=10, most_days=3),
        Late("budget", grace_minutes=20),
        Late("budget", most_days=2),
    ],
)
def test_until_the_end_something_counts_and_nothing_after_it(late: Late, budget: int) -> None:
    terms = Terms(DEADLINE, late, budget)
    at_last, after = Receipt("a", terms.end()), Receipt("b", terms.end() + timedelta(seconds=1))
    choice = choose([at_last, after], terms, lambda _: "")
    assert choice.counts == "a"
    assert late.share_off(choice.days) < 1
