"""Tests hand-ins before the deadline as closing would, but without locking, drawing a seed or grading."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from arena.course.closing.baselines import failing, same_baselines
from arena.course.closing.counting import Choice, Terms
from arena.course.closing.judging import all_terms_by_now
from arena.course.closing.lock import Lock, Locked
from arena.course.closing.trials import Tell, as_locked, demand_aliases, judge_of
from arena.course.folder import Course
from arena.course.handins.downloads import Found
from arena.course.plan.plan import Assignment
from arena.errors import ArenaError
from arena.sandbox.box import Box

ASK: Final = "ask your teacher to install this on the machine that tests bots, or hand in a bot that does not need this"


@dataclass(frozen=True, slots=True)
class Tried:
    """The result of testing the hand-ins that would count now."""

    course: Course
    """The course. If the assignment is closed, students have the groups and aliases that they had at the closing."""
    terms: dict[str, Terms]
    """The terms for judging hand-ins (deadline, late rule, remaining late days), by author."""
    choices: dict[str, Choice]
    hand_ins: tuple[Locked, ...]
    """The records that closing the assignment now would make of the hand-ins, in order of receipt."""
    found: Found
    notes: tuple[str, ...]
    """A sentence if `terms` assumes that no late days were used in earlier, unclosed assignments; otherwise empty."""
    hindrances: tuple[str, ...]
    """Sentences about problems that prevent the assignment from being closed."""

    def of(self, author: str) -> tuple[Locked, ...]:
        """The hand-ins of one author."""
        return tuple(one for one in self.hand_ins if one.author == author)

    def working(self) -> dict[str, str]:
        """The hand-ins that count and are known to work, by author; each is given by its path in the folder of
        downloads.
        """
        counting = {author: choice.counting() for author, choice in self.choices.items()}
        return {author: fate.place for author, fate in counting.items() if fate and not fate.why}


def try_all(course: Course, assignment: Assignment, box: Box, tell: Tell, *, now: datetime) -> Tried:
    """Tests the hand-ins and the course's baselines as closing would, and stores the results.

    A hand-in is tested only if its result decides which hand-in of its author counts. If this machine lacks something
    that a hand-in needs, the hand-in is treated as working, and a sentence is added to `Tried.hindrances`. Raises
    ArenaError, such as [changed-hand-in].
    """
    before = Lock.read(course, assignment.name)
    if before:
        course = as_locked(course, before, tell)
    terms, notes = all_terms_by_now(course, assignment)
    judge = judge_of(course, assignment, before, box, tell, goes_on=True)
    choices = judge.choices(terms)
    hand_ins = tuple(replace(one, advice=ASK) if one.place in judge.lacking else one for one in judge.facts(now))
    broken = () if before and same_baselines(assignment, before) else failing(course, assignment, box, tell)
    hindrances = _hindrances(course, [*broken, *judge.lacking.values()])
    return Tried(course, terms, choices, hand_ins, judge.found, notes, tuple(hindrances))


def _hindrances(course: Course, errors: list[ArenaError]) -> list[str]:
    """Checks the authors' aliases; returns a sentence, with the next step, for each error that prevents closing.

    `errors`: the errors found before; an error in the aliases is added to them.
    """
    try:
        demand_aliases(course)
    except ArenaError as error:
        errors.append(error)
    return [
        f"the assignment cannot be closed until this error is corrected: {error.message}; {error.hint}"
        for error in errors
    ]
