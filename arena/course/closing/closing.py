"""Closes an assignment: tests hand-ins, records them in a lock file, creates the final, and publishes the commitment to
its seed.

Rule 1: a hand-in that the lock file records (a locked hand-in) must not change. If one has changed, closing the
assignment again is an error.
Rule 2: an assignment may be closed again, for example after an extension. This also locks the hand-ins that have
arrived since. Another final is made only if other hand-ins count or the baselines have changed, or if the number of
blocks (groups of matches with the same deal) was changed before the present final began.
Rule 3: the lock file also records which students belong to each group, and the results of testing the hand-ins.
"""

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from arena.course.closing.announcement import FINAL_TEXT, final_text
from arena.course.closing.arrivals import iso
from arena.course.closing.baselines import baseline_names, demand_working, locked_own, same_baselines
from arena.course.closing.counting import Choice, Terms
from arena.course.closing.final import as_planned, found_final, is_begun, make_final, next_number
from arena.course.closing.judging import all_terms
from arena.course.closing.lock import FINAL, Author, Lock, Locked
from arena.course.closing.trials import Tell, as_locked, demand_aliases, judge_of
from arena.course.folder import Course
from arena.course.handins.downloads import Found
from arena.course.plan.plan import Assignment
from arena.course.plan.times import said
from arena.errors import ArenaError
from arena.sandbox.box import Box


class Closed(NamedTuple):
    """The result of closing an assignment: its lock file's content, the chosen hand-ins, and whether a new final was
    made.
    """

    lock: Lock
    choices: dict[str, Choice]
    """The choice among each author's hand-ins, by author."""
    found: Found
    new_final: bool


def close(course: Course, assignment: Assignment, box: Box, tell: Tell, *, now: datetime, early: bool) -> Closed:
    """Closes an assignment with the hand-ins that count now.

    Raises ArenaError, such as [no-alias]; unless `early`, also [too-early] if an author may still hand in.
    """
    before = Lock.read(course, assignment.name)
    if before:
        course = as_locked(course, before, tell)
    demand_aliases(course)
    terms = all_terms(course, assignment)
    if not early:
        _demand_over(course, assignment, terms, now)
    as_before = before is not None and same_baselines(assignment, before)
    if not as_before:
        demand_working(course, assignment, box, tell)
    judge = judge_of(course, assignment, before, box, tell)
    choices, locked = judge.choices(terms), judge.facts(now)
    counts = {author: choice.counts for author, choice in choices.items() if choice.counts}
    entered = {one.author: one.place for one in before.entered} if before else {}
    same = as_before and counts == entered
    if before and same and not as_planned(course, assignment, before):
        same = is_begun(course, before)
        if same:
            tell(f"{before.league} has begun, so its number of blocks stays the same, even if blocks_each has changed")
    if before and same:
        lock = replace(before, authors=_authors(course), hand_ins=locked)
        lock.write(course, {})
    else:
        lock = _with_final(course, assignment, counts, judge.found, before, locked, now)
    return Closed(lock, choices, judge.found, new_final=not same)


def _demand_over(course: Course, assignment: Assignment, terms: dict[str, Terms], now: datetime) -> None:
    """Raises ArenaError [too-early] as long as any author can still hand in, even late."""
    last = max((one.end() for one in terms.values()), default=assignment.deadline)
    if now <= last:
        raise ArenaError(
            "too-early",
            f"the assignment {assignment.name} accepts hand-ins until {said(last, course.plan.zone)}, but the "
            f"time now is {said(now, course.plan.zone)}",
            "run this command again after the last time for hand-ins, or close the assignment now with --early",
        )


def _authors(course: Course) -> tuple[Author, ...]:
    return tuple(
        Author(author, students[0].alias, tuple(student.id for student in students))
        for author, students in course.roster.authors().items()
    )


def _with_final(
    course: Course,
    assignment: Assignment,
    counts: dict[str, str],
    found: Found,
    before: Lock | None,
    locked: tuple[Locked, ...],
    now: datetime,
) -> Lock:
    """Makes a new final, and writes the lock file and the text that is published; returns the lock file's content.

    `counts`: the paths, in the folder of downloads, of the hand-ins that count, by author.
    """
    paths = {one.place: one.path for one in found.hand_ins}
    number = next_number(course, assignment, before.number if before else 0)
    entered = make_final(course, assignment, number, {author: paths[place] for author, place in counts.items()}, counts)
    league, commitment = found_final(course, assignment, number)
    names = baseline_names(assignment)
    lock = Lock(
        assignment.name,
        number,
        iso(now),
        league.name,
        commitment,
        baselines=tuple(names),
        authors=_authors(course),
        hand_ins=locked,
        entered=entered,
        own=locked_own(assignment, course.closed(assignment.name) / f"{FINAL}-{number}"),
    )
    aliases = sorted([*(one.alias for one in entered), *names.values()])
    lock.write(course, {course.public(league.name) / FINAL_TEXT: final_text(lock, aliases)})
    return lock
