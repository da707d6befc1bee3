"""Finds the columns for grades in a list exported by a school system.

Rule 1: the list keeps its headings, because Moodle's import looks for the exact headings that its export wrote.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.course.people.lists.headings import meaning_of, plain
from arena.course.people.lists.worksheet import Words, words_of
from arena.course.plan.plan import Assignment
from arena.errors import ArenaError
from arena.text import one_line

BAD_LIST: Final = "bad-list"
CANVAS: Final = "Canvas"
NUMBERED: Final = re.compile(r"(.+?) \(\d+\)", re.DOTALL)
"""A pattern for a column's title followed by a number in parentheses, the form in which Canvas writes titles."""


@dataclass(frozen=True, slots=True)
class Places:
    """The indexes of the columns for grades in a list; None for a column that is missing."""

    grade: int
    moodle: bool = False
    """Whether the list is Moodle's grading worksheet."""
    most: int | None = None
    changeable: int | None = None
    comment: int | None = None
    no: str = ""


def places_in(headings: Sequence[str], system: str, assignment: Assignment, path: Path) -> Places:
    """Returns the columns for the assignment's grades in a list with these headings.

    Moodle's worksheet has fixed headings. Any other list must have exactly one column with the assignment's title.
    Raises ArenaError [bad-list] if this column is missing or ambiguous, or if the worksheet is for grades in words.
    """
    heads = {plain(heading): at for at, heading in enumerate(headings)}
    if words := words_of(heads):
        return _worksheet(heads, words, path)
    titles = {at: heading.strip() for at, heading in enumerate(headings) if heading and meaning_of(heading) is None}
    if system == CANVAS:  # in Canvas's list, columns without a number are totals and notes
        titles = {at: title for at, title in titles.items() if NUMBERED.fullmatch(title)} or titles
    wanted = assignment.title_or_name().casefold()
    found = [at for at, title in titles.items() if wanted in (title.casefold(), _without_number(title).casefold())]
    if len(found) != 1:
        raise _no_column(titles, found, assignment, path)
    return Places(found[0])


def _worksheet(heads: Mapping[str, int], words: Words, path: Path) -> Places:
    if words.most not in heads and words.scale in heads:
        raise ArenaError(
            BAD_LIST,
            f"{path} is a worksheet for grades in words, because the assignment uses a scale in Moodle; expected a "
            "worksheet for grades in points",
            "in the assignment's settings in Moodle, set the type of the grade to points; then download the "
            "worksheet again",
        )
    return Places(
        heads[words.grade],
        moodle=True,
        most=heads.get(words.most),
        changeable=heads.get(words.changeable),
        comment=heads.get(words.comment),
        no=words.no,
    )


def _without_number(title: str) -> str:
    numbered = NUMBERED.fullmatch(title)
    return numbered[1] if numbered else title


def _no_column(titles: Mapping[int, str], found: list[int], assignment: Assignment, path: Path) -> ArenaError:
    which = f"{len(found)} columns" if found else "no column"
    shown = one_line(", ".join(titles.values())) or "none"
    return ArenaError(
        BAD_LIST,
        f"{path} has {which} with the heading {one_line(assignment.title_or_name())!r}; expected one column "
        f"with this heading; the columns that could hold grades: {shown}",
        f"in course.toml, set 'title' of the assignment {assignment.name} to the heading of the column for its "
        "grades; or use the grading worksheet of the assignment, downloaded from Moodle, instead of this list",
    )
