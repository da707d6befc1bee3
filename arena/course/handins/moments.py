"""Reads dates and times as school systems and spreadsheets write them, in four languages.

Missing seconds count as 0. Moodle writes no seconds (source: the text `strftimedaydatetime` in its language packs).
Rule 1: an ambiguous date, such as 2/3/2026, is an error, and so is a weekday that does not fit the date.
"""

import re
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from arena.course.plan.times import FORM, BadTimeError, receipt_of

MONTHS: Final = {
    month: number
    for months in (
        "january february march april may june july august september october november december",
        "januar februar märz april mai juni juli august september oktober november dezember",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "januari februari maart april mei juni juli augustus september oktober november december",
        "jänner feber",
    )
    for number, month in enumerate(months.split(), start=1)
}
WEEKDAYS: Final = {
    day: number
    for days in (
        "monday tuesday wednesday thursday friday saturday sunday",
        "montag dienstag mittwoch donnerstag freitag samstag sonntag",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
        ". . . . . sonnabend .",
    )
    for number, day in enumerate(days.split())
}
CLOCK: Final = r",? (?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d))?(?: ?(?P<half>[ap])\.?m\.?)?"
DATES: Final = tuple(
    re.compile(rf"(?:(?P<weekday>[^\W\d_]+),? )?{form}{CLOCK}")
    for form in (
        r"(?P<day>\d{1,2})(?:\.|er|st|nd|rd|th)? (?P<month>[^\W\d_]+),? (?P<year>\d{4})",
        r"(?P<month>[^\W\d_]+) (?P<day>\d{1,2}), (?P<year>\d{4})",
        r"(?P<day>\d{1,2})\.(?P<number>\d{1,2})\.(?P<year>\d{4})",
    )
)
NOON: Final = 12


def received_at(said: str, zone: ZoneInfo) -> datetime:
    """Returns the moment that the text of a receipt states, in ISO 8601 or in a school system's form; raises
    BadTimeError.

    `zone`: the time zone if the text has none.
    """
    text = " ".join(said.casefold().split())
    found = next((match for form in DATES if (match := form.fullmatch(text))), None)
    return receipt_of(_iso(found) if found else said, zone)


def _iso(found: re.Match[str]) -> str:
    """The ISO 8601 text of a matched date and time; raises BadTimeError if no such date or time exists."""
    parts = found.groupdict()
    month = int(parts["number"]) if parts.get("number") else MONTHS.get(parts["month"], 0)
    hour, half = int(parts["hour"]), parts["half"]
    if half and 0 < hour <= NOON:  # some languages write am or pm behind an hour of 0 to 23, too
        hour = hour % NOON + (NOON if half == "p" else 0)
    elif half and (half == "p") is not (hour > NOON):
        raise BadTimeError(f"a date and a time, as {FORM}")
    try:
        day = date(int(parts["year"]), month, int(parts["day"]))
    except ValueError as error:
        raise BadTimeError(f"a date and a time, as {FORM}") from error
    if parts["weekday"] and WEEKDAYS.get(parts["weekday"]) != day.weekday():
        raise BadTimeError("a weekday that fits the date")
    return f"{day} {hour:02}:{parts['minute']}:{parts['second'] or '00'}"
