"""How an assignment stands: what was handed in, and what would count now as far as it was tried."""

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from arena.course.closing.arrivals import arrivals, came_since, content_of
from arena.course.closing.choosing import Receipt, choose
from arena.course.closing.judging import all_terms
from arena.course.closing.lock import Lock
from arena.course.folder import Course
from arena.course.handins.finding import Found
from arena.course.handins.validity import Checked, Validity
from arena.course.plan.plan import Assignment
from arena.course.plan.times import said
from arena.errors import ArenaError
from arena.league.schedules.contract import counted
from arena.sandbox.box import Box
from arena.sandbox.levels import AUTO, Level


class Status(NamedTuple):
    """What there is to be shown."""

    rows: tuple[tuple[str, ...], ...]
    sentence: str
    found: Found
    notes: tuple[str, ...]
    """What has to be known of it, each in a sentence."""
    alike: tuple[str, ...]
    """Hand-ins of several authors with the very same files, each in a sentence: a hint, and nothing more."""


def status_rows(course: Course, assignment: Assignment) -> Status:
    """The status of an assignment; raises ArenaError."""
    zone, notes = course.plan.zone, []
    lock = Lock.read(course, assignment.name)
    if lock:
        course = lock.as_closed(course, joined=True)
    there = arrivals(course, assignment.name, lock)
    found, verdicts = there.found, {one.place: one.broken for one in lock.hand_ins} if lock else {}
    kept = _kept(course)
    try:
        all_of = all_terms(course, assignment)
    except ArenaError as error:
        if error.code != "close-first":
            raise
        notes.append(f"{error.message}: it is shown as if no day were used there")
        all_of = all_terms(course, assignment, unclosed=True)
    rows, contents, nothing = [], defaultdict(list), 0
    for author, terms in all_of.items():
        own = {one.place: one for one in found.of(author)}
        hashes = {place: content_of(one.path) for place, one in own.items()}
        for place, content in hashes.items():
            contents[content].append((author, place))

        def broken(place: str, hashes: dict[str, str] = hashes) -> str:
            known = verdicts.get(place)
            return next((one.broken for one in kept(hashes[place])), "") if known is None else known

        choice = choose([Receipt(one.place, one.received) for one in own.values()], terms, broken)
        head = (author, course.roster.alias(author), said(terms.deadline, zone))
        nothing += not own
        rows += [
            (*head, fate.place, said(own[fate.place].received, zone), own[fate.place].by, _short(fate.sentence()))
            for fate in choice.fates
        ]
        if not own:
            rows.append((*head, "", "", "", "nothing"))
    locked = f"; closed, final {lock.league}" if lock else ""
    missing = (
        f"{nothing} of {counted(len(all_of), 'author')} handed in nothing" if nothing else "something of all authors"
    )
    sentence = f"{counted(len(found.hand_ins), 'hand-in')}; {missing}{locked}"
    alike = [
        f"the same files: {', '.join(f'{author} ({place})' for author, place in those)}"
        for those in contents.values()
        if len({author for author, _ in those}) > 1
    ]
    if lock and there.since:
        notes.append(came_since(course, lock))
    return Status(tuple(rows), sentence, found, (*notes, *there.receipts), tuple(alike))


def _kept(course: Course) -> Callable[[str], list[Checked]]:
    """What was found of a content, at any level that the course's bots may be confined at."""
    keys = course.plan.keys
    levels = list(Level) if keys.sandbox == AUTO else [Level(keys.sandbox)]
    boxes = [Box(level, keys.limits) for level in levels]
    known = [Validity(course.checks(), keys.game, box, course.plan.build_network()).known for box in boxes]
    return lambda content: [checked for of in known if (checked := of(content))]


def _short(fate: str) -> str:
    return fate if len(fate) <= 60 else f"{fate[:59]}…"
