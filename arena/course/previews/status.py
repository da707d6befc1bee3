"""The state of an assignment: hand-ins, and which would count, as far as known."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from arena.course.closing.arrivals import arrivals, came_since, content_of, demand_unchanged
from arena.course.closing.choosing import Choice, Fate, Receipt, Terms, choose
from arena.course.closing.judging import all_terms_by_now
from arena.course.closing.lock import Lock
from arena.course.folder import Course
from arena.course.handins.finding import Found, HandIn
from arena.course.handins.kept import Checked
from arena.course.handins.looking import Looking
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
    """What there is to be shown."""

    rows: tuple[tuple[str, ...], ...]
    sentence: str
    found: Found
    wrong: tuple[str, ...]
    """What is wrong with hand-ins and what to do, each in a sentence."""
    notes: tuple[str, ...]
    """What has to be known of it, each in a sentence."""
    alike: tuple[str, ...]
    """Hand-ins of several authors with the very same files, each in a sentence: a hint, and nothing more."""


def status_of(course: Course, assignment: Assignment) -> Status:
    """The status of an assignment, for which nothing is started; raises ArenaError."""
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
        told.append(f"what counts if it works was not tried yet: arena course try {assignment.name}")
    sentence = _sentence(there.found, all_of, lock)
    return Status(tuple(rows), sentence, there.found, tuple(wrong), tuple(told), tuple(look.alike()))


def _changed(course: Course, lock: Lock) -> Iterator[str]:
    """What is not as it was locked, in a sentence."""
    try:
        demand_unchanged(course, lock)
    except ArenaError as error:
        yield f"{error.message}: {error.hint}"


class _Look:
    """Says what would count, by what is known or can be read."""

    def __init__(self, course: Course, found: Found, lock: Lock | None) -> None:
        self._found = found
        self._locked = {one.place: one for one in lock.hand_ins} if lock else {}
        self._validities = _validities(course)
        self._looking = Looking(course.checks(), course.plan.keys.game)
        self._seen: dict[str, Checked] = {}
        """What is wrong with hand-ins, by their place."""
        self._unproven: dict[str, str] = {}
        """Why nobody knows whether a hand-in works, by its place."""
        self._contents: dict[str, list[HandIn]] = defaultdict(list)
        """By the hash of their files."""

    def choice(self, author: str, terms: Terms) -> Choice:
        """What would count for an author."""
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
        """One line that says what became of a hand-in, and what its author can do."""
        return fate.told(self._seen[fate.place].advice)

    def alike(self) -> Iterator[str]:
        """The hand-ins of several authors with the very same files, each in a sentence."""
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
    """What was tried, at each level that the course's bots may be confined at."""
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
        f"{nothing} of {counted(len(all_of), 'author')} handed in nothing" if nothing else "something of all authors"
    )
    locked = f"; closed, final {lock.league}" if lock else ""
    return f"{counted(len(found.hand_ins), 'hand-in')}; {missing}{locked}"
