"""Runs a rehearsal week by week: hand-ins, extensions, finals and grades.

Rule: a rehearsal runs the same code as a real course; only the clock is moved forward.
"""

from pathlib import Path
from typing import NamedTuple

from arena.course.closing.closing import close
from arena.course.closing.lock import Lock
from arena.course.closing.trials import Tell
from arena.course.extend import extend
from arena.course.final_play import play_final
from arena.course.folder import Course
from arena.course.grading.grade_files import write_books, write_overview
from arena.course.grading.grading import Book, grades
from arena.course.new_course import found_course
from arena.course.plan.plan import Assignment
from arena.course.plan.times import later
from arena.course.publishing.identities import Names
from arena.course.publishing.publishing import published_texts
from arena.course.rehearsal.invented_course import Scale, hand_in, with_students, write_plan
from arena.course.rehearsal.stories import Story, story_of
from arena.errors import ArenaError
from arena.games.registry import DEFAULT_GAME
from arena.sandbox.box import box_at
from arena.sandbox.level_proof import proved
from arena.tournament.league_run import LeagueFollower


class Rehearsed(NamedTuple):
    """The result of a rehearsal that succeeded."""

    course: Course
    books: list[Book]
    stories: dict[tuple[str, str], Story]
    """The story that each author had in an assignment; the keys are the author and the assignment's name."""
    published: int
    """The number of files that students may see; all of them were checked to identify nobody."""


def rehearse(folder: Path, scale: Scale, sandbox: str, follower: LeagueFollower, tell: Tell) -> Rehearsed:
    """Rehearses a course in a new folder.

    Raises ArenaError, such as [told-name] if a file for students names anybody.
    """
    found_course(folder, DEFAULT_GAME, "Europe/Berlin", "2026-03-08 23:59")
    write_plan(folder, scale, sandbox)
    course = with_students(Course.open(folder), scale.students)
    books: list[Book] = []
    stories: dict[tuple[str, str], Story] = {}
    for week, assignment in enumerate(course.plan.assignments):
        of_week = {author: story_of(number, week) for number, author in enumerate(course.roster.authors())}
        stories |= {(author, assignment.name): story for author, story in of_week.items()}
        hand_in(course, assignment, week)
        lock = _closed(folder, assignment, sandbox, of_week, tell)
        course = Course.open(folder)
        play_final(course, lock, scale.workers, follower)
        books.append(grades(course, assignment))
        write_books(course, books[-1])
    write_overview(course, books)
    return Rehearsed(course, books, stories, demand_nameless(course))


def _closed(folder: Path, due: Assignment, sandbox: str, stories: dict[str, Story], tell: Tell) -> Lock:
    """Gives extensions and closes an assignment; returns the `submissions.lock` of the last closing.

    If the stories include extensions after the closing, gives these too, and closes the assignment again.
    """
    box = box_at(proved(sandbox).level, Course.open(folder).plan.keys.limits)
    for afterwards in (False, True):
        given = {author: one.extended for author, one in stories.items() if one.afterwards == afterwards}
        for author, time in given.items():
            if time:
                course, until = Course.open(folder), due.deadline.replace(tzinfo=None) + time
                student = course.roster.authors()[author][0]
                tell(extend(course, due.name, student.id, until.isoformat(" "), "ill"))
        if given or not afterwards:
            lock = close(Course.open(folder), due, box, tell, now=later(due.deadline, 30), early=False).lock
    return lock


def demand_nameless(course: Course) -> int:
    """Checks all files that students may see, and returns their number.

    Raises ArenaError [told-name] if one of them identifies somebody.
    """
    names, count = Names(course.roster.secrets()), 0
    for path, text in published_texts(course):
        if said := names.found(text):
            raise ArenaError(
                "told-name",
                f"{path} contains {said!r}, which identifies a student",
                "do not publish this file, and report the error to the developers of the arena",
            )
        count += 1
    return count
