"""What the arena said, in English, that a bot did wrong: in the language of a page, where the sentence is known.

What a bot or a system has said stays inside them as it is. The viewer does the same (`arena/match/browser/said.js`).
"""

import re
from functools import cache
from typing import Final, NamedTuple

from leaderboards.pages.texts import SEPARATORS, Texts, room_texts

MARK: Final = "said: "
FRACTION: Final = re.compile(r"\d+\.\d+")
GROUPED: Final = re.compile(r"\d{1,3}(,\d{3})+")


class Said(NamedTuple):
    """A sentence, and the language it is in."""

    text: str
    language: str


def said(sentence: str, language: str) -> Said:
    """The sentence in the language; in English where it is not the arena's."""
    known = _told(sentence, room_texts(language, "match/browser"))
    return Said(sentence, "en") if known is None else Said(known, language)


def _told(sentence: str, texts: Texts) -> str | None:
    for key in texts.sentences:
        if key.startswith(MARK) and (found := _pattern(key.removeprefix(MARK)).fullmatch(sentence)):
            values = {
                name: (_told(value, texts) or value) if name == "detail" else _written(value, texts.language)
                for name, value in found.groupdict().items()
            }
            return texts.t(key, **values)
    first, cut, second = sentence.rpartition("; it ")
    both = [_told(first, texts), _told(f"it {second}", texts)] if cut else [None]
    return "; ".join(one for one in both if one) if all(both) else None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    pieces = (f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
    return re.compile("".join(pieces), re.DOTALL)


def _written(value: str, language: str) -> str:
    """A number as the language writes it; anything else as it is."""
    thousands, point = SEPARATORS[language]
    if FRACTION.fullmatch(value):
        return value.replace(".", point)
    return value.replace(",", thousands) if GROUPED.fullmatch(value) else value
