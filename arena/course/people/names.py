"""Compares names of people and groups without regard to differences that readers ignore, such as case."""

import re
import unicodedata
from typing import Final

WORD: Final = re.compile(r"\w+")
WHOLE: Final = {
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d",
    "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "\u0131": "i",
}  # fmt: skip
"""The spelling in ASCII of Latin letters that Unicode does not decompose into a letter and an accent."""
LETTERS: Final = str.maketrans(WHOLE | {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
"""The spelling in ASCII of the letters in WHOLE and of the German umlauts, such as `ae` for `ä`."""
BEHIND_NAMES: Final = frozenset(("jr", "sr", "ii", "iii", "iv", "phd", "ph.d", "md", "msc", "bsc", "ma", "ba"))
"""Words, such as titles, that may follow a name and a comma but are no first names."""
SEPARATORS: Final = re.compile(r"[^\w.@+-]+|_{2,}")


def composed(text: str) -> str:
    """The form in which file names and cells are compared: composed Unicode (NFC) in small letters.

    macOS writes accented letters in file names as two characters, `e` and an accent; composed Unicode has one.
    """
    return unicodedata.normalize("NFC", text).casefold()


def name_key(name: str) -> tuple[str, ...]:
    """The words of a name, sorted, so that the order of the words does not matter in comparisons."""
    return tuple(sorted(WORD.findall(composed(name))))


def squeezed(name: str) -> frozenset[str]:
    """Returns the possible spellings of a name in Canvas's file names: one word in small letters, last name first.

    A name does not show where the last name begins. So the result contains one spelling for each word of the name.
    """
    words = WORD.findall(composed(name))
    return frozenset("".join((*words[at:], *words[:at])) for at in range(len(words)))


def first_name_first(name: str) -> str:
    """A name with single blanks and the first name first: `Lee, Ann` becomes `Ann Lee`, but `Ann Lee, PhD` stays."""
    last, comma, first = name.partition(",")
    turned = bool(comma) and "," not in first and first.strip(" .").casefold() not in BEHIND_NAMES
    parts = (first, last) if turned else (name,)
    return " ".join(" ".join(parts).split())


def latin(said: str) -> str:
    """A text with its Latin letters replaced by plain letters without accents; other scripts are not changed."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", said).translate(LETTERS))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def group_name(said: str) -> str:
    """A group's name in ASCII letters, digits and `. _ @ + -`, in which `-` replaces blanks and other signs.

    The name is empty if a letter, or a symbol such as `€`, has no form in ASCII. Groups are compared without case, so
    `Team A` and `team-a` are one group.
    """
    plain = latin(said)
    if any(not letter.isascii() and unicodedata.category(letter)[0] not in "PZ" for letter in plain):
        return ""
    return SEPARATORS.sub("-", plain).strip("-_.")
