"""Tests the baselines that the course itself provides, copies them into a final, and records them in the lock file.

A baseline is a bot that students get points for beating. The course's own baselines are tested and copied like
hand-ins; baselines that are house bots come with the arena and need no test.
"""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.archives.unpacking import unpack_any
from arena.building.bundle import pack
from arena.building.house import MANIFEST
from arena.building.manifest import Manifest, read_manifest
from arena.course.closing.lock import BASELINES, Lock, OwnBaseline
from arena.course.folder import Course
from arena.course.handins.content import BOUNDS, unpack_bot
from arena.course.handins.validity import Validity
from arena.course.plan.plan import Assignment
from arena.errors import ArenaError
from arena.sandbox.box import Box
from arena.text import one_line


def baseline_names(assignment: Assignment) -> dict[str, str]:
    """Maps each baseline's name in grades to the name under which it plays in matches."""
    return {one.name: one.at_table() for one in assignment.baselines}


def same_baselines(assignment: Assignment, lock: Lock) -> bool:
    """Whether the assignment's baselines are still those recorded in its lock; their order does not matter."""
    own = {(bot.name, bot.content_hash.hex()) for bot in _own(assignment)}
    names = {one.name for one in assignment.baselines}
    return names == {*lock.baselines} and own == {(one.name, one.content) for one in lock.own}


def demand_working(course: Course, assignment: Assignment, box: Box, tell: Callable[[str], None]) -> None:
    """Raises an error if a baseline that the course itself provides does not work: the first one from `failing`."""
    for error in failing(course, assignment, box, tell):
        raise error


def failing(course: Course, assignment: Assignment, box: Box, tell: Callable[[str], None]) -> Iterator[ArenaError]:
    """Tests the course's own baselines in the same way as hand-ins; yields an error for each that does not work.

    An error is ArenaError [broken-baseline], or an ArenaError raised while the baseline was packed or tested. Calls
    `tell` with a sentence about each valid baseline.
    """
    validity = Validity(course.checks(), course.plan.keys.game, box, course.plan.build_network())
    for bot in _own(assignment):
        try:
            with as_handed_in(bot) as folder:
                checked = validity.of(folder, bot.name)
        except ArenaError as error:
            yield error
            continue
        if checked.broken:
            yield ArenaError(
                "broken-baseline",
                one_line(f"the baseline {bot.name} in {bot.folder} does not work: {checked.broken}"),
                checked.advice or f"run arena check {bot.folder} for details",
            )
        else:
            tell(one_line(f"the baseline {bot.name}: valid"))


@contextmanager
def as_handed_in(bot: Manifest) -> Iterator[Path]:
    """Yields a temporary copy of a baseline's folder, with only the files that belong in a hand-in.

    Raises ArenaError if the baseline cannot be packed or unpacked. ArenaErrors raised inside the `with` block name the
    original folder instead of the temporary one.
    """
    with TemporaryDirectory(prefix="arena-baseline-") as beside:
        folder = Path(beside) / "bot"
        unpack_any(io.BytesIO(pack(bot).archive), folder, f"the baseline {bot.name}", BOUNDS)
        try:
            yield folder
        except ArenaError as error:
            said = error.message.replace(str(folder), str(bot.folder))
            raise ArenaError(error.code, said, error.hint) from error


def copy_own(course: Course, assignment: Assignment, final: Path) -> list[str]:
    """Copies the baselines that the course provides into a final's folder; returns the copies' paths in that folder."""
    return [_copied(bot, final, number, course.plan.keys.game) for number, bot in enumerate(_own(assignment), start=1)]


def locked_own(assignment: Assignment, final: Path) -> tuple[OwnBaseline, ...]:
    """Returns the records of the course's own baselines for the lock file.

    The final's folder must already contain copies of these baselines.
    """
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
        unpack_bot(pack(bot).archive, final / place, bot.name, game)
    except ArenaError as error:
        raise ArenaError(error.code, f"the baseline {bot.name} in {bot.folder}: {error.message}", error.hint) from error
    return place
