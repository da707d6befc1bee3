"""Gives the texts of pages, from a JSON catalogue for each language, with CLDR plural forms.

Rule 1: the catalogue contains whole sentences; templates never join a sentence from parts.
Rule 2: the values in a sentence are plain text. The template escapes the finished sentence as a whole.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import arena

Sentence = str | dict[str, str]
"""A sentence, or several versions of it: one for each plural category of the value `count`."""

SEPARATORS: Final = {"en": (",", "."), "de": (".", ","), "fr": ("\u202f", ","), "nl": (".", ",")}
"""The separators of thousands and of decimals in numbers, by language."""
AND: Final = {"en": "and", "de": "und", "fr": "et", "nl": "en"}
NAMES: Final = {"en": "English", "de": "Deutsch", "fr": "Français", "nl": "Nederlands"}
"""The name of each language in that language."""
DEFAULT: Final = "en"


@dataclass(frozen=True, slots=True)
class Texts:
    """The sentences of one language."""

    language: str
    sentences: dict[str, Sentence]

    def t(self, key: str, **values: str | int) -> str:
        """Returns the sentence with this key and these values; whole numbers get the separators of the language."""
        sentence = self.sentences[key]
        if isinstance(sentence, dict):
            count = values["count"]
            assert isinstance(count, int)
            sentence = sentence.get(plural(self.language, count), sentence["other"])
        thousands, _ = SEPARATORS[self.language]
        shown = {
            name: f"{value:,}".replace(",", thousands) if isinstance(value, int) else value
            for name, value in values.items()
        }
        return sentence.format(**shown)

    def listed(self, things: Sequence[str]) -> str:
        """Returns things as a list inside a sentence: `a, b and c`."""
        *most, last = things or [""]
        if not most:
            return last
        return f"{', '.join(most)}{',' if self.language == 'en' and len(most) > 1 else ''} {AND[self.language]} {last}"

    def general(self, value: float, digits: int = 6) -> str:
        """Returns a number as text with as many significant digits as it needs, but at most `digits`."""
        return f"{value:.{digits}g}".replace(".", SEPARATORS[self.language][1]).replace("-", "\u2212")

    def number(self, value: float, digits: int = 0, *, sign: bool = False) -> str:
        """Returns a number as text with exactly `digits` digits after the point, as in tables."""
        _, point = SEPARATORS[self.language]
        return f"{value:{'+' if sign else ''}z.{digits}f}".replace(".", point).replace("-", "\u2212")


@cache
def languages() -> tuple[str, ...]:
    """Returns the languages that have a catalogue, the default first."""
    found = sorted(path.name.removesuffix(".json") for path in Path(__file__).with_name("texts").iterdir())
    return (DEFAULT, *(language for language in found if language != DEFAULT))


@cache
def texts(language: str) -> Texts:
    """Returns the sentences of a language, which must be one of `languages`."""
    return Texts(language, _catalogue(Path(__file__).parent, language))


@cache
def room_texts(language: str, *rooms: str) -> Texts:
    """Returns the sentences of browser scripts in one language.

    `rooms`: paths of folders below `arena`; each contains a folder `texts`.
    """
    sentences: dict[str, Sentence] = {}
    for room in rooms:
        sentences |= _catalogue(Path(arena.__file__).parent / room, language)
    return Texts(language, sentences)


def _catalogue(room: Path, language: str) -> dict[str, Sentence]:
    sentences: dict[str, Sentence] = json.loads((room / "texts" / f"{language}.json").read_text("utf-8"))
    return sentences


def plural(language: str, count: int) -> str:
    """Returns the plural category of a whole number in a language, by the rules of the CLDR."""
    if language == "fr":
        return "one" if count in (0, 1) else "many" if count and count % 1_000_000 == 0 else "other"
    return "one" if count == 1 else "other"
