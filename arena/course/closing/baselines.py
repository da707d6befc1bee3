"""The baselines of a final: those of the course's own are tried, copied and locked as hand-ins are."""

from collections.abc import Callable, Iterator
from pathlib import Path

from arena.building.house import MANIFEST
from arena.building.manifest import Manifest, read_manifest
from arena.course.closing.lock import BASELINES, Lock, OwnBaseline
from arena.course.folder import Course
from arena.course.handins.content import packed, unpack_bot
from arena.course.handins.validity import Validity
from arena.course.plan.plan import Assignment
from arena.errors import ArenaError
from arena.sandbox.box import Box
from arena.text import one_line


def baseline_names(assignment: Assignment) -> dict[str, str]:
    """What the baselines are called at the table, by what grades call them."""
    return {one.name: one.at_table() for one in assignment.baselines}


def as_locked(assignment: Assignment, lock: Lock) -> bool:
    """Whether the baselines are, in whatever order, those that were locked."""
    own = {(bot.name, bot.content_hash.hex()) for bot in _own(assignment)}
    names = {one.name for one in assignment.baselines}
    return names == {*lock.baselines} and own == {(one.name, one.content) for one in lock.own}


def demand_working(course: Course, assignment: Assignment, box: Box, tell: Callable[[str], None]) -> None:
    """Tries the baselines of the course's own as hand-ins are tried: one that fails would be beaten by everybody.

    Raises ArenaError [broken-baseline], and what trying a hand-in raises.
    """
    validity = Validity(course.checks(), course.plan.keys.game, box, course.plan.build_network())
    for bot in _own(assignment):
        checked = validity.of(bot.folder, bot.name)
        if checked.broken:
            raise ArenaError(
                "broken-baseline",
                one_line(f"the baseline {bot.name} in {bot.folder} does not work: {checked.broken}"),
                checked.advice or f"arena check {bot.folder} tells more",
            )
        tell(one_line(f"the baseline {bot.name}: valid"))


def copy_own(course: Course, assignment: Assignment, final: Path) -> list[str]:
    """Copies the baselines of the course's own into the folder of a final; their folders, by their paths from there."""
    return [_copied(bot, final, number, course.plan.keys.game) for number, bot in enumerate(_own(assignment), start=1)]


def locked_own(assignment: Assignment, final: Path) -> tuple[OwnBaseline, ...]:
    """What is to be locked of those in the folder of a final."""
    found = []
    for number, bot in enumerate(_own(assignment), start=1):
        place = f"{BASELINES}/{number}"
        copy = read_manifest(final / place / MANIFEST)
        found.append(OwnBaseline(bot.name, bot.content_hash.hex(), place, copy.content_hash.hex()))
    return tuple(found)


def _own(assignment: Assignment) -> Iterator[Manifest]:
    return (one.manifest for one in assignment.baselines if one.manifest)


def _copied(bot: Manifest, final: Path, number: int, game: str) -> str:
    place = f"{BASELINES}/{number}"
    (final / BASELINES).mkdir(exist_ok=True)
    try:
        unpack_bot(packed(bot.folder), final / place, bot.name, game)
    except ArenaError as error:
        raise ArenaError(error.code, f"the baseline {bot.name} in {bot.folder}: {error.message}", error.hint) from error
    return place
