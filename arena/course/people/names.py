"""Compares names of people and groups in the way in which people read them."""

import re
import unicodedata
from typing import Final

WORD: Final = re.compile(r"\w+")
WHOLE: Final = {
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d",
    "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "\u0131": "i",
}  # fmt: skip
"""How to write in ASCII those Latin letters that Unicode does not decompose."""
LETTERS: Final = str.maketrans(WHOLE | {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
"""The letters of WHOLE, and the German umlauts as Germans write them without dots."""
BEHIND_NAMES: Final = frozenset(("jr", "sr", "ii", "iii", "iv", "phd", "ph.d", "md", "msc", "bsc", "ma", "ba"))
"""Words after a name and a comma that are no first name."""
SEPARATORS: Final = re.compile(r"[^\w.@+-]+|_{2,}")


def composed(text: str) -> str:
    """The form in which file names and cells are compared: composed Unicode (NFC) in small letters.

    macOS writes names of files decomposed: `e` and an accent are two characters there.
    """
    return unicodedata.normalize("NFC", text).casefold()


def name_key(name: str) -> tuple[str, ...]:
    """The words of a name, sorted; names with the same words, in any order, count as the same name."""
    return tuple(sorted(WORD.findall(composed(name))))


def squeezed(name: str) -> frozenset[str]:
    """A name as one word, as Canvas writes it in file names; once for each of its words as the first."""
    words = WORD.findall(composed(name))
    return frozenset("".join((*words[at:], *words[:at])) for at in range(len(words)))


def first_name_first(name: str) -> str:
    """A name with the first name first: `Lee, Ann` becomes `Ann Lee`; other names only get single blanks."""
    last, comma, first = name.partition(",")
    turned = bool(comma) and "," not in first and first.strip(" .").casefold() not in BEHIND_NAMES
    parts = (first, last) if turned else (name,)
    return " ".join(" ".join(parts).split())


def latin(said: str) -> str:
    """A text without accents on its Latin letters; letters of other scripts are not changed."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", said).translate(LETTERS))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def group_name(said: str) -> str:
    """A group's name in ASCII letters, digits and `. _ @ + -`; empty if it has letters or symbols without such a form.

    `Team A`, `team a ` and `Team-A` are one group, because case does not count.
    """
    plain = latin(said)
    if any(not letter.isascii() and unicodedata.category(letter)[0] not in "PZ" for letter in plain):
        return ""
    return SEPARATORS.sub("-", plain).strip("-_.")
