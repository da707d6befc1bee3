"""Imitations of the file imports of Moodle and Canvas, with the rules by which they ignore or change a grade."""

import csv
import io
import re
import zipfile
from collections.abc import Mapping
from typing import NamedTuple


class MoodleWords(NamedTuple):
    """Texts of Moodle's user interface in one language, from its language pack."""

    recordid: str
    hiddenuser: str
    gradenoun: str
    maxgrade: str
    gradecanbechanged: str
    lastmodifiedsubmission: str
    lastmodifiedgrade: str
    comments: str
    fullname: str
    email: str
    status: str

    def headings(self) -> list[str]:
        """Returns the headings of a grading worksheet, in the order of Moodle's `mod/assign/gradingtable.php`."""
        return [
            self.recordid,
            self.fullname,
            self.email,
            self.status,
            self.gradenoun,
            self.maxgrade,
            self.gradecanbechanged,
            self.lastmodifiedsubmission,
            self.lastmodifiedgrade,
            self.comments,
        ]


ENGLISH = MoodleWords(
    "Identifier", "Participant ", "Grade", "Maximum grade", "Grade can be changed", "Last modified (submission)",
    "Last modified (grade)", "Feedback comments", "Full name", "Email address", "Status",
)  # fmt: skip
GERMAN = MoodleWords(
    "ID", "Teilnehmer/in", "Bewertung", "Bestwertung", "Bewertung kann geändert werden", "Zuletzt geändert (Abgabe)",
    "Zuletzt geändert (Bewertung)", "Feedback als Kommentar", "Vollständiger Name", "E-Mail-Adresse", "Status",
)  # fmt: skip
FRENCH = MoodleWords(
    "Identifiant", "Participant", "Note", "Note maximale", "La note peut être modifiée",
    "Dernière modification (travail remis)", "Dernière modification (note)", "Feedback par commentaires",
    "Nom complet", "Adresse de courriel", "Statut",
)  # fmt: skip
DUTCH = MoodleWords(
    "Identificatie", "Deelnemer", "Cijfer", "Maximaal cijfer", "Het cijfer kan gewijzigd worden",
    "Laatst gewijzigd (inzending)", "Laatst gewijzigd (beoordeling)", "Feedback tekstvak", "Volledige naam",
    "E-mailadres", "Status",
)  # fmt: skip


def moodle_takes(text: str, words: MoodleWords, most: float) -> dict[str, tuple[float, str]]:
    """Imports a worksheet as Moodle's `mod/assign/feedback/offline` does; returns each participant's grade and comment,
    by participant number. Rows without a grade from 0 to `most` are ignored.
    """
    columns, *rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    assert all(len(row) == len(columns) for row in rows), "csv_import_reader takes no row of another length"
    identity, grade, _ = (columns.index(one) for one in (words.recordid, words.gradenoun, words.lastmodifiedgrade))
    comment = columns.index(words.comments)
    found = {}
    for row in rows:
        number = row[identity][len(words.hiddenuser) :]
        said = row[grade].replace(" ", "").replace(",", ".")  # as Moodle's `unformat_float`
        if said and 0 <= float(said) <= most:
            found[number] = (float(said), row[comment])
    return found


def canvas_takes(text: str, assignment: int) -> dict[str, str]:
    """Imports a gradebook as Canvas's `lib/gradebook_importer.rb` does; returns each user's grade for an assignment, by
    the user's number.
    """
    signs = [text.splitlines()[at].count(";") > text.splitlines()[at].count(",") for at in range(3)]
    header, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=";" if all(signs) else ",", strict=True)
    assert "Student" in header[0]
    assert "ID" in header[1]
    section = 2 + ("SIS User ID" in header) + ("SIS Login ID" in header)
    assert "Section" in header[section], "Invalid header row"
    (at,) = (at for at, title in enumerate(header) if re.fullmatch(rf".* \({assignment}\)", title))
    found = {}
    for row in rows:
        if "Points Possible" in row[0] or all(
            re.fullmatch(r"(?i)\s*(Muted|Manual Posting.*)?\s*", cell) for cell in row
        ):
            continue
        cell = row[at].strip()
        parts = re.split(r"[,.]", cell)
        pure = re.fullmatch(r"-?[0-9.,]+%?", cell) and len(parts) > 1
        found[row[1]] = f"{''.join(parts[:-1])}.{parts[-1]}" if pure else cell
    return found


def moodle_unpacks(packed: bytes, participants: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Reads a zip of feedback files as Moodle's `mod/assign/feedback/file/importziplib.php` does. Returns the name and
    text of each student's file, by the student's name in `participants`.

    `participants`: the students' names, by participant number; files of other numbers are ignored.
    """
    found = {}
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for place in archive.namelist():
            parts = ["import", *place.split("/")]
            while parts:
                _, number, kind, plugin, *rest = [*parts.pop(0).split("_", 4), "", "", ""]
                if number in participants and (kind, plugin) == ("assignsubmission", "file"):
                    name = "/".join([rest[0], *parts])
                    found[participants[number]] = (name, archive.read(place).decode())
                    break
    return found
