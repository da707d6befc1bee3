"""Rules for names that strangers choose for bots, people and tables.

Rule: an error names a refused letter by its Unicode name and code, because an invisible letter cannot be shown.
"""

import unicodedata
from collections.abc import Iterator
from typing import Final

from arena.errors import ArenaError
from arena.lookalikes import has_invisible

BAD_NAME: Final = "bad-name"
MOST_MARKS: Final = 3
"""The maximum number of marks on one letter. Living scripts use no more, and a taller stack of marks would cover the
lines above and below.
"""
MARKS: Final = frozenset({"Mn", "Me"})
"""The Unicode categories of marks: characters above, below or around the preceding letter that take no space of their
own.
"""


def demand_name(name: str, longest: int, code: str = BAD_NAME, place: str = "") -> None:
    """Raises ArenaError [`code`] unless `name` has 1 to `longest` letters and obeys the rules for names.

    `place`: a text to put before the error message, such as the file and the key.
    """
    if fault := fault_of(name, longest):
        raise ArenaError(
            code,
            f"{place}{shown(name, longest)} cannot be used as a name: {fault}",
            f"give 1 to {longest} visible letters, with at most {MOST_MARKS} accents or other marks on each",
        )


def fault_of(name: str, longest: int) -> str:
    """The reason why a text breaks the rules for names, as a clause; empty if it obeys them."""
    if not name.strip(" "):
        return "it is empty"
    if len(name) > longest:
        return f"it has {len(name)} characters"
    for place, letter in enumerate(name, start=1):
        if not _is_seen(letter):
            known = unicodedata.name(letter, "a control character")
            return f"letter {place} ({known}, U+{ord(letter):04X}) cannot be seen"
    for place, marks in _marks(name):
        if marks > MOST_MARKS:
            return f"letter {place} has {marks} marks"
    return "" if name == " ".join(name.split()) else "it has spaces at an end, or several spaces in a row"


def shown(name: str, longest: int) -> str:
    """Returns a name in quotation marks, safe to display: at most `longest` characters, with `?` for each invisible
    letter. If one letter has more than MOST_MARKS marks, the whole name loses its MARKS characters.
    """
    seen = "".join(letter if _is_seen(letter) else "?" for letter in name)
    heaped = any(marks > MOST_MARKS for _, marks in _marks(seen))
    plain = "".join(letter for letter in seen if unicodedata.category(letter) not in MARKS) if heaped else seen
    return f"'{plain if len(plain) <= longest else f'{plain[:longest]}…'}'"


def _is_seen(letter: str) -> bool:
    return letter.isprintable() and not has_invisible(letter)


def _marks(name: str) -> Iterator[tuple[int, int]]:
    """Yields the place (from 1) and the number of marks of each letter that is not itself a mark. The accent of a
    letter such as é counts as a mark. The first pair is place 1 and the number of marks before the first letter.
    """
    place, marks = 1, 0
    for at, letter in enumerate(name, start=1):
        for part in unicodedata.normalize("NFD", letter):
            if unicodedata.category(part) in MARKS:
                marks += 1
            else:
                yield place, marks
                place, marks = at, 0
    yield place, marks
