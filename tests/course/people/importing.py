"""Lists of students for tests."""

from pathlib import Path
from typing import Final

from arena.course.people.matching import Imported, import_list
from arena.course.people.roster import Roster
from arena.course.people.student import Student

KEY: Final = bytes(range(32))


def imported(folder: Path, text: str, roster: Roster | None = None, *, groups: bool = True) -> Imported:
    """A roster with what a list says."""
    path = folder / "import.csv"
    path.write_text(text, "utf-8")
    return import_list(roster or Roster(()), path, KEY, groups=groups)


def students(folder: Path, *texts: str) -> list[Student]:
    """Those of several lists, imported one after the other."""
    roster = Roster(())
    for text in texts:
        roster = imported(folder, text, roster).roster
    return list(roster.students)
