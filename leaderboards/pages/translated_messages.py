"""Translates the arena's English sentences into the language of a page, if that language's catalogue contains them.

Words inside a sentence that come from a bot or an operating system stay untranslated. The sentences of faults are in
the catalogue of the replay viewer, whose script `arena/match/browser/translated_messages.js` needs them too. All other
sentences are in the catalogue of pages.
"""

import re
from functools import cache
from typing import Final, NamedTuple

from arena.errors import ArenaError
from leaderboards.pages.texts import SEPARATORS, Texts, room_texts, texts

MARK: Final = "said: "
PLACE: Final = re.compile(r"\{(\w+)\}")
FRACTION: Final = re.compile(r"\d+\.\d+")
GROUPED: Final = re.compile(r"\d{1,3}(,\d{3})+")
LONGEST: Final = 1000
"""The most letters of a sentence to be translated. The limit exists because strangers write parts of some sentences."""


class Said(NamedTuple):
    """A sentence, and the language in which it is written."""

    text: str
    language: str


class Complaint(NamedTuple):
    """The message and the hint of an ArenaError in one language."""

    message: str
    hint: str
    language: str
    named: bool = True
    """Whether the message begins with a name, so that its first letter must not be changed to a capital."""


def said(sentence: str, language: str) -> Said:
    """Returns the sentence with its first line translated, if possible. Further lines are a program's output and stay
    unchanged.
    """
    if not sentence:
        return Said("", language)
    first, cut, printed = sentence.partition("\n")
    known = _told(first, _known(language)) if len(first) <= LONGEST else None
    return Said(sentence, "en") if known is None else Said(f"{known}{cut}{printed}", language)


def complaint(error: ArenaError, language: str) -> Complaint:
    """Returns the error's message and hint in the language if both can be translated, else both in English.

    A program's output in them stays unchanged.
    """
    message, hint = said(error.message, language), said(error.hint or "", language)
    if {message.language, hint.language} != {language}:
        return Complaint(error.message, error.hint or "", "en")
    found = _found(error.message.partition("\n")[0], _known(language))
    named = found is None or found[0].startswith(f"{MARK}{{")
    return Complaint(message.text, hint.text, language, named)


def _told(sentence: str, known: Texts) -> str | None:
    if there := _found(sentence, known):
        key, found = there
        values = {
            name: (_told(value, known) or value) if name == "detail" else _written(value, known.language)
            for name, value in found.items()
        }
        return known.t(key, **values)
    first, cut, second = sentence.rpartition("; it ")
    both = [_told(first, known), _told(f"it {second}", known)] if cut else [None]
    return "; ".join(one for one in both if one) if all(both) else None


def _found(sentence: str, known: Texts) -> tuple[str, dict[str, str]] | None:
    """Returns the key of the sentence in the catalogue, and the values in the sentence; None if the catalogue does not
    contain the sentence.
    """
    tried = ((key, _pattern(key.removeprefix(MARK)).fullmatch(sentence)) for key in known.sentences)
    return next(((key, found.groupdict()) for key, found in tried if found), None)


@cache
def _known(language: str) -> Texts:
    """Returns the sentences that can be translated, in the order in which `_found` tries them.

    First come the sentences of faults, in the order of their catalogue; then all others, longest first.
    """
    faults, others = room_texts(language, "match/browser").sentences, texts(language).sentences
    keys = sorted((key for key in others if key.startswith(MARK)), key=lambda key: -len(PLACE.sub("", key)))
    first = {key: sentence for key, sentence in faults.items() if key.startswith(MARK)}
    return Texts(language, first | {key: others[key] for key in keys})


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = PLACE.split(template)
    pieces = (f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
    return re.compile("".join(pieces), re.DOTALL)


def _written(value: str, language: str) -> str:
    """Returns `value` with the separators of the language if it is a number, else unchanged."""
    thousands, point = SEPARATORS[language]
    if FRACTION.fullmatch(value):
        return value.replace(".", point)
    return value.replace(",", thousands) if GROUPED.fullmatch(value) else value
