"""Writes a page for each student before the deadline: the hand-in that would count, and the next steps."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from arena.course.closing.counting import Choice, Terms
from arena.course.folder import Course
from arena.course.grading.explanation import handed_in, page
from arena.course.grading.grade_files import remove_others
from arena.course.people.student import Student
from arena.course.plan.late import BUDGET
from arena.course.plan.plan import Assignment
from arena.course.plan.times import days_late, said, span
from arena.course.previews.early_trials import Tried
from arena.files.whole import write_whole
from arena.games.game_option import published_option
from arena.league.schedules.contract import counted
from arena.text import one_line


def write_feedback(tried: Tried, assignment: Assignment, *, now: datetime) -> int:
    """Writes a page for each student, and returns the number of pages; raises ArenaError [not-written]."""
    folder = tried.course.feedback(assignment.name)
    pages = {
        folder / f"{student.id}.md": page(list(_lines(tried, assignment, author, student, now)))
        for author, students in tried.course.roster.authors().items()
        for student in students
    }
    write_whole(pages)
    remove_others(folder, pages)
    return len(pages)


def remove_feedback(course: Course, assignment: Assignment) -> int:
    """Removes the students' pages of a closed assignment, because they are out of date; returns the number of pages."""
    folder = course.feedback(assignment.name)
    count = len(list(folder.glob("*.md")))
    remove_others(folder, ())
    with suppress(OSError):  # the folder stays if it has other files
        folder.rmdir()
    return count


def _lines(tried: Tried, assignment: Assignment, author: str, student: Student, now: datetime) -> Iterator[str]:
    """The lines of one student's page; they contain nothing about other students."""
    plan, terms, choice = tried.course.plan, tried.terms[author], tried.choices[author]
    deadline, given = said(assignment.deadline, plan.zone), said(terms.deadline, plan.zone)
    yield f"{plan.keys.name}, {assignment.name}: {_verdict(choice)}"
    yield f"alias: {student.alias or 'none yet'}"
    yield f"as of: {said(now, plan.zone)}; hand-ins are judged again when nobody has time left"
    yield f"deadline: {deadline}; {assignment.late.sentence(plan.keys.late_days)}"
    if given != deadline:
        yield f"extended deadline: {given}"
    if assignment.late.rule == BUDGET:
        yield f"late days left: {terms.budget_left}"
    yield f"time left: {_time_left(tried.course, terms, now)}"
    yield ""
    yield "Handed in:"
    yield from handed_in(plan, tried.of(author), choice)
    yield ""
    yield "To do:"
    yield from (f"  {line}" for line in _to_do(tried.course, terms, choice, student, now))


def _verdict(choice: Choice) -> str:
    """The hand-in that counts now and whether it is late, as text for the first line of the page."""
    counting = choice.counting()
    return f"{counting.place} {counting.short}" if counting else "nothing counts now"


def _time_left(course: Course, terms: Terms, now: datetime) -> str:
    """The time left to hand in, and the last moment at which a hand-in can count, as text."""
    end = terms.end()
    last = f"nothing counts that is received after {said(end, course.plan.zone)}"
    if now > end:
        return f"none; {last}"
    if now <= terms.deadline:
        return f"{span(terms.deadline - now)} until the deadline; {last}"
    days = days_late(now, terms.deadline, terms.late.grace_minutes)
    late = f"{counted(days, 'day')} late" if days else "not late yet, because of the minutes of grace"
    return f"{span(end - now)}; what is handed in now is {late}; {last}"


def _to_do(course: Course, terms: Terms, choice: Choice, student: Student, now: datetime) -> Iterator[str]:
    last = choice.fates[-1] if choice.fates else None
    if now > terms.end():
        yield "nothing can be done any more"
        return
    if last is None:
        yield f"pack the folder of your bot, with its bot.toml in it, as {student.id}.zip or {student.id}.tar.gz"
        yield "hand in this archive where this course collects hand-ins"
    elif last.place == choice.counts and last.why:
        yield "see above: nobody knows yet whether it works"
    elif last.place == choice.counts:
        yield "nothing: what you handed in last works as far as it was tried"
        yield "what you hand in later takes its place, if that works and is not too late"
    else:
        till = f"; till then {choice.counts} counts" if choice.counts else ""
        yield one_line(f"correct the errors in {last.place}, and hand in the bot again before the time is over{till}")
    tried = f"arena check BOT --build-network {course.plan.build_network()}{published_option(course.plan.keys.game)}"
    yield f"at home, where BOT is the folder of your bot: {tried}"
