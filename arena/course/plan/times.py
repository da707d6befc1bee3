"""Reads, computes and shows times in a course's time zone, including daylight saving.

Rule 1: each day late ends at the clock time of the deadline. A day on which clocks are changed therefore has 23 or 25
hours.
Rule 2: when clocks are changed, some clock times do not exist, and others exist twice. If an organiser writes such a
time without an offset, it is an error. If it is the time of a receipt, it is read as early as possible, in the author's
favour.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

FORM: Final = "2026-03-01 23:59"
"""An example of a date and time in the expected form, for messages."""
MOST_DAYS: Final = 3_660
"""The maximum number of days late that are counted; an even later hand-in counts as this many days late."""
END: Final = 9_900
"""The first year that is not allowed. The limit leaves room, within the years that Python supports, for times that are
computed from valid times.
"""


class BadTimeError(ValueError):
    """The error for a text that is no valid date and time.

    Its message describes a valid date and time, so that the message fits after the word "expected".
    """


def zone_of(name: str) -> ZoneInfo | None:
    """Returns the time zone with this name; None if there is no such zone."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def moment_of(value: object, zone: ZoneInfo) -> datetime:
    """Reads a date and time that an organiser wrote, as a text or as a date-time of TOML; raises BadTimeError.

    `zone`: the time zone for a value without an offset.
    """
    moment = _parsed(value)
    if moment.tzinfo:
        return _within(moment, zone)
    first, second = _readings(moment, zone)
    if first.utcoffset() == second.utcoffset():
        return first
    if first.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != moment:
        raise BadTimeError(f"a time that exists in {zone.key}, where clocks are put forward past this time")
    raise BadTimeError(
        f"a time with its offset, such as {first.isoformat(' ')}, because clocks in {zone.key} show this time twice"
    )


def receipt_of(value: object, zone: ZoneInfo) -> datetime:
    """Reads the time at which a hand-in was received, as another program wrote it.

    Raises BadTimeError if the value is no valid date and time.
    `zone`: the time zone for a value without an offset.
    """
    moment = _parsed(value)
    return _within(moment if moment.tzinfo else min(_readings(moment, zone), key=datetime.timestamp), zone)


def days_late(received: datetime, deadline: datetime, grace_minutes: int) -> int:
    """Returns the number of days that a hand-in is late; 0 if it was received up to the deadline, or within the minutes
    of grace after the deadline.
    """
    moment, grace = received.astimezone(UTC), timedelta(minutes=grace_minutes)
    days = max(0, min(MOST_DAYS, (moment - deadline.astimezone(UTC)).days - 1))
    while days < MOST_DAYS and moment > later(deadline, days) + grace:
        days += 1
    return days


def later(deadline: datetime, days: int) -> datetime:
    """Returns the moment `days` calendar days after a deadline, at the same clock time.

    If that clock time occurs twice because of daylight saving, the result is the later moment.
    """
    if not days:
        return deadline.astimezone(UTC)
    by_clock = deadline + timedelta(days=days)
    return max(by_clock.replace(fold=fold).astimezone(UTC) for fold in (0, 1))


def said(moment: datetime, zone: ZoneInfo) -> str:
    """A moment as text for people, in this time zone; seconds are shown only if they are not 0."""
    return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S %Z").replace(":00 ", " ", 1)


def span(time: timedelta) -> str:
    """Returns a duration as text, rounded down to its two largest units, such as `3 days 4 hours` or `12 minutes`."""
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
    """Whether a text is a date without a time, which parsing would take as midnight at the beginning of the day."""
    try:
        date.fromisoformat(said)
    except ValueError:
        return False
    return True


def _within(moment: datetime, zone: ZoneInfo) -> datetime:
    """Returns the same moment in another time zone; raises BadTimeError if the result is outside Python's calendar."""
    try:
        return moment.astimezone(zone)
    except OverflowError as error:
        raise BadTimeError(f"a date and a time, as {FORM}") from error


def _readings(moment: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Returns the two moments that a clock time can mean; they differ only if clocks are changed at that time."""
    try:
        first, second = moment.replace(tzinfo=zone, fold=0), moment.replace(tzinfo=zone, fold=1)
        first.astimezone(UTC), second.astimezone(UTC)  # raises if they are outside the calendar
    except OverflowError as error:
        raise BadTimeError(f"a date and a time, as {FORM}") from error
    return first, second
