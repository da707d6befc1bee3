"""Tests a course of thirteen students, from the import of the school systems' lists to grades that these systems import
again. Nobody has to rename a file.

The lists and the names of downloaded files are as these sources write them:
Moodle, in German: `mod/assign/locallib.php`;
Canvas: `lib/gradebook_exporter.rb` for the gradebook, and `lib/content_zipper.rb` for names of files;
GitHub: the rosters of GitHub Classroom, and GitHub's archives of a branch for names of files.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from arena.course.folder import Course
from tests.course.commands import done, grades, make_up
from tests.course.courses import ASSIGNMENT, HEAD, hand_in, know, make_course
from tests.course.grading.importers import GERMAN, canvas_takes, moodle_takes

IN_TIME: Final = "2026-02-28T10:00:00+01:00"
NAMES: Final = (
    ("Änne", "Müller"), ("Björn", "von der Heide"), ("Chloé", "Lefèvre"), ("Dora", "Lange"), ("Emre", "Y\u0131lmaz"),
    ("Finn", "Schmidt"), ("Finn", "Schmitz"), ("Greta-Marie", "O'Neil"), ("Hans", "Groß"), ("Ida", "Ng"),
    ("Jan", "Kowalski"), ("Jan", "Müller"), ("Zoë", "van 't Hoff"),
)  # fmt: skip


class Pupil(NamedTuple):
    """A student of the class, with the names and numbers that the school's systems use."""

    at: int
    given: str
    family: str

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}"

    @property
    def id(self) -> str:
        return f"31{self.at:05}"

    @property
    def email(self) -> str:
        return f"pupil{self.at}@uni.example"

    @property
    def participant(self) -> int:
        return 1_234_500 + self.at

    @property
    def user(self) -> int:
        return 40_000 + self.at

    @property
    def account(self) -> str:
        return f"Pupil-{self.at}-dev"


CLASS: Final = tuple(Pupil(at, *name) for at, name in enumerate(NAMES))


def table(*rows: object, sign: str = ",") -> str:
    text = io.StringIO(newline="")
    # each row is iterable, although its type is `object`
    csv.writer(text, delimiter=sign, lineterminator="\r\n").writerows(rows)  # type: ignore[arg-type]
    return text.getvalue()


PARTICIPANTS: Final = "\ufeff" + table(
    ("Vorname", "Nachname", "ID-Nummer", "E-Mail-Adresse", "Rollen", "Gruppen"),
    ("Petra", "Prof", "", "prof@uni.example", "Trainer/in", "Keine Gruppen"),
    *((one.given, one.family, one.id, one.email, "Teilnehmer/in", "Keine Gruppen") for one in CLASS),
)
WORKSHEET: Final = "\ufeff" + table(
    GERMAN.headings(),
    *(
        (
            f"Teilnehmer/in{one.participant}",
            f"{one.given} {one.family}",
            one.email,
            "-",
            "",
            "100,00",
            "Ja",
            "-",
            "-",
            "",
        )
        for one in CLASS
    ),
)
GRADEBOOK: Final = table(
    ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", "week1 (77)", "Final Score"),
    ("", "", "", "", "", "Manual Posting", ""),
    ("    Points Possible", "", "", "", "", "100.00", "(read only)"),
    *((f"{one.family}, {one.given}", one.user, one.id, f"p{one.at}", "Montag", "", "") for one in CLASS),
    ("Student, Test", 49_999, "", "0f" * 20, "Montag", "", ""),
)
CLASSROOM: Final = table(
    ("identifier", "github_username", "github_id", "name"),
    *((one.email if one.at % 2 else one.id, one.account, one.at, "") for one in CLASS),
)
SCHOOL: Final = table(
    ("Matrikelnummer", "Name", "E-Mail", "week1"),
    *((one.id, f"{one.family}, {one.given}", one.email, "") for one in CLASS),
    sign=";",
)


def of_moodle(one: Pupil) -> str:
    return f"{one.name}_{one.participant}_assignsubmission_file_/mein bot ({one.at}).zip"


def of_canvas(one: Pupil) -> str:
    name = re.sub(r"\W", "", f"{one.family}, {one.given}").lower()
    return f"{name}{'_LATE' if one.at == 3 else ''}_{one.user}_{90_000 + one.at}_bot-{one.at % 3}.zip"


def of_github(one: Pupil) -> str:
    return f"week1-{one.account}-main.zip"


def in_moodle(text: str) -> dict[str, str]:
    taken = moodle_takes(text, GERMAN, 100)
    return {one.id: f"{taken[str(one.participant)][0]:.2f}" for one in CLASS}


def in_canvas(text: str) -> dict[str, str]:
    taken = canvas_takes(text, 77)
    return {one.id: taken[str(one.user)] for one in CLASS}


def at_school(text: str) -> dict[str, str]:
    return {row["Matrikelnummer"]: row["week1"] for row in csv.DictReader(io.StringIO(text), delimiter=";")}


@pytest.mark.parametrize(
    ("lists", "called", "goes_back", "takes"),
    [
        ((PARTICIPANTS, WORKSHEET), of_moodle, WORKSHEET, in_moodle),
        ((GRADEBOOK,), of_canvas, GRADEBOOK, in_canvas),
        ((SCHOOL, CLASSROOM), of_github, SCHOOL, at_school),
    ],
    ids=["moodle", "canvas", "github"],
)
def test_from_the_roster_to_grades_that_go_back_in(
    tmp_path: Path,
    lists: tuple[str, ...],
    called: Callable[[Pupil], str],
    goes_back: str,
    takes: Callable[[str], dict[str, str]],
) -> None:
    course = a_course(tmp_path, lists)
    for one in CLASS[1:]:
        name = unicodedata.normalize("NFD" if one.at % 2 else "NFC", called(one))
        (course.downloads("week1") / name).parent.mkdir(exist_ok=True)
        know(course, hand_in(course, name, "2026-03-02T11:00:00+01:00" if one.at == 3 else IN_TIME))
    said = done(course, "status", "week1")
    assert "12 hand-ins; 1 of 13 authors handed in nothing" in said
    done(course, "close", "week1")
    make_up(course)
    back = tmp_path / "Bewertungen-KI-Woche 1-4711.csv"
    back.write_text(goes_back, "utf-8", newline="")
    done(course, "grades", "week1", "--fill", str(back))
    filled = (course.grades("week1") / back.name).read_bytes().decode()
    points = {identity: row["points"] for identity, row in grades(course).items()}
    assert {identity: float(said.replace(",", ".")) for identity, said in takes(filled).items()} == pytest.approx(
        {identity: float(said) for identity, said in points.items()}
    )
    assert set(points) == {one.id for one in CLASS}
    assert points[CLASS[0].id] == "0.00" != points[CLASS[1].id]
    assert grades(course)[CLASS[3].id]["days late"] == "1"


def a_course(folder: Path, lists: tuple[str, ...]) -> Course:
    """Makes a course with the students of these lists; checks that importing in the reverse order gives the same
    roster.
    """
    rosters: list[list[tuple[str, ...]]] = []
    for order in (lists, lists[::-1]):
        course = make_course(folder / f"course{len(rosters)}", "", HEAD + ASSIGNMENT)
        for at, text in enumerate(order):
            path = folder / f"list{at}.csv"
            path.write_text(text, "utf-8", newline="")
            done(course, "roster", "import", str(path))
        course = Course.open(course.folder)
        rosters.append([(one.id, one.name, one.email, one.moodle, one.canvas) for one in course.roster.students])
    assert rosters[0] == rosters[1]
    assert len(rosters[0]) == len(CLASS)
    return course
