"""Tests that times of receipt are read from Moodle's grading worksheet if it is in the folder of the hand-ins."""

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from arena.course.handins.downloads import HandIn, find_hand_ins
from arena.course.handins.moments import received_at
from arena.course.plan.times import BadTimeError
from arena.errors import ArenaError
from tests.course.courses import make_course
from tests.course.grading.importers import DUTCH, ENGLISH, FRENCH, GERMAN, MoodleWords

BERLIN = ZoneInfo("Europe/Berlin")
FORMS = {
    "Montag, 2. März 2026, 14:05": "2026-03-02T14:05:00+01:00",
    "Monday, 2 March 2026, 2:05 PM": "2026-03-02T14:05:00+01:00",
    "Monday, March 2, 2026, 12:05 AM": "2026-03-02T00:05:00+01:00",
    "Monday, 2 March 2026, 12:05\u202fpm": "2026-03-02T12:05:00+01:00",
    "lundi 2 mars 2026, 14:05": "2026-03-02T14:05:00+01:00",
    "samedi 1er août 2026, 09:05": "2026-08-01T09:05:00+02:00",
    "maandag, 2 maart 2026, 14:05": "2026-03-02T14:05:00+01:00",
    "maandag, 2 maart 2026, 14:05 PM": "2026-03-02T14:05:00+01:00",
    "maandag, 2 maart 2026, 00:05 AM": "2026-03-02T00:05:00+01:00",
    "Donnerstag, 1. Jänner 2026, 08:00": "2026-01-01T08:00:00+01:00",
    "02.03.2026 14:05": "2026-03-02T14:05:00+01:00",
    "02.03.2026, 14:05:59": "2026-03-02T14:05:59+01:00",
    "2026-03-02 14:05": "2026-03-02T14:05:00+01:00",
    "2026-03-02T14:05:00Z": "2026-03-02T15:05:00+01:00",
    # this time occurs twice, at the end of summer time; the first is better for the student
    "Sonntag, 25. Oktober 2026, 02:30": "2026-10-25T02:30:00+02:00",
}


@pytest.mark.parametrize("said", FORMS)
def test_a_moment_is_read_in_the_form_of_its_language(said: str) -> None:
    assert received_at(said, BERLIN).isoformat() == FORMS[said]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Dienstag, 2. März 2026, 14:05", "a weekday that fits the date"),
        ("Mittwuch, 2. März 2026, 14:05", "a weekday that fits the date"),
        ("Montag, 30. Februar 2026, 14:05", "a date and a time, as 2026-03-01 23:59"),
        ("Montag, 2. Foo 2026, 14:05", "a date and a time"),
        ("2 March 2026, 14:05 AM", "a date and a time"),
        ("2 March 2026, 24:05", "a date and a time"),
        ("2/3/2026 14:05", "a date and a time"),
        ("02.03.26 14:05", "a date and a time"),
        ("2. März 2026", "a date and a time"),
    ],
)
def test_what_is_no_moment_or_may_be_two_is_refused(said: str, expected: str) -> None:
    with pytest.raises(BadTimeError, match=expected):
        received_at(said, BERLIN)


def worksheet(words: MoodleWords, *rows: tuple[str, str]) -> str:
    """Returns a grading worksheet; each row contains a participant's number and the time at which the participant last
    changed the submission.
    """
    lines = [",".join(f'"{heading}"' for heading in words.headings())]
    lines += [f'"{words.hiddenuser}{number}",A,,-,,"100,00",Ja,"{moment}",-,' for number, moment in rows]
    return "\ufeff" + "\n".join(lines) + "\n"


def hand_ins(folder: Path, files: dict[str, str]) -> dict[str, HandIn]:
    course = make_course(folder / "demo")
    downloads = course.downloads("week1")
    for name, text in files.items():
        (downloads / name).parent.mkdir(parents=True, exist_ok=True)
        (downloads / name).write_text(text, "utf-8")
    found = find_hand_ins(downloads, course.roster, course.plan.zone)
    assert not [name for name in found.strangers if name.endswith("Bewertungen-KI-4711.csv")]
    return {one.place: one for one in found.hand_ins}


ANNA = "Anna Weber_31_assignsubmission_file_"
BENNO = "Benno Kraus_777_assignsubmission_file_"
MOMENTS = {
    ENGLISH: "Monday, 2 March 2026, 2:05 PM", GERMAN: "Montag, 2. März 2026, 14:05", FRENCH: "lundi 2 mars 2026, 14:05",
    DUTCH: "maandag, 2 maart 2026, 14:05",
}  # fmt: skip


@pytest.mark.parametrize("words", MOMENTS)
def test_a_worksheet_tells_when_what_lies_beside_it_was_handed_in(tmp_path: Path, words: MoodleWords) -> None:
    sheet = worksheet(words, ("31", MOMENTS[words]), ("777", "-"), ("9", MOMENTS[words]))
    files = {f"{ANNA}/a.zip": "", f"{ANNA}/b.zip": "", f"{BENNO}/bot.zip": "", "s7003.zip": ""}
    found = hand_ins(tmp_path, {"Bewertungen-KI-4711.csv": sheet, **files})
    by = {place: one.by for place, one in found.items()}
    assert by == dict.fromkeys((f"{ANNA}/a.zip", f"{ANNA}/b.zip"), "Moodle's worksheet") | dict.fromkeys(
        (f"{BENNO}/bot.zip", "s7003.zip"), "the file's time"
    )
    assert found[f"{ANNA}/a.zip"].received == datetime.fromisoformat("2026-03-02T14:05:00+01:00")


def test_each_download_has_a_worksheet_of_its_own_and_receipts_come_first(tmp_path: Path) -> None:
    first, second = (worksheet(GERMAN, ("31", f"Montag, 2. März 2026, {hour}:00")) for hour in (10, 11))
    found = hand_ins(
        tmp_path,
        {
            "monday/Bewertungen-KI-4711.csv": first,
            f"monday/{ANNA}bot.zip": "",
            "evening/Bewertungen-KI-4711.csv": second,
            f"evening/{ANNA}/bot.zip": "",
            f"evening/{BENNO}/bot.zip": "",
            "receipts.csv": f"file,received\nevening/{BENNO},02.03.2026 12:00\n",
            f"{ANNA}/old.zip": "",
        },
    )
    shown = {
        place: (one.received.strftime("%H"), one.by) for place, one in found.items() if one.by != "the file's time"
    }
    assert shown == {
        f"monday/{ANNA}bot.zip": ("10", "Moodle's worksheet"),
        f"evening/{ANNA}/bot.zip": ("11", "Moodle's worksheet"),
        f"evening/{BENNO}/bot.zip": ("12", "receipts.csv"),
    }


def test_what_a_student_has_called_so_is_no_worksheet(tmp_path: Path) -> None:
    forged = worksheet(GERMAN, ("31", "Montag, 2. März 2026, 10:00"))
    names = ("Nobody_5_assignsubmission_file_Grades.csv", "nobody_12_34_grades.csv", "s7002.csv", f"{ANNA}/Grades.csv")
    found = hand_ins(tmp_path, {f"{ANNA}/bot.zip": "", **dict.fromkeys(names, forged)})
    assert {one.by for one in found.values()} == {"the file's time"}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            (("31", "Dienstag, 2. März 2026, 10:00"),),
            "4711.csv: row 2: the time of the hand-in's last change is 'Dienstag, 2. März 2026",
        ),
        ((("31", "gestern"),), "row 2: the time of the hand-in's last change is 'gestern'; expected a date and a time"),
        (
            (("31", "Montag, 2. März 2026, 10:00"), ("31", "Montag, 2. März 2026, 11:00")),
            "row 3 of Bewertungen-KI-4711.csv give different times of hand-in for participant",
        ),
    ],
)
def test_a_time_that_cannot_be_is_refused_with_the_row(
    tmp_path: Path, rows: tuple[tuple[str, str], ...], said: str
) -> None:
    with pytest.raises(ArenaError) as caught:
        hand_ins(tmp_path, {"Bewertungen-KI-4711.csv": worksheet(GERMAN, *rows), f"{ANNA}/bot.zip": ""})
    assert caught.value.code == "bad-receipts"
    assert said in caught.value.message
