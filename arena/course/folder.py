"""The layout of a course's folder, and the part of it that students may see.

Rule 1: only files below `public` are meant for students, and these files identify nobody.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from arena.course.people.aliases import Taken
from arena.course.people.extensions import EXTENSIONS, Extensions, read_extensions
from arena.course.people.roster import ROSTER, Roster, other_columns, read_roster
from arena.course.plan.plan import COURSE, Plan, read_plan
from arena.errors import ArenaError
from arena.files.locks import Lock
from arena.files.whole import write_whole

DOWNLOADS: Final = "downloads"
CHECKS: Final = "checks"
CLOSED: Final = "closed"
RESULTS: Final = "results"
GRADES: Final = "grades"
FEEDBACK: Final = "feedback"
STANDINGS: Final = "standings"
PUBLIC: Final = "public"
BUSY: Final = ".busy"


@dataclass(frozen=True, slots=True)
class Course:
    """A course as described by the files in its folder."""

    folder: Path
    plan: Plan
    roster: Roster
    extensions: Extensions

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Opens the course in a folder; raises ArenaError if the folder is no course, or if one of its files is
        invalid.
        """
        _demand_course(folder)
        plan = read_plan(folder / COURSE)
        roster = read_roster(folder / ROSTER, Taken(plan.own_baselines()))
        return cls(folder, plan, roster, read_extensions(folder / EXTENSIONS, plan, roster))

    def downloads(self, assignment: str) -> Path:
        """The folder into which the organiser puts the downloaded hand-ins of an assignment."""
        return self.folder / DOWNLOADS / assignment

    def checks(self) -> Path:
        """The folder with the stored results of testing hand-ins."""
        return self.folder / CHECKS

    def closed(self, assignment: str) -> Path:
        """The folder with the lock file and the finals of a closed assignment."""
        return self.folder / CLOSED / assignment

    def results(self, league: str) -> Path:
        """The folder with the results of a final; `league` is the name of the final's league."""
        return self.folder / RESULTS / league

    def grades(self, assignment: str) -> Path:
        """The folder with an assignment's grades, which only the organiser may see."""
        return self.folder / GRADES / assignment

    def feedback(self, assignment: str) -> Path:
        """The folder of the pages that show students, before the closing, which hand-in would count."""
        return self.folder / FEEDBACK / assignment

    def standings(self, assignment: str) -> Path:
        """The folder with the league and the match records of an assignment's latest preliminary table."""
        return self.folder / STANDINGS / assignment

    def public(self, assignment: str) -> Path:
        """The folder of public files about an assignment or a final."""
        return self.folder / PUBLIC / assignment

    def keep_roster(self, roster: Roster) -> None:
        """Writes the roster file; columns that somebody has added to the file are kept."""
        path = self.folder / ROSTER
        write_whole({path: roster.text(other_columns(path, roster))})

    def keep_extensions(self, extensions: Extensions) -> None:
        """Writes the file `extensions.csv`, which lists the students' extensions."""
        write_whole({self.folder / EXTENSIONS: extensions.text(self.plan.zone)})


def _demand_course(folder: Path) -> None:
    if not (folder / COURSE).is_file():
        raise ArenaError(
            "no-course",
            f"the folder {folder.resolve()} is not a course: it does not contain {COURSE}",
            "change to a course's folder, give the path of a course's folder with --course, or make a course with "
            "arena course init",
        )


@contextmanager
def changing(folder: Path) -> Iterator[Course]:
    """Opens the course in a folder, and keeps other commands from changing it until the `with` block ends.

    Raises ArenaError, such as [busy-course] if another command is changing the course.
    """
    _demand_course(folder)
    with _lock(folder):
        yield Course.open(folder)


def _lock(folder: Path) -> Lock:
    path = folder / BUSY
    try:
        return Lock(path, mode=0o666)  # several people may work on a course, one after the other
    except BlockingIOError as error:
        raise ArenaError(
            "busy-course",
            f"another command is using the course in {folder.resolve()}",
            "wait until that command has ended",
        ) from error
    except OSError as error:
        hint = f"check that you may write to {folder}"
        raise ArenaError("not-written", f"{path} cannot be written: {error.strerror}", hint) from error
