"""`extensions.csv`: who was given more time, and until when. Of two for the same student the later row holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from arena.course.files import read_table, table_text
from arena.course.people.roster import Roster
from arena.course.plan.plan import Assignment, Plan
from arena.course.plan.times import BadTimeError, moment_of
from arena.errors import ArenaError

EXTENSIONS: Final = "extensions.csv"
BAD_EXTENSIONS: Final = "bad-extensions"
HEADINGS: Final = ("assignment", "id", "until", "reason")


@dataclass(frozen=True, slots=True)
class Extension:
    """More time for one student, and for the group the student is in."""

    assignment: str
    id: str
    until: datetime
    reason: str = ""


class Extensions:
    """All that were given, in order."""

    def __init__(self, given: tuple[Extension, ...], roster: Roster) -> None:
        self.given, self._roster = given, roster

    def deadline(self, assignment: Assignment, author: str) -> datetime:
        """Until when an author has time: the group has the time of who was given most."""
        until: dict[str, datetime] = {}
        for one in self.given:
            if one.assignment == assignment.name and self._roster.student(one.id).author == author:
                until[one.id.casefold()] = one.until
        return max((assignment.deadline, *until.values()), key=datetime.timestamp)

    def last(self, assignment: Assignment) -> datetime:
        """When nobody has time any more."""
        return max(
            (self.deadline(assignment, author) for author in self._roster.authors()),
            key=datetime.timestamp,
            default=assignment.deadline,
        )

    def text(self, zone: ZoneInfo) -> str:
        """As its file has it."""
        return table_text(
            HEADINGS,
            (
                {
                    "assignment": one.assignment,
                    "id": one.id,
                    "until": one.until.astimezone(zone).isoformat(" "),
                    "reason": one.reason,
                }
                for one in self.given
            ),
        )


def read_extensions(path: Path, plan: Plan, roster: Roster) -> Extensions:
    """Those in a file; raises ArenaError [bad-extensions]."""
    rows = read_table(path, BAD_EXTENSIONS)
    return Extensions(
        tuple(_extension(row, plan, roster, f"{path}: row {at}") for at, row in enumerate(rows, 1)), roster
    )


def _extension(row: Mapping[str, str], plan: Plan, roster: Roster, place: str) -> Extension:
    try:
        assignment, student = plan.assignment(row["assignment"]), roster.student(row["id"])
        return Extension(assignment.name, student.id, moment_of(row["until"], plan.zone), row.get("reason", ""))
    except KeyError as error:
        columns = ", ".join(HEADINGS)
        raise ArenaError(BAD_EXTENSIONS, f"{place} has no {error}", f"its columns are {columns}") from error
    except BadTimeError as error:
        hint = "mend that cell, or remove the row and give the extension again"
        raise ArenaError(BAD_EXTENSIONS, f"{place}: until is {row['until']!r}; expected {error}", hint) from error
    except ArenaError as error:
        raise ArenaError(BAD_EXTENSIONS, f"{place}: {error.message}", error.hint) from error
