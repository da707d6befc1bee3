"""Decides which hand-in of each author counts in a closed assignment; uses the assignment's lock and the extensions."""

from arena.course.closing.counting import Choice, Terms, choose
from arena.course.closing.lock import Lock, Locked
from arena.course.folder import Course
from arena.course.plan.late import BUDGET
from arena.course.plan.plan import Assignment
from arena.errors import ArenaError


def all_terms(course: Course, assignment: Assignment, *, unclosed: bool = False) -> dict[str, Terms]:
    """Returns the terms (deadline, late rule and remaining late days) for each author's hand-ins, by author.

    If the assignment is closed, `course` must have the authors as they were at its closing.

    `unclosed`: matters only if this assignment and an earlier one have the late rule `budget`, and the earlier one is
    not closed. If true, the earlier one counts as if nobody had used late days in it. If false, ArenaError
    [close-first] is raised.
    """
    late = assignment.late
    left = _budgets(course, assignment, unclosed=unclosed) if late.rule == BUDGET else {}
    return {
        author: Terms(
            course.extensions.deadline(assignment, author),
            late,
            min((left.get(one.id.casefold(), course.plan.keys.late_days) for one in students), default=0),
        )
        for author, students in course.roster.authors().items()
    }


def all_terms_by_now(course: Course, assignment: Assignment) -> tuple[dict[str, Terms], tuple[str, ...]]:
    """Returns each author's terms, as if nobody had used late days in earlier assignments that are not closed.

    The second result contains a sentence that states this assumption; it is empty if the assumption was not needed.
    """
    try:
        return all_terms(course, assignment), ()
    except ArenaError as error:
        if error.code != "close-first":
            raise
        told = f"{error.message}; they are shown as if no late day had been used before"
        return all_terms(course, assignment, unclosed=True), (told,)


def judged(assignment: Assignment, lock: Lock, author: str, terms: Terms) -> Choice:
    """Returns the choice among those hand-ins of an author that the lock records.

    Raises ArenaError [close-again] if the chosen hand-in is not the one in the final, for example after an extension.
    Raises it also if the choice depends on a hand-in that was not tested at the closing.
    """
    hand_ins = {one.place: one for one in lock.of(author)}
    choice = choose(
        [one.receipt() for one in hand_ins.values()], terms, lambda place: _known(hand_ins[place], assignment)
    )
    entered = next((one.place for one in lock.entered if one.author == author), "")
    if choice.counts != entered:
        raise close_again(
            assignment, "another hand-in counts now under the course's deadlines, extensions and late rules"
        )
    return choice


def close_again(assignment: Assignment, why: str) -> ArenaError:
    """Returns the ArenaError [close-again] for an assignment that must be closed again, with `why` as the reason."""
    return ArenaError(
        "close-again",
        f"the assignment {assignment.name} was closed, but {why}",
        f"run arena course close {assignment.name} to prepare another final with the hand-ins that count "
        "now; the results of the earlier final are kept",
    )


def _known(one: Locked, assignment: Assignment) -> str:
    if one.broken is None:
        raise close_again(assignment, "a hand-in that now counts was not checked at the closing")
    return one.broken


def _budgets(course: Course, assignment: Assignment, *, unclosed: bool) -> dict[str, int]:
    """Returns the number of late days that each student has left for the assignment, by student id in small letters.

    A student without an entry still has the whole budget. `unclosed`: as in `all_terms`.
    """
    left: dict[str, int] = {}
    whole = course.plan.keys.late_days
    for earlier in course.plan.before(assignment):
        if earlier.late.rule != BUDGET:
            continue
        lock = Lock.read(course, earlier.name)
        if lock is None and unclosed:
            continue
        if lock is None:
            raise ArenaError(
                "close-first",
                f"it is unknown how many late days each student has left for {assignment.name}, because the earlier "
                f"assignment {earlier.name} is not closed yet",
                f"close the earlier assignment first, with arena course close {earlier.name}",
            )
        then = lock.as_closed(course)
        for one in lock.authors:
            students = [id_.casefold() for id_ in one.students]
            mine = min(left.get(id_, whole) for id_ in students)
            terms = Terms(then.extensions.deadline(earlier, one.author), earlier.late, mine)
            days = earlier.late.days_charged(judged(earlier, lock, one.author, terms).days)
            left |= {id_: left.get(id_, whole) - days for id_ in students}
    return left
