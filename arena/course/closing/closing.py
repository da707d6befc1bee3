"""Closes an assignment: tries and locks hand-ins, creates the final, and publishes its commitment.

Rule 1: a locked hand-in must not change: if it has, closing again is refused.
Rule 2: closing again, after an extension, locks the hand-ins that came since; it makes another final only if the bots
differ.
Rule 3: the groups of students and the results of trying hand-ins are locked, too.
"""

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from arena.course.closing.announcement import FINAL_TEXT, final_text
from arena.course.closing.arrivals import iso
from arena.course.closing.baselines import baseline_names, demand_working, locked_own, same_baselines
from arena.course.closing.choosing import Choice, Terms
from arena.course.closing.final import as_planned, found_final, is_begun, make_final, next_number
from arena.course.closing.judging import all_terms
from arena.course.closing.lock import FINAL, Author, Lock, Locked
from arena.course.closing.trials import Tell, as_locked, demand_aliases, judge_of
from arena.course.folder import Course
from arena.course.handins.finding import Found
from arena.course.plan.plan import Assignment
from arena.course.plan.times import said
from arena.errors import ArenaError
from arena.sandbox.box import Box


class Closed(NamedTuple):
    """The result of closing an assignment: the lock, the choices, and whether a new final was made."""

    lock: Lock
    choices: dict[str, Choice]
    """The choice among the hand-ins of each author, by author."""
    found: Found
    new_final: bool


def close(course: Course, assignment: Assignment, box: Box, tell: Tell, *, now: datetime, early: bool) -> Closed:
    """Closes an assignment with the hand-ins that count now.

    `early`: also while somebody may still hand in; otherwise ArenaError [too-early] is raised then. Raises other
    ArenaErrors, among them [no-alias].
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
            tell(f"{before.league} has begun, so it keeps its number of blocks, whatever blocks_each is now")
    if before and same:
        lock = replace(before, authors=_authors(course), hand_ins=locked)
        lock.write(course, {})
    else:
        lock = _with_final(course, assignment, counts, judge.found, before, locked, now)
    return Closed(lock, choices, judge.found, new_final=not same)


def _demand_over(course: Course, assignment: Assignment, terms: dict[str, Terms], now: datetime) -> None:
    """Raises ArenaError [too-early] while any author can still hand in, even late."""
    last = max((one.end() for one in terms.values()), default=assignment.deadline)
    if now <= last:
        raise ArenaError(
            "too-early",
            f"{assignment.name} can be handed in until {said(last, course.plan.zone)}; "
            f"it is {said(now, course.plan.zone)}",
            "wait until that time, or close the assignment now with --early",
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
    """Founds a final with the hand-ins that count, by author; writes the lock, and returns it."""
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
