"""Tests of deadlines in a course's time zone: late days are calendar days, also when daylight saving begins or ends."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as some

from arena.course.plan.times import BadTimeError, days_late, later, moment_of, receipt_of, said, zone_of

BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str) -> datetime:
    return moment_of(text, BERLIN)


@pytest.mark.parametrize(
    ("received", "grace", "days"),
    [
        ("2026-03-28 23:59:00", 0, 0),
        ("2026-03-28 23:59:01", 0, 1),
        ("2026-03-29 00:13:59", 15, 0),
        ("2026-03-29 00:14:01", 15, 1),
        ("2026-03-29 23:59:00", 0, 1),  # summer time begins in the night, so this is only 23 hours after the deadline
        ("2026-03-29 23:59:01", 0, 2),
        ("2026-03-30 00:10:00", 15, 1),
        ("2026-04-04 12:00:00", 0, 7),
        ("2020-01-01 00:00:00", 0, 0),
    ],
)
def test_a_day_late_is_a_day_of_the_calendar(received: str, grace: int, days: int) -> None:
    assert days_late(at(received), at("2026-03-28 23:59"), grace) == days


def test_a_day_in_autumn_has_25_hours() -> None:
    deadline = at("2026-10-24 12:00")
    assert later(deadline, 1) - later(deadline, 0) == timedelta(hours=25)
    assert days_late(at("2026-10-25 12:00"), deadline, 0) == 1


def test_a_time_by_the_clock_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadTimeError, match="where clocks are put forward past this time"):
        at("2026-03-29 02:30")


def test_a_time_by_the_clock_that_there_is_twice_needs_its_offset() -> None:
    with pytest.raises(BadTimeError, match=r"such as 2026-10-25 02:30:00\+02:00"):
        at("2026-10-25 02:30")
    first, second = at("2026-10-25 02:30+02:00"), at("2026-10-25 02:30+01:00")
    assert second.astimezone(UTC) - first.astimezone(UTC) == timedelta(hours=1)
    assert days_late(second, first, 0) == 1
    assert days_late(first, second, 0) == 0


def test_of_a_receipt_that_there_is_twice_the_earlier_is_meant() -> None:
    assert receipt_of("2026-10-25 02:30", BERLIN).astimezone(UTC) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_a_receipt_in_an_hour_that_there_is_not_is_not_later_than_the_end_of_that_hour() -> None:
    """In the night in which clocks go from 2 to 3 o'clock, a receipt at 2:30 counts as earlier than one at 3:00."""
    assert receipt_of("2029-03-25 02:30", BERLIN) < receipt_of("2029-03-25 03:00", BERLIN)


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-02-30 12:00", "12:00", "9999-12-31T23:59:59-12:00"])
def test_what_is_no_moment_is_refused(text: str) -> None:
    with pytest.raises(BadTimeError, match="a date and a time"):
        at(text)


def test_moments_are_told_in_the_zone_of_the_course() -> None:
    assert said(datetime(2026, 7, 1, 21, 59, tzinfo=UTC), BERLIN) == "2026-07-01 23:59 CEST"
    assert said(datetime(2026, 7, 1, 21, 59, 7, tzinfo=UTC), BERLIN) == "2026-07-01 23:59:07 CEST"


@pytest.mark.parametrize("text", ["2026-03-01", "20260301", "2026-W09-7", " 2026-03-01 "])
def test_a_date_alone_is_no_moment(text: str) -> None:
    for read in (moment_of, receipt_of):
        with pytest.raises(BadTimeError, match="a time after the date"):
            read(text, BERLIN)


@pytest.mark.parametrize("name", ["Nowhere", "../etc/passwd", "", "Europe"])
def test_what_is_no_zone_is_none(name: str) -> None:
    assert zone_of(name) is None


@given(some.integers(0, 300_000_000), some.integers(0, 10_000_000), some.integers(0, 120))
def test_days_late_is_the_first_day_that_is_not_over(since: int, seconds: int, grace: int) -> None:
    deadline = datetime.fromtimestamp(1_577_836_800 + since, BERLIN)
    received = deadline.astimezone(UTC) + timedelta(seconds=seconds)
    days = days_late(received, deadline, grace)
    assert received <= later(deadline, days) + timedelta(minutes=grace)
    assert days == 0 or received > later(deadline, days - 1) + timedelta(minutes=grace)
