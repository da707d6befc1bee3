"""Helpers for tests that import lists of students."""

from pathlib import Path
from typing import Final

from arena.course.people.matching import Imported, import_list
from arena.course.people.roster import Roster
from arena.course.people.student import Student

KEY: Final = bytes(range(32))


def imported(folder: Path, text: str, roster: Roster | None = None, *, groups: bool = True) -> Imported:
    """Imports the list `text` into a roster, which is empty by default, and returns the result."""
    path = folder / "import.csv"
    path.write_text(text, "utf-8")
    return import_list(roster or Roster(()), path, KEY, groups=groups)


def students(folder: Path, *texts: str) -> list[Student]:
    """Returns the students of a course into which these lists are imported one after the other."""
    roster = Roster(())
    for text in texts:
        roster = imported(folder, text, roster).roster
    return list(roster.students)
