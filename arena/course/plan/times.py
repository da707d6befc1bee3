"""Reads, computes and shows times in a course's time zone, including daylight saving.

Rule 1: a day late is a calendar day there: it ends at the same time by the clock, one date later.
Rule 2: a time by the clock that does not exist, or exists twice, is refused if an organiser writes it; in a receipt it
means the earlier moment, which is better for the author.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

FORM: Final = "2026-03-01 23:59"
"""The form of a moment, as examples show it."""
MOST_DAYS: Final = 3_660
"""The most days late that are counted; a later hand-in counts as late by this many."""
END: Final = 9_900
"""The first year that a moment may not be in, so that times computed from moments are within the calendar, too."""


class BadTimeError(ValueError):
    """A text is no moment; the error says what would be one, in words that follow "expected"."""


def zone_of(name: str) -> ZoneInfo | None:
    """The time zone of this name; None if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def moment_of(value: object, zone: ZoneInfo) -> datetime:
    """The moment that an organiser wrote, as a text or a date-time of TOML; raises BadTimeError."""
    moment = _parsed(value)
    if moment.tzinfo:
        return _within(moment, zone)
    first, second = _readings(moment, zone)
    if first.utcoffset() == second.utcoffset():
        return first
    if first.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != moment:
        raise BadTimeError(f"a time that exists in {zone.key}: clocks are put forward past it")
    raise BadTimeError(f"a time with its offset, such as {first.isoformat(' ')}: clocks in {zone.key} show it twice")


def receipt_of(value: object, zone: ZoneInfo) -> datetime:
    """The time of a receipt, as another program wrote it; raises BadTimeError."""
    moment = _parsed(value)
    return _within(moment if moment.tzinfo else min(_readings(moment, zone), key=datetime.timestamp), zone)


def days_late(received: datetime, deadline: datetime, grace_minutes: int) -> int:
    """How many days after a deadline a hand-in was received: 0 up to the deadline and within the grace."""
    moment, grace = received.astimezone(UTC), timedelta(minutes=grace_minutes)
    days = max(0, min(MOST_DAYS, (moment - deadline.astimezone(UTC)).days - 1))
    while days < MOST_DAYS and moment > later(deadline, days) + grace:
        days += 1
    return days


def later(deadline: datetime, days: int) -> datetime:
    """The moment `days` calendar days after a deadline, at the same time by the clock; of two such, the later."""
    if not days:
        return deadline.astimezone(UTC)
    by_clock = deadline + timedelta(days=days)
    return max(by_clock.replace(fold=fold).astimezone(UTC) for fold in (0, 1))


def said(moment: datetime, zone: ZoneInfo) -> str:
    """A moment as text for people, in the course's time zone."""
    return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S %Z").replace(":00 ", " ", 1)


def span(time: timedelta) -> str:
    """A length of time as text, rounded down: `3 days 4 hours`, `4 hours 12 minutes`, `12 minutes`."""
    minutes = time // timedelta(minutes=1)
    days, hours, minutes = minutes // 1_440, minutes // 60 % 24, minutes % 60
    parts = ((days, "day"), (hours, "hour"), (minutes, "minute"))
    first = next((at for at, (count, _) in enumerate(parts) if count), len(parts))
    shown = [f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in parts[first : first + 2] if count]
    return " ".join(shown) or "less than a minute"


def _parsed(value: object) -> datetime:
    said = str(value).strip()
    try:
        moment = value if isinstance(value, datetime) else datetime.fromisoformat(said)
    except ValueError as error:
        raise BadTimeError(f"a date and a time, as {FORM}") from error
    if not isinstance(value, datetime) and _no_time(said):
        raise BadTimeError(f"a time after the date, as {FORM}")
    if moment.year >= END:
        raise BadTimeError(f"a date and a time before the year {END}, as {FORM}")
    return moment


def _no_time(said: str) -> bool:
    """Whether a text is a date alone, which would be read as the midnight at which that day begins."""
    try:
        date.fromisoformat(said)
    except ValueError:
        return False
    return True


def _within(moment: datetime, zone: ZoneInfo) -> datetime:
    """A moment in a time zone; raises BadTimeError if it would be outside the calendar."""
    try:
        return moment.astimezone(zone)
    except OverflowError as error:
        raise BadTimeError(f"a date and a time, as {FORM}") from error


def _readings(moment: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """The two moments that a time by the clock can mean when clocks change; else both are the same."""
    try:
        first, second = moment.replace(tzinfo=zone, fold=0), moment.replace(tzinfo=zone, fold=1)
        first.astimezone(UTC), second.astimezone(UTC)  # raises if they are outside the calendar
    except OverflowError as error:
        raise BadTimeError(f"a date and a time, as {FORM}") from error
    return first, second
