"""Reads and writes `extensions.csv`, the table of students' extended deadlines.

Rule 1: if a student has two rows for the same assignment, the lower row in the file applies.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from arena.course.files import numbered_rows, table_text
from arena.course.people.roster import Roster
from arena.course.plan.plan import Assignment, Plan
from arena.course.plan.times import BadTimeError, moment_of
from arena.errors import ArenaError

EXTENSIONS: Final = "extensions.csv"
BAD_EXTENSIONS: Final = "bad-extensions"
HEADINGS: Final = ("assignment", "id", "until", "reason")


@dataclass(frozen=True, slots=True)
class Extension:
    """A later deadline for one student; if the student is in a group, it applies to the whole group."""

    assignment: str
    id: str
    until: datetime
    reason: str = ""


class Extensions:
    """All extensions of a course, in the order in which they were given."""

    def __init__(self, given: tuple[Extension, ...], roster: Roster) -> None:
        self.given, self._roster = given, roster

    def deadline(self, assignment: Assignment, author: str) -> datetime:
        """The deadline of an author, including extensions; for a group, the latest deadline of its members."""
        until: dict[str, datetime] = {}
        for one in self.given:
            if one.assignment == assignment.name and self._roster.author_of(one.id) == author:
                until[one.id.casefold()] = one.until
        return max((assignment.deadline, *until.values()), key=datetime.timestamp)

    def strangers(self) -> tuple[str, ...]:
        """The ids of extensions without a student in the roster, for example because the student has left."""
        return tuple(sorted({one.id for one in self.given if self._roster.author_of(one.id) is None}))

    def text(self, zone: ZoneInfo) -> str:
        """The content of the file `extensions.csv`, with times in this zone."""
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
    """Reads the extensions in a file, including those of students who have left the roster.

    Raises ArenaError [bad-extensions].
    """
    rows = numbered_rows(path, BAD_EXTENSIONS)
    given = tuple(_extension(row, plan, f"{path}: row {number}") for number, row in rows.items())
    return Extensions(given, roster)


def _extension(row: Mapping[str, str], plan: Plan, place: str) -> Extension:
    try:
        assignment = plan.assignment(row["assignment"])
        return Extension(assignment.name, row["id"], moment_of(row["until"], plan.zone), row.get("reason", ""))
    except KeyError as error:
        columns = ", ".join(HEADINGS)
        raise ArenaError(
            BAD_EXTENSIONS, f"{place}: the file does not have a column {error}", f"give the file the columns {columns}"
        ) from error
    except BadTimeError as error:
        hint = "correct the time, or remove the row and give the extension again with arena course extend"
        raise ArenaError(
            BAD_EXTENSIONS, f"{place}: the column 'until' contains {row['until']!r}; expected {error}", hint
        ) from error
    except ArenaError as error:
        raise ArenaError(BAD_EXTENSIONS, f"{place}: {error.message}", error.hint) from error
