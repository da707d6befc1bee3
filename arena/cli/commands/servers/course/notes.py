"""Notes that `arena course` prints about hand-ins and receipts."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from arena.cli.terminal.messages import tell
from arena.course.closing.arrivals import came_since
from arena.course.closing.counting import SUPERSEDED, Choice
from arena.course.closing.lock import Lock, Locked
from arena.course.folder import Course
from arena.course.handins.downloads import FILE_TIME, Found
from arena.course.handins.owners import is_typed
from arena.course.handins.receipts import RECEIPTS
from arena.course.handins.worksheets import WORKSHEET
from arena.course.people.extensions import EXTENSIONS
from arena.course.plan.times import said
from arena.course.publishing.withheld_output import Leak
from arena.errors import ArenaError
from arena.system.commands import quoted
from arena.text import one_line
from leaderboards.store.witness import matches_named

MOST_STRANGERS: Final = 10
BY_ITS_NAME: Final = (
    "if Moodle has named it, import the grading worksheet of this assignment; if it is a download of many hand-ins, "
    "unpack it; else name it after an id, an address, a login or a group"
)
TYPED: Final = "it was typed into Moodle, and a bot is a file"
BESIDE: Final = "where a folder has archives, only the archives are hand-ins"


def author_lines(course: Course, hand_ins: Iterable[Locked], author: str, choice: Choice) -> Iterator[str]:
    """Yields lines about an author's hand-ins: first the hand-in that counts, with its time of receipt, then the
    hand-ins with problems.
    """
    own = {one.place: one for one in hand_ins if one.author == author}
    if not own:
        yield f"{author}: nothing was handed in"
        return
    if choice.counts:
        one = own[choice.counts]
        received = said(one.receipt().received, course.plan.zone)
        yield one_line(f"{author}: {one.place}, received {received} (by {one.by})")
    else:
        yield f"{author}: nothing counts"
    for fate in choice.fates:
        if fate.short != SUPERSEDED and (fate.why or fate.place != choice.counts):
            yield f"  {fate.told(own[fate.place].advice)}"


def tell_found(course: Course, assignment: str, found: Found) -> None:
    """Prints warnings for the organiser: downloads that belong to nobody in the roster, skipped files, uncertain times
    of receipt, and extensions for people who are not in the roster.
    """
    folder = course.downloads(assignment)
    for stranger in found.strangers[:MOST_STRANGERS]:
        tell(f"{folder / stranger} belongs to nobody in the roster, or may belong to two students: {BY_ITS_NAME}")
    if len(found.strangers) > MOST_STRANGERS:
        tell(f"and {len(found.strangers) - MOST_STRANGERS} more")
    for file in found.passed_over[:MOST_STRANGERS]:
        tell(f"{folder / file} is not a hand-in: {TYPED if is_typed(file) else BESIDE}")
    if times := sum(one.by == FILE_TIME for one in found.hand_ins):
        tell(
            f"{times} of {len(found.hand_ins)} receipts are times of files, which a download may have changed: "
            f"write the true times into {folder / RECEIPTS}"
        )
    if times := sum(one.by == WORKSHEET for one in found.hand_ins):
        tell(
            f"{times} of {len(found.hand_ins)} receipts are times of {WORKSHEET}, read in {course.plan.zone.key}: "
            "this must be the time zone in the Moodle profile of the person who downloaded the worksheet"
        )
    for stranger in course.extensions.strangers():
        tell(f"{EXTENSIONS} gives time to {one_line(stranger)}, who is not in the roster")


def tell_leaks(course: Course, lock: Lock, leaks: tuple[Leak, ...]) -> None:
    """Prints which bots' output is withheld in published matches, and the texts that may reveal who somebody is.

    Also prints the command that shows all faults with their output. Without leaks, prints nothing.
    """
    matches: dict[tuple[str, str], list[int]] = defaultdict(list)
    for leak in leaks:
        matches[leak.bot, leak.text].append(leak.match)
    for (bot, text), ordinals in matches.items():
        where = matches_named(ordinals)
        tell(one_line(f"what {bot} printed in {where} is withheld; it may reveal who somebody is: {text!r}"))
    if leaks:
        tell(f"see all faults: arena faults {quoted(str(course.results(lock.league)))} --all")


def tell_since(course: Course, lock: Lock) -> None:
    """Prints how many hand-ins arrived after an assignment was closed, or the error that prevented the count."""
    try:
        sentence = came_since(course, lock)
    except ArenaError as error:
        sentence = error.message
    if sentence:
        tell(sentence)
