"""The column headings of Moodle's grading worksheet in four languages.

They are those of its language packs: `recordid`, `gradenoun`, `maxgrade`, `gradecanbechanged`, `lastmodifiedgrade`,
`lastmodifiedsubmission` and, of the plugin for comments, `pluginname`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from arena.course.people.lists.words import PARTICIPANT_IDS


@dataclass(frozen=True, slots=True)
class Words:
    """The headings of Moodle's worksheet in a language, as headings are compared."""

    grade: str
    modified: str
    """When the grade was changed last."""
    submitted: str
    """When the hand-in was changed last."""
    most: str
    scale: str
    """In place of the most points, where a grade is a word."""
    changeable: str
    comment: str
    no: str
    """What the column of what can be changed says of a grade that cannot."""


LANGUAGES: Final = (
    Words(
        "grade", "last modified grade", "last modified submission",
        "maximum grade", "scale", "grade can be changed", "feedback comments", "no"
    ),
    Words(
        "bewertung", "zuletzt geändert bewertung", "zuletzt geändert abgabe",
        "bestwertung", "skala", "bewertung kann geändert werden",
        "feedback als kommentar", "nein",
    ),
    Words(
        "note", "dernière modification note", "dernière modification travail remis",
        "note maximale", "barème", "la note peut être modifiée",
        "feedback par commentaires", "non",
    ),
    Words(
        "cijfer", "laatst gewijzigd beoordeling", "laatst gewijzigd inzending",
        "maximaal cijfer", "schaal", "het cijfer kan gewijzigd worden",
        "feedback tekstvak", "nee",
    ),
)  # fmt: skip


def words_of(heads: Collection[str]) -> Words | None:
    """The words of a worksheet with these headings, as headings are compared; None if it is none."""
    return next(
        (one for one in LANGUAGES if {one.grade, one.modified} <= {*heads} and PARTICIPANT_IDS & {*heads}), None
    )
