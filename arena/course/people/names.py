"""Names of people and groups, compared as people read them."""

import re
import unicodedata
from typing import Final

from arena.text import one_line

WORD: Final = re.compile(r"\w+")
LETTERS: Final = str.maketrans({
    "ß": "ss", "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "æ": "ae", "Æ": "Ae", "œ": "oe",
    "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
})  # fmt: skip
"""Latin letters that Unicode does not take apart, and the German ones as Germans write them without their dots."""
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
    parts = (first, last) if comma and "," not in first else (name,)
    return " ".join(" ".join(parts).split())


def group_name(said: str) -> str:
    """The name of a group in letters, digits and `. _ @ + -`; raises ValueError if it has other letters.

    `Team A`, `team a ` and `Team-A` are one group, in any case of their letters.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", said).translate(LETTERS))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    if not plain.isascii() and any(letter.isalnum() for letter in plain if not letter.isascii()):
        raise ValueError(one_line(said))
    return SEPARATORS.sub("-", plain).strip("-_.")
