"""Determines the state of an assignment: the hand-ins, and which of them would count, as far as that is known."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from arena.course.closing.arrivals import arrivals, came_since, content_of, demand_unchanged
from arena.course.closing.counting import Choice, Fate, Receipt, Terms, choose
from arena.course.closing.judging import all_terms_by_now
from arena.course.closing.lock import Lock
from arena.course.folder import Course
from arena.course.handins.downloads import Found, HandIn
from arena.course.handins.inspection import Looking
from arena.course.handins.trial_cache import Checked
from arena.course.handins.validity import Validity
from arena.course.plan.plan import Assignment
from arena.course.plan.times import said
from arena.errors import ArenaError
from arena.league.schedules.contract import counted
from arena.sandbox.box import Box
from arena.sandbox.levels import AUTO, Level
from arena.text import one_line

UNTRIED: Final = "not tried yet"


class Status(NamedTuple):
    """The state of an assignment, with a row for each hand-in."""

    rows: tuple[tuple[str, ...], ...]
    sentence: str
    found: Found
    wrong: tuple[str, ...]
    """Sentences about problems of hand-ins, with the next steps."""
    notes: tuple[str, ...]
    """Sentences that the organiser must read, for example about untested hand-ins."""
    alike: tuple[str, ...]
    """Sentences about identical hand-ins of several authors, who may have copied from each other."""


def status_of(course: Course, assignment: Assignment) -> Status:
    """Determines the state of an assignment without starting any bot; untested hand-ins are only unpacked.

    Raises ArenaError if the hand-ins or the course's files cannot be read.
    """
    lock = Lock.read(course, assignment.name)
    if lock:
        course = lock.as_closed(course, joined=True)
    there = arrivals(course, assignment.name, lock)
    all_of, notes = all_terms_by_now(course, assignment)
    look = _Look(course, there.found, lock)
    choices = {author: look.choice(author, terms) for author, terms in all_of.items()}
    rows = [row for author, terms in all_of.items() for row in _rows(course, there.found, author, terms, choices)]
    fates = [fate for choice in choices.values() for fate in choice.fates]
    wrong = [look.sentence(fate) for fate in fates if fate.why not in ("", UNTRIED)]
    told = [*notes, *there.receipts]
    if lock:
        told += _changed(course, lock)
    if lock and there.since:
        told.append(came_since(course, lock))
    if any(fate.why == UNTRIED for fate in fates):
        told.append(f"the latest hand-ins were not tested yet: run arena course try {assignment.name}")
    sentence = _sentence(there.found, all_of, lock)
    return Status(tuple(rows), sentence, there.found, tuple(wrong), tuple(told), tuple(look.alike()))


def _changed(course: Course, lock: Lock) -> Iterator[str]:
    """Yields a sentence about the first hand-in that is missing or changed since the assignment was closed; else
    nothing.
    """
    try:
        demand_unchanged(course, lock)
    except ArenaError as error:
        yield f"{error.message}: {error.hint}"


class _Look:
    """Determines the hand-ins that would count, from stored results or else by unpacking hand-ins without starting
    them.
    """

    def __init__(self, course: Course, found: Found, lock: Lock | None) -> None:
        self._found = found
        self._locked = {one.place: one for one in lock.hand_ins} if lock else {}
        self._validities = _validities(course)
        self._looking = Looking(course.checks(), course.plan.keys.game)
        self._seen: dict[str, Checked] = {}
        """The result for each hand-in that has been judged, by the hand-in's path."""
        self._unproven: dict[str, str] = {}
        """The reasons why it is unknown whether a hand-in works, by the hand-in's path."""
        self._contents: dict[str, list[HandIn]] = defaultdict(list)
        """The hand-ins with the same content, by the hash of the content."""

    def choice(self, author: str, terms: Terms) -> Choice:
        """Judges an author's hand-ins, and chooses the one that counts.

        The verdict on the chosen hand-in says whether this hand-in was tested.
        """
        own = {one.place: one for one in self._found.of(author)}
        hashes = {place: content_of(one.path) for place, one in own.items()}
        for place, content in hashes.items():
            self._contents[content].append(own[place])

        def broken(place: str) -> str:
            self._seen[place] = self._checked(own[place], hashes[place])
            return self._seen[place].broken

        choice = choose([Receipt(one.place, one.received) for one in own.values()], terms, broken)
        why = self._unproven.get(choice.counts)
        return choice.unproven(why) if why else choice.noted(" (tried)")

    def sentence(self, fate: Fate) -> str:
        """One line with the result of a hand-in, and advice for its author."""
        return fate.told(self._seen[fate.place].advice)

    def alike(self) -> Iterator[str]:
        """Sentences about hand-ins of several authors with identical content."""
        for those in self._contents.values():
            if len({one.author for one in those}) > 1:
                yield one_line(f"the same files: {', '.join(f'{one.author} ({one.place})' for one in those)}")

    def _checked(self, one: HandIn, content: str) -> Checked:
        old = self._locked.get(one.place)
        if old and old.broken is not None:
            return Checked(old.broken, old.advice, old.output)
        for validity in self._validities:
            if known := validity.known(content):
                return known
        found, lacking = self._looking.of(one.path, content)
        if not found.broken:
            self._unproven[one.place] = lacking or UNTRIED
        return found


def _validities(course: Course) -> tuple[Validity, ...]:
    """The stored results of testing hand-ins; one object for each sandbox level that the course may use."""
    keys = course.plan.keys
    levels = list(Level) if keys.sandbox == AUTO else [Level(keys.sandbox)]
    boxes = [Box(level, keys.limits) for level in levels]
    return tuple(Validity(course.checks(), keys.game, box, course.plan.build_network()) for box in boxes)


def _rows(
    course: Course, found: Found, author: str, terms: Terms, choices: Mapping[str, Choice]
) -> Iterator[tuple[str, ...]]:
    zone, own = course.plan.zone, {one.place: one for one in found.of(author)}
    head = (author, course.roster.alias(author), said(terms.deadline, zone))
    for fate in choices[author].fates:
        one = own[fate.place]
        yield (*head, fate.place, said(one.received, zone), one.by, fate.short)
    if not own:
        yield (*head, "", "", "", "nothing")


def _sentence(found: Found, all_of: Mapping[str, Terms], lock: Lock | None) -> str:
    nothing = sum(not found.of(author) for author in all_of)
    missing = (
        f"{nothing} of {counted(len(all_of), 'author')} handed in nothing"
        if nothing
        else "all authors handed in something"
    )
    locked = f"; closed, final {lock.league}" if lock else ""
    return f"{counted(len(found.hand_ins), 'hand-in')}; {missing}{locked}"
