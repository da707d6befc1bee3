"""Closing an assignment: hand-ins are tried and locked, the final is founded, and its commitment published.

Rule 1: what was locked stays locked: a hand-in that was changed afterwards is refused.
Rule 2: closing again, after somebody was given time, locks what came since; another final only if another bot plays.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import NamedTuple

from arena.course.closing.announcement import FINAL_TEXT, final_text
from arena.course.closing.choosing import Choice, Receipt, choose
from arena.course.closing.final import baseline_names, found_final, make_final, next_number
from arena.course.closing.judging import terms_of
from arena.course.closing.lock import Lock, Locked
from arena.course.folder import Course
from arena.course.handins.content import hash_of, packed
from arena.course.handins.finding import Found, HandIn, find_hand_ins
from arena.course.handins.validity import Validity
from arena.course.plan.plan import Assignment
from arena.course.plan.times import later, said
from arena.errors import ArenaError
from arena.sandbox.box import Box
from arena.text import one_line
from leaderboards.statistics.bootstrap import ALPHA

Tell = Callable[[str], None]


class Closed(NamedTuple):
    """What closing has come to."""

    lock: Lock
    choices: dict[str, Choice]
    """By author."""
    strangers: tuple[str, ...]
    new_final: bool
    blocks_each: int

    def too_few(self) -> bool:
        """Whether the final has too few blocks for the number of its bots to tell any two of them apart."""
        bots = len(self.lock.entered) + len(self.lock.baselines)
        return 2.0 ** (1 - self.blocks_each) * (bots * (bots - 1) // 2) >= ALPHA


def close(course: Course, assignment: Assignment, box: Box, tell: Tell, *, now: datetime, early: bool) -> Closed:
    """Locks what counts now; raises ArenaError, among them [too-early] while anybody has time left, unless `early`."""
    if not early:
        _demand_over(course, assignment, now)
    before = Lock.read(course, assignment.name)
    found = find_hand_ins(course.downloads(assignment.name), course.roster, course.plan.zone)
    if before:
        demand_unchanged(before, found)
        found = _as_locked(found, before)
    judge = _Judge(
        course,
        assignment,
        found,
        Validity(course.checks(), course.plan.keys.game, box, course.plan.build_network()),
        tell,
    )
    choices = {author: judge.choice(author) for author in course.roster.authors()}
    locked = judge.locked(before, now)
    counts = {author: choice.counts for author, choice in choices.items() if choice.counts}
    entered = {one.author: one.place for one in before.entered} if before else {}
    if before and counts == entered and before.baselines == tuple(baseline_names(assignment)):
        lock = replace(before, hand_ins=locked)
        lock.write(course, {})
        return Closed(lock, choices, found.strangers, new_final=False, blocks_each=assignment.keys.blocks_each)
    lock = _with_final(course, assignment, counts, found, before, locked, now)
    return Closed(lock, choices, found.strangers, new_final=True, blocks_each=assignment.keys.blocks_each)


def demand_unchanged(lock: Lock, found: Found) -> None:
    """Complains of hand-ins that are not what they were when they were locked: ArenaError [changed-hand-in]."""
    there = {one.place: one for one in found.hand_ins}
    for one in lock.hand_ins:
        hand_in = there.get(one.place)
        content = None if hand_in is None else content_of(hand_in)
        if content != one.content:
            how = "is gone" if content is None else f"was changed: its hash is {content}, and was {one.content}"
            raise ArenaError(
                "changed-hand-in",
                f"{one_line(one.place)} {how} since it was locked",
                "put back the file as it was; a later hand-in needs a name of its own",
            )


def content_of(hand_in: HandIn) -> str:
    """The hash of a hand-in as it lies there; of one that is refused, of the reason."""
    try:
        return hash_of(packed(hand_in.path))
    except ArenaError as error:
        return hash_of(error.message.encode())


def _demand_over(course: Course, assignment: Assignment, now: datetime) -> None:
    """Complains while anybody may still hand in, late hand-ins included: ArenaError [too-early]."""
    late = assignment.keys.late
    days = late.most_days if late.rule != "none" else 0
    last = later(course.extensions.last(assignment).astimezone(course.plan.zone), days)
    if now <= last:
        raise ArenaError(
            "too-early",
            f"{assignment.name} can be handed in until {said(last, course.plan.zone)}; "
            f"it is {said(now, course.plan.zone)}",
            "wait until then, or close it now with --early",
        )


@dataclass(slots=True)
class _Judge:
    """Says what counts, and tries what has to be tried for that."""

    course: Course
    assignment: Assignment
    found: Found
    validity: Validity
    tell: Tell
    tried: dict[str, tuple[str, str, str]] | None = None

    def choice(self, author: str) -> Choice:
        """What counts for an author; raises ArenaError."""
        hand_ins = {one.place: one for one in self.found.of(author)}
        return choose(
            [Receipt(one.place, one.received) for one in hand_ins.values()],
            terms_of(self.course, self.assignment, author),
            lambda place: self._broken(hand_ins[place]),
        )

    def locked(self, before: Lock | None, now: datetime) -> tuple[Locked, ...]:
        """The facts of all hand-ins; what was locked before keeps its receipt."""
        known = {one.place: one for one in before.hand_ins} if before else {}
        found = []
        for one in self.found.hand_ins:
            content = content_of(one)
            fresh = Locked(one.place, one.author, _iso(one.received), one.by, _iso(now), content)
            old = known.get(one.place, fresh)
            checked = self.validity.known(content)
            tried = (self.tried or {}).get(one.place)
            if tried:
                old = replace(old, broken=tried[0], advice=tried[1], output=tried[2])
            elif checked and old.broken is None:
                old = replace(old, broken=checked.broken, advice=checked.advice, output=checked.output)
            found.append(old)
        return tuple(sorted(found, key=lambda one: (one.receipt().received, one.place)))

    def _broken(self, hand_in: HandIn) -> str:
        checked = self.validity.of(hand_in.path, self.course.roster.alias(hand_in.author))
        self.tried = (self.tried or {}) | {hand_in.place: (checked.broken, checked.advice, checked.output)}
        self.tell(one_line(f"{hand_in.place}: {checked.broken or 'valid'}"))
        return checked.broken


def _as_locked(found: Found, before: Lock) -> Found:
    """What was found, with the receipts that were locked."""
    known = {one.place: one for one in before.hand_ins}
    hand_ins = [
        replace(one, received=known[one.place].receipt().received, by=known[one.place].by)
        if one.place in known
        else one
        for one in found.hand_ins
    ]
    return Found(tuple(sorted(hand_ins, key=lambda one: (one.received.timestamp(), one.place))), found.strangers)


def _with_final(
    course: Course,
    assignment: Assignment,
    counts: dict[str, str],
    found: Found,
    before: Lock | None,
    locked: tuple[Locked, ...],
    now: datetime,
) -> Lock:
    """Founds the final of what counts, and locks all of it."""
    paths = {one.place: one.path for one in found.hand_ins}
    number = next_number(course, assignment, before.number if before else 0)
    entered = make_final(course, assignment, number, {author: paths[place] for author, place in counts.items()}, counts)
    league, commitment = found_final(course, assignment, number)
    names = baseline_names(assignment)
    lock = Lock(assignment.name, number, _iso(now), league.name, commitment, tuple(names), locked, entered)
    aliases = sorted([*(one.alias for one in entered), *names.values()])
    lock.write(course, {course.public(league.name) / FINAL_TEXT: final_text(lock, aliases)})
    return lock


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
