"""How an assignment stands: what was handed in, and what would count now as far as it was tried."""

from collections import defaultdict
from typing import NamedTuple

from arena.course.closing.choosing import Receipt, choose
from arena.course.closing.closing import content_of
from arena.course.closing.judging import terms_of
from arena.course.closing.lock import Lock
from arena.course.folder import Course
from arena.course.handins.finding import find_hand_ins
from arena.course.handins.validity import Validity
from arena.course.plan.plan import Assignment
from arena.course.plan.times import said
from arena.sandbox.box import UNCONFINED


class Status(NamedTuple):
    """What there is to be shown."""

    rows: tuple[tuple[str, ...], ...]
    sentence: str
    strangers: tuple[str, ...]
    alike: tuple[str, ...]
    """Hand-ins of several authors with the very same files, each in a sentence: a hint, and nothing more."""


def status_rows(course: Course, assignment: Assignment) -> Status:
    """The status of an assignment; raises ArenaError."""
    zone = course.plan.zone
    found = find_hand_ins(course.downloads(assignment.name), course.roster, zone)
    validity = Validity(course.checks(), course.plan.keys.game, UNCONFINED, course.plan.build_network())
    rows, contents, nothing = [], defaultdict(list), 0
    for author in course.roster.authors():
        terms, own = terms_of(course, assignment, author), {one.place: one for one in found.of(author)}
        hashes = {place: content_of(one) for place, one in own.items()}
        for place, content in hashes.items():
            contents[content].append((author, place))

        def broken(place: str, hashes: dict[str, str] = hashes) -> str:
            checked = validity.known(hashes[place])
            return checked.broken if checked else ""

        choice = choose([Receipt(one.place, one.received) for one in own.values()], terms, broken)
        head = (author, course.roster.alias(author), said(terms.deadline, zone))
        nothing += not own
        rows += [(*head, place, said(own[place].received, zone), _short(fate)) for place, fate in choice.fates]
        if not own:
            rows.append((*head, "", "", "nothing"))
    lock = Lock.read(course, assignment.name)
    locked = f"; closed, final {lock.league}" if lock else ""
    sentence = f"{len(found.hand_ins)} hand-ins; nothing of {nothing} of {len(course.roster.authors())} authors{locked}"
    alike = [
        f"the same files: {', '.join(f'{author} ({place})' for author, place in those)}"
        for those in contents.values()
        if len({author for author, _ in those}) > 1
    ]
    return Status(tuple(rows), sentence, found.strangers, tuple(alike))


def _short(fate: str) -> str:
    return fate if len(fate) <= 60 else f"{fate[:59]}…"
