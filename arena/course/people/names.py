"""Compares names of people and groups as people read them."""

import re
import unicodedata
from typing import Final

WORD: Final = re.compile(r"\w+")
WHOLE: Final = {
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d",
    "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "\u0131": "i",
}  # fmt: skip
"""Latin letters that Unicode does not take apart."""
LETTERS: Final = str.maketrans(WHOLE | {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
"""And the German ones as Germans write them without their dots."""
BEHIND_NAMES: Final = frozenset(("jr", "sr", "ii", "iii", "iv", "phd", "ph.d", "md", "msc", "bsc", "ma", "ba"))
"""What stands behind a name and a comma, and is none."""
SEPARATORS: Final = re.compile(r"[^\w.@+-]+|_{2,}")


def composed(text: str) -> str:
    """A text by which names of files and cells of tables are compared: composed (NFC), in small letters.

    macOS writes names of files decomposed: `e` and an accent are two characters there.
    """
    return unicodedata.normalize("NFC", text).casefold()


def name_key(name: str) -> tuple[str, ...]:
    """The words of a name, sorted: two names are the same that have the same words in any order."""
    return tuple(sorted(WORD.findall(composed(name))))


def squeezed(name: str) -> frozenset[str]:
    """A name as one word, as Canvas writes it in names of files; with each of its words first."""
    words = WORD.findall(composed(name))
    return frozenset("".join((*words[at:], *words[:at])) for at in range(len(words)))


def first_name_first(name: str) -> str:
    """`Lee, Ann` as `Ann Lee`; any other name as it is, with single blanks."""
    last, comma, first = name.partition(",")
    turned = bool(comma) and "," not in first and first.strip(" .").casefold() not in BEHIND_NAMES
    parts = (first, last) if turned else (name,)
    return " ".join(" ".join(parts).split())


def latin(said: str) -> str:
    """A text with Latin letters without accents where there are such."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", said).translate(LETTERS))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def group_name(said: str) -> str:
    """The name of a group in letters, digits and `. _ @ + -`; empty if it has other letters or signs than Latin ones.

    `Team A`, `team a ` and `Team-A` are one group, in any case of their letters.
    """
    plain = latin(said)
    if any(not letter.isascii() and unicodedata.category(letter)[0] not in "PZ" for letter in plain):
        return ""
    return SEPARATORS.sub("-", plain).strip("-_.")
