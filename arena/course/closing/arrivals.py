"""Finds the hand-ins of an assignment: those recorded in its lock when it was closed, and those that arrived later.

Rule 1: a hand-in keeps the time of receipt that the lock records. The exception: if that time is only the file's time,
a time from a better source, such as Moodle's worksheet, replaces it.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from arena.course.closing.lock import Lock, Locked
from arena.course.folder import Course
from arena.course.handins.content import hash_of, packed
from arena.course.handins.downloads import FILE_TIME, Found, HandIn, find_hand_ins
from arena.course.plan.times import said
from arena.errors import ArenaError
from arena.text import one_line


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The hand-ins of an assignment, and how they differ from the lock, the record of the assignment's closing."""

    found: Found
    since: tuple[str, ...]
    """The paths, in the folder of downloads, of the hand-ins that the lock does not record. Without a lock, these are
    all hand-ins.
    """
    receipts: tuple[str, ...]
    """Sentences about hand-ins whose present time of receipt differs from the time that the lock records."""


def arrivals(course: Course, assignment: str, lock: Lock | None) -> Arrivals:
    """Returns the hand-ins of an assignment; those recorded in the lock keep the locked times.

    `lock`: the record of the assignment's closing; None if it is not closed. If there is a lock, `course` must be a
    result of `Lock.as_closed`. Raises the errors of `find_hand_ins`.
    """
    folder = course.downloads(assignment)
    found = find_hand_ins(folder, course.roster, course.plan.zone)
    known = {one.place: one for one in lock.hand_ins} if lock else {}
    now = {one.place: one for one in found.hand_ins}
    told, hand_ins = [], [one for one in found.hand_ins if one.place not in known]
    since = tuple(one.place for one in hand_ins)
    for place, locked in known.items():
        received, by = _receipt(locked, now.get(place))
        hand_ins.append(HandIn(place, folder / place, locked.author, received, by))
        told += _difference(course, locked, now.get(place))
    strangers = tuple(name for name in found.strangers if not any(_within(name, place) for place in known))
    hand_ins.sort(key=lambda one: (one.received.timestamp(), one.place))
    return Arrivals(Found(tuple(hand_ins), strangers, found.passed_over), since, tuple(told))


def came_since(course: Course, lock: Lock) -> str:
    """A sentence that states the number of hand-ins that arrived after an assignment was closed; empty if none did."""
    count = len(arrivals(lock.as_closed(course), lock.assignment, lock).since)
    shown = f"{count} hand-ins have" if count > 1 else "a hand-in has"
    there = f"{shown} arrived since {lock.assignment} was closed"
    return f"{there}: run arena course close {lock.assignment} again" if count else ""


def demand_unchanged(course: Course, lock: Lock) -> None:
    """Raises ArenaError [changed-hand-in] if a hand-in that the lock records is missing, or if its content differs from
    the record.
    """
    for one in lock.hand_ins:
        path = course.downloads(lock.assignment) / one.place
        content = content_of(path) if path.exists() or path.is_symlink() else None
        if content != one.content:
            how = "is missing" if content is None else f"has changed: its hash is {content}, but was {one.content}"
            raise ArenaError(
                "changed-hand-in",
                f"the hand-in {one_line(one.place)}, locked when {lock.assignment} was closed, {how}",
                "restore this hand-in from a backup; if a newer hand-in now has the same file name, first rename the "
                "newer hand-in",
            )


def content_of(path: Path) -> str:
    """The hash of a hand-in's present content; if the hand-in cannot be packed, the hash of the error message."""
    try:
        return hash_of(packed(path))
    except ArenaError as error:
        return hash_of(error.message.encode())


def iso(moment: datetime) -> str:
    """A moment in the form that a lock file stores: ISO 8601 text, in UTC."""
    return moment.astimezone(UTC).isoformat()


def _receipt(locked: Locked, now: HandIn | None) -> tuple[datetime, str]:
    """Returns the time of receipt of a hand-in that the lock records, and the source of that time.

    `locked`: the record in the lock; `now`: the same hand-in as it is found now, None if it is missing. The recorded
    time is returned, unless it was only a file's time and `now` has a time from a better source.
    """
    if now and now.by != FILE_TIME and locked.by == FILE_TIME:
        return now.received, now.by
    return locked.receipt().received, locked.by


def _difference(course: Course, locked: Locked, now: HandIn | None) -> list[str]:
    if now is None or now.by == FILE_TIME or iso(now.received) == locked.received:
        return []
    there, then = (said(moment, course.plan.zone) for moment in (now.received, locked.receipt().received))
    place = one_line(locked.place)
    if locked.by == FILE_TIME:
        return [f"{place} was received {there} according to {now.by}, and this time counts; {FILE_TIME} was {then}"]
    sentence = (
        f"{place} was received {there} according to {now.by}, but was locked as received {then} according to "
        f"{locked.by}; the locked time counts; to give more time, run arena course extend"
    )
    return [sentence]


def _within(name: str, place: str) -> bool:
    return f"{one_line(place)}/".startswith(f"{name}/")
