"""Rules for names that strangers give to bots, people and tables.

Rule: a letter that is refused is told by its Unicode name and its code: what nobody sees cannot be shown as itself.
"""

import unicodedata
from collections.abc import Iterator
from typing import Final

from arena.errors import ArenaError
from arena.lookalikes import has_invisible

BAD_NAME: Final = "bad-name"
MOST_MARKS: Final = 3
"""On one letter: as many as scripts have that are read today. A heap of them covers the lines around."""
MARKS: Final = frozenset({"Mn", "Me"})
"""Categories of letters that stand above, below or around the one before, and take no room of their own."""


def demand_name(name: str, longest: int, code: str = BAD_NAME, place: str = "") -> None:
    """Raises ArenaError [`code`] unless it is a name of 1 to `longest` letters; `place` begins the sentence."""
    if fault := fault_of(name, longest):
        raise ArenaError(
            code,
            f"{place}{shown(name, longest)} is no name here: {fault}",
            f"give 1 to {longest} letters, all of which can be seen, with at most {MOST_MARKS} marks on each",
        )


def fault_of(name: str, longest: int) -> str:
    """Why it is no name, as a clause; empty for a name."""
    if not name.strip(" "):
        return "it is empty"
    if len(name) > longest:
        return f"it has {len(name)} letters"
    for place, letter in enumerate(name, start=1):
        if not _is_seen(letter):
            known = unicodedata.name(letter, "a control character")
            return f"letter {place} ({known}, U+{ord(letter):04X}) cannot be seen"
    for place, marks in _marks(name):
        if marks > MOST_MARKS:
            return f"there are {marks} marks on letter {place}"
    return "" if name == " ".join(name.split()) else "it has blanks at an end, or several in a row"


def shown(name: str, longest: int) -> str:
    """What can be shown of it, in quotation marks: `?` stands for what is not seen, and no heap of marks is left."""
    seen = "".join(letter if _is_seen(letter) else "?" for letter in name)
    heaped = any(marks > MOST_MARKS for _, marks in _marks(seen))
    plain = "".join(letter for letter in seen if unicodedata.category(letter) not in MARKS) if heaped else seen
    return f"'{plain if len(plain) <= longest else f'{plain[:longest]}…'}'"


def _is_seen(letter: str) -> bool:
    return letter.isprintable() and not has_invisible(letter)


def _marks(name: str) -> Iterator[tuple[int, int]]:
    """By letter that is not a mark, from 1: its place, and how many marks are on it, its own accents among them."""
    place, marks = 1, 0
    for at, letter in enumerate(name, start=1):
        for part in unicodedata.normalize("NFD", letter):
            if unicodedata.category(part) in MARKS:
                marks += 1
            else:
                yield place, marks
                place, marks = at, 0
    yield place, marks
