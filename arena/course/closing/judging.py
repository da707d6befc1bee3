"""What counts for each author of a closed assignment, by what is locked and the time that was given."""

from arena.course.closing.choosing import Choice, Terms, choose
from arena.course.closing.lock import Lock, Locked
from arena.course.folder import Course
from arena.course.plan.late import BUDGET
from arena.course.plan.plan import Assignment
from arena.errors import ArenaError


def terms_of(course: Course, assignment: Assignment, author: str) -> Terms:
    """What the hand-ins of an author are judged by; raises ArenaError [close-first] for a budget."""
    late = assignment.keys.late
    left = _budget_left(course, assignment, author) if late.rule == BUDGET else 0
    return Terms(course.extensions.deadline(assignment, author), late, left)


def judged(course: Course, assignment: Assignment, lock: Lock, author: str) -> Choice:
    """What counts for an author; raises ArenaError [close-again] if that depends on what nobody has tried yet."""
    hand_ins = {one.place: one for one in lock.of(author)}
    choice = choose(
        [one.receipt() for one in hand_ins.values()],
        terms_of(course, assignment, author),
        lambda place: _known(hand_ins[place], assignment),
    )
    entered = next((one.place for one in lock.entered if one.author == author), "")
    if choice.counts != entered:
        raise close_again(assignment, "another hand-in counts now, by what the course says of deadlines and lateness")
    return choice


def close_again(assignment: Assignment, why: str) -> ArenaError:
    """The complaint of a lock that another has to follow."""
    return ArenaError(
        "close-again",
        f"{assignment.name} was closed, but {why}",
        f"arena course close {assignment.name} locks what counts now; what was played is kept",
    )


def _known(one: Locked, assignment: Assignment) -> str:
    if one.broken is None:
        raise close_again(assignment, "a hand-in counts now that was not tried then")
    return one.broken


def _budget_left(course: Course, assignment: Assignment, author: str) -> int:
    """Days of the budget that an author has not used for earlier assignments."""
    left = course.plan.keys.late_days
    for earlier in course.plan.before(assignment):
        if earlier.keys.late.rule != BUDGET:
            continue
        lock = Lock.read(course, earlier.name)
        if lock is None:
            raise ArenaError(
                "close-first",
                f"{assignment.name} takes late days of the same budget as {earlier.name}, which is not closed yet",
                f"arena course close {earlier.name}",
            )
        left -= earlier.keys.late.days_charged(judged(course, earlier, lock, author).days)
    return left
