"""The column headings of Moodle's grading worksheet in four languages.

The headings are the texts that Moodle's language packs store as `recordid`, `gradenoun`, `maxgrade`,
`gradecanbechanged`, `lastmodifiedgrade`, `lastmodifiedsubmission` and, in the plugin for comments, `pluginname`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from arena.course.people.lists.headings import PARTICIPANT_IDS


@dataclass(frozen=True, slots=True)
class Words:
    """The headings of Moodle's worksheet in one language, in the normalised form that `plain` returns."""

    grade: str
    modified: str
    """The heading for the time of the grade's last change."""
    submitted: str
    """The heading for the time of the hand-in's last change."""
    most: str
    scale: str
    """The heading that a worksheet for grades in words has in place of `most`, the heading of the maximum points."""
    changeable: str
    comment: str
    no: str
    """The text in the column `changeable` that marks a grade as locked."""


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
    """Finds the language of a worksheet by its headings, normalised by `plain`; None if it is no worksheet."""
    return next(
        (one for one in LANGUAGES if {one.grade, one.modified} <= {*heads} and PARTICIPANT_IDS & {*heads}), None
    )
