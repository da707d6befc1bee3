"""Tests that lists exported by school systems are filled with grades, and that the same systems can import the filled
lists with each student's own grade.

The headings come from the systems' own sources: Moodle's `mod/assign/gradingtable.php` with the strings of its language
packs (`assign.php`, `moodle.php`, `assignfeedback_comments.php`), and Canvas's `lib/gradebook_exporter.rb`.
"""

import csv
import io
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from arena.course.closing.counting import Choice
from arena.course.closing.lock import Lock, Locked
from arena.course.folder import Course
from arena.course.grading.arithmetic import Given, grade
from arena.course.grading.books import canvas, moodle
from arena.course.grading.feedback_zip import feedback_zip
from arena.course.grading.filled_lists import Filled, fill
from arena.course.grading.grading import Book, Graded
from arena.course.people.student import Student
from arena.errors import ArenaError
from tests.course.commands import arena, done, finished, grades
from tests.course.grading.importers import (
    DUTCH,
    ENGLISH,
    FRENCH,
    GERMAN,
    MoodleWords,
    canvas_takes,
    moodle_takes,
    moodle_unpacks,
)
from tests.course.grading.test_arithmetic import KEYS, SHOWN

ANNA = Student("s7001", "Anna Weber", "anna@uni.example", login="aweber", moodle="11 1234567", canvas="4001")
BENNO = Student("s7002", "Benno Kraus", "benno@uni.example", login="bkraus", canvas="4002")
CLARA = Student("clara@uni.example", "Clara Stein", "clara@uni.example")
LOCK = Lock("week1", 1, "", "demo-week1-1", "", (), (), (), ())


def book_of(*students: Student, keys: object = KEYS, given: str = "0.00") -> Book:
    """Returns the grades of these students. Each student has 61.37 computed points, and everyone except Benno also has
    the points `given` by hand.
    """
    points = {student.id: () if student is BENNO else (Given(Decimal(given), "talk"),) for student in students}
    graded = (
        Graded(one, one.id, "", KEYS.deadline, Choice(), SHOWN, grade(KEYS, SHOWN, 0, points[one.id]))
        for one in students
    )
    return Book(KEYS, LOCK, "", tuple(graded))


BOOK = book_of(ANNA, BENNO, CLARA, given="1.50")
"""The grades of three students: Benno has 61.37 points, and Anna and Clara have 62.87 points each."""
PASSED_OVER = "rows with more points than Moodle accepts, so Moodle ignores the new grade"


def filled(folder: Path, text: str, book: Book = BOOK, name: str = "list.csv") -> Filled:
    path = folder / name
    path.write_text(text, "utf-8", newline="")
    found = fill(book, path)
    assert path.read_bytes() == text.encode()
    return found


def text_of(found: Filled) -> str:
    return found.content.decode()


def worksheet(words: MoodleWords, *rows: tuple[str, ...], most: str = "100,00", mark: str = "\ufeff") -> str:
    """Returns a grading worksheet as Moodle writes it.

    `rows`: each participant's number, name and address; a grade and a comment may follow. `most`: the maximum grade;
    `mark`: the text before the headings, by default a byte order mark.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(words.headings())
    for number, name, email, *rest in rows:
        before, comment = (*rest, "", "")[:2]
        moment = "Montag, 2. März 2026, 10:00"
        writer.writerow([f"{words.hiddenuser}{number}", name, email, "-", before, most, "Ja", moment, "-", comment])
    return mark + text.getvalue()


ROWS = (
    ("1234567", "Anna Weber", "anna.weber@elsewhere.example"),
    ("1234568", "Kraus Benno", "benno@uni.example"),
    ("1234569", "Clara Stein", ""),
)


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        (worksheet(GERMAN, ROWS[0]), ","),
        (worksheet(ENGLISH, ROWS[0], most="100.00"), "."),
        (worksheet(GERMAN, (*ROWS[0], "50.5"), most="100,00"), ","),
        (worksheet(GERMAN, (*ROWS[0], "50,5"), most="100"), ","),
        (worksheet(GERMAN, ROWS[0], most="100"), "."),
        ("id;week1\ns7001;\n", ","),
        ("id;week1;Datum\ns7001;;12.03\n", ","),
        ("id;week1;other\ns7001;;3.5\n", "."),
        ("id,week1\ns7001,\n", "."),
        ('id,week1,other\ns7001,,"3,5"\n', ","),
        ("id;week1;one;two\ns7001;;3.5;3,5\n", ","),
        ("id,week1\ns7001,\ns7002,12.5\n", "."),
    ],
)
def test_grades_have_the_sign_before_decimals_that_the_list_has(tmp_path: Path, text: str, sign: str) -> None:
    assert f"62{sign}87" in text_of(filled(tmp_path, text, book_of(ANNA, BENNO, given="1.50"))).partition(" of 100")[0]


def test_what_is_no_grade_stays_and_is_told(tmp_path: Path) -> None:
    found = filled(tmp_path, "id;week1\ns7001;krank\ns7002;-\n", book_of(ANNA, BENNO))
    assert text_of(found) == "id;week1\ns7001;krank\ns7002;61,37\n"
    assert found.told == ("list.csv: rows with a text that is not a grade, left unchanged: row 2, s7001 (krank)",)


def test_a_worksheet_that_a_spreadsheet_has_saved_is_told(tmp_path: Path) -> None:
    text = "ID;Bewertung;Bestwertung;Zuletzt geändert (Bewertung)\r\nTeilnehmer/in1234567;;100;-\r\n"
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode("cp1252"))
    found = fill(book_of(ANNA), path)
    assert found.content == text.replace(";;", ";61,37;").encode("cp1252")
    assert (
        "list.csv: a spreadsheet program has changed this worksheet (';' between cells, Windows-1252): choose"
        in found.told[1]
    )


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8-sig"])
def test_what_is_filled_stays_in_its_encoding(tmp_path: Path, encoding: str) -> None:
    text = 'Matrikelnummer;"Name";week1;Größe\r\ns7001;"Wéber";;"1,80"\r\n\r\n;;;\r\n'
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode(encoding))
    found = fill(book_of(ANNA), path)
    assert found.content == text.replace('"Wéber";;', '"Wéber";61,37;').encode(encoding)
    assert [line for line in found.told if "read in" in line] == (
        [] if encoding == "utf-8-sig" else [line for line in found.told if "with words as Größe" in line]
    )


def test_a_letter_of_a_comment_that_the_encoding_has_not_is_told(tmp_path: Path) -> None:
    graded = replace(BOOK.graded[0], grade=grade(KEYS, SHOWN, 0, [Given(Decimal("1.00"), "Zoë ✓")]))
    path = tmp_path / "list.csv"
    path.write_bytes(worksheet(GERMAN, ROWS[0], mark="").encode("cp1252"))
    found = fill(replace(BOOK, graded=(graded,)), path)
    assert "+1.00 Zoë ?" in found.content.decode("cp1252")
    assert (
        "list.csv: rows with letters in the comment that Windows-1252 does not have, replaced by ?: row 2, s7001"
        in (found.told)
    )


@pytest.mark.parametrize("words", [ENGLISH, GERMAN, FRENCH, DUTCH])
def test_a_worksheet_of_moodle_goes_back_into_it(tmp_path: Path, words: MoodleWords) -> None:
    text = worksheet(words, *ROWS)
    found = filled(tmp_path, text)
    takes = moodle_takes(text_of(found), words, 100)
    assert {number: points for number, (points, _) in takes.items()} == {
        "1234567": 62.87,  # found by its number, although the address differs
        "1234568": 61.37,  # found by the address
        "1234569": 62.87,  # found by the name, which no other student has
    }
    assert takes["1234567"][1].startswith("62.87 of 100: works: 37.08 of 40; beats random: 10.00 of 10")
    assert takes["1234567"][1].endswith("manual: 1.50 (+1.50 talk)")
    assert found.told == ()
    assert found.participants == {"s7001": "1234567", "s7002": "1234568", "clara@uni.example": "1234569"}
    before, after = (list(csv.reader(io.StringIO(one))) for one in (text, text_of(found)))
    written = {before[0].index(words.gradenoun), before[0].index(words.comments)}
    kept = [[[cell for at, cell in enumerate(row) if at not in written] for row in rows] for rows in (before, after)]
    assert kept[0] == kept[1]
    assert before[0] == after[0]


def test_a_worksheet_that_was_imported_before_is_told_where_grades_change_and_keeps_comments(tmp_path: Path) -> None:
    anna, benno, clara = ROWS
    again = worksheet(
        GERMAN, (*anna, "50,00", "50.00 of 100: works"), (*benno, "61,37", "Gut gemacht!"), clara, mark=""
    )
    found = filled(tmp_path, again.replace("Ja", "Nein", 1))
    takes = moodle_takes(text_of(found), GERMAN, 100)
    assert takes["1234567"][1].startswith("62.87 of 100")
    assert takes["1234568"] == (61.37, "Gut gemacht!")
    assert found.told == (
        "list.csv: rows with another grade before: row 2, s7001 (50,00)",
        "list.csv: rows with a grade that is locked in Moodle, so Moodle ignores the new grade: row 2, s7001",
        "list.csv: rows with a comment already, which stays: row 3, s7002",
    )


def test_another_number_of_points_in_moodle_is_told(tmp_path: Path) -> None:
    found = filled(tmp_path, worksheet(GERMAN, *ROWS, most="62,00"))
    assert found.told == (
        "list.csv: week1 has 62.00 points in this list, but 100 in course.toml: change one of these numbers",
        f"list.csv: {PASSED_OVER}: row 2, s7001 (62.87); row 4, clara@uni.example (62.87)",
    )
    assert moodle_takes(text_of(found), GERMAN, 62).keys() == {"1234568"}


def test_grades_that_are_words_are_refused(tmp_path: Path) -> None:
    text = worksheet(GERMAN, *ROWS).replace("Bestwertung", "Skala")
    with pytest.raises(
        ArenaError, match=r"is a worksheet for grades in words, because .*; expected a worksheet for grades in points"
    ):
        filled(tmp_path, text)


WHY = "a test student of Canvas"
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Notes,week1 (12),Week 2 (13),Assignments Current Score,Final Score\n"
    ",,,,,,Manual Posting,,,\n"
    "    Points Possible,,,,,,100,10,(read only),(read only)\n"
    '"Weber, Anna",4001,s7001,aweber,"A, B",,,8,80.00,=1+1\n'
    '"Kraus, Benno",4444,s7002,,A,,,,,\n'
    '"Stein, Clara",4003,,clara@uni.example,A,"said ""no""",12,9,,\n'
    '"Student, Test",99,,0123456789abcdef,A,,,,,\n'
)


@pytest.mark.parametrize("sign", [",", ";"])
def test_a_gradebook_of_canvas_goes_back_into_it(tmp_path: Path, sign: str) -> None:
    benno = replace(BENNO, canvas="")
    rows = [
        [cell.replace(".", ",") if sign == ";" else cell for cell in row] for row in csv.reader(io.StringIO(CANVAS))
    ]
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=sign).writerows(rows)
    found = filled(tmp_path, text.getvalue(), book_of(ANNA, benno, CLARA))
    assert canvas_takes(text_of(found), 12) == {"4001": "61.37", "4444": "61.37", "4003": "61.37", "99": ""}
    after = list(csv.reader(io.StringIO(text_of(found), newline=""), delimiter=sign))
    assert [[*row[:6], *row[7:]] for row in after] == [[*row[:6], *row[7:]] for row in rows]
    assert text_of(found).endswith("\r\n")
    assert found.told == (
        "list.csv: rows with another grade before: row 6, clara@uni.example (12)",
        f"list.csv: rows that do not belong to a student of the roster, left unchanged: row 7, Test Student: {WHY}",
    )
    assert found.participants is None


def test_who_is_excused_stays_so_and_who_is_missing_on_one_side_is_told(tmp_path: Path) -> None:
    text = CANVAS.replace('"A, B",,,8', '"A, B",,EX,8').replace("Kraus, Benno", "Mai, Bo").replace("4444,s7002", "4,s8")
    found = filled(tmp_path, text.replace(",,100,", ",,20,"))
    assert canvas_takes(text_of(found), 12) == {"4001": "EX", "4": "", "4003": "62.87", "99": ""}
    assert found.told[:4] == (
        "list.csv: week1 has 20 points in this list, but 100 in course.toml: change one of these numbers",
        "list.csv: excused or without this assignment, left as they are: row 4, s7001 (EX)",
        "list.csv: students without a row: s7002, Benno Kraus",
        "list.csv: rows with another grade before: row 6, clara@uni.example (12)",
    )
    assert "list.csv: rows of nobody in the course, left as they are: row 5, Bo Mai, s8" in found.told


def test_the_column_is_the_one_with_the_title_that_the_course_says(tmp_path: Path) -> None:
    book = replace(BOOK, assignment=replace(KEYS, title="week 2"))
    assert canvas_takes(text_of(filled(tmp_path, CANVAS, book)), 13)["4001"] == "62.87"
    with pytest.raises(ArenaError) as caught:
        filled(tmp_path, CANVAS, replace(BOOK, assignment=replace(KEYS, title="Week 3")))
    assert caught.value.code == "bad-list"
    assert (
        "has no column with the heading 'Week 3'; expected one column with this heading; the columns that could hold "
        "grades: week1 (12), Week 2 (13)" in caught.value.message
    )
    with pytest.raises(ArenaError, match=r"has 2 columns with the heading 'week1'; .* week1 \(12\), Week1 \(13\)"):
        filled(tmp_path, CANVAS.replace("Week 2", "Week1"))
    assert text_of(filled(tmp_path, CANVAS.replace("Notes", "week1"))).count("62.87") == 2


def test_any_list_with_a_column_of_the_assignment_is_filled(tmp_path: Path) -> None:
    text = "sep=;\r\nMatrikelnummer;Name;Week1;Note\r\ns7002;Kraus;;1\r\n\r\ns9;Mai;;\r\ns7001;Weber\r\n"
    found = filled(tmp_path, text, book_of(ANNA, BENNO))
    assert text_of(found) == (
        "sep=;\r\nMatrikelnummer;Name;Week1;Note\r\ns7002;Kraus;61,37;1\r\n\r\ns9;Mai;;\r\ns7001;Weber;61,37;\r\n"
    )
    assert found.told == ("list.csv: rows of nobody in the course, left as they are: row 5, Mai, s9",)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("s7001,,\ns7002,,\nS7001,,\n", "rows 2 and 4 both belong to s7001"),
        (
            "clara@uni.example,benno@uni.example,\n",
            "row 2, clara@uni.example, matches several students: clara@uni.example and s7002",
        ),
        ("s9,benno@uni.example,\n", "row 2, s9, matches s7002 in another column, but has another id"),
        ("1E+05,,\n", "row 2: id is '1E+05', a number that a spreadsheet program has shortened"),
    ],
)
def test_a_row_of_two_and_two_rows_of_one_are_refused(tmp_path: Path, rows: str, said: str) -> None:
    with pytest.raises(ArenaError) as caught:
        filled(tmp_path, f"id,email,week1\n{rows}")
    assert caught.value.code == "bad-list"
    assert said in caught.value.message
    assert "nothing was written" in (caught.value.hint or "")


def test_two_of_one_name_are_told_apart_by_more_than_that(tmp_path: Path) -> None:
    twin = Student("s7009", "Weber, Anna")
    with pytest.raises(ArenaError, match="row 2, Anna Weber, matches several students: s7001 and s7009"):
        filled(tmp_path, "name,email,week1\nAnna Weber,,\n", book_of(ANNA, twin))
    found = filled(tmp_path, "name,email,week1\nAnna Weber,else@uni.example,\n", book_of(ANNA, BENNO))
    assert "row 2, Anna Weber, else@uni.example" in found.told[1]


def test_tables_for_moodle_and_canvas_name_students_as_these_know_them() -> None:
    canvas_rows = list(csv.DictReader(io.StringIO(canvas(BOOK))))[1:]
    keys = [(row["ID"], row["SIS User ID"], row["SIS Login ID"]) for row in canvas_rows]
    assert keys == [("4001", "s7001", "aweber"), ("4002", "s7002", "bkraus"), ("", "", "clara@uni.example")]
    moodle_rows = csv.DictReader(io.StringIO(moodle(BOOK)))
    assert [row["ID number"] for row in moodle_rows] == ["s7001", "s7002", ""]


def test_from_grades_to_files_that_go_back_into_both_systems(course: Course, tmp_path: Path) -> None:
    finished(course)
    (tmp_path / "Bewertungen.csv").write_text(
        worksheet(
            GERMAN, ("31", "Anna Weber", "anna@uni.example"), ("32", "B_n Kraus", "benno@uni.example"), most="100"
        ),
        "utf-8",
    )
    (tmp_path / "gradebook.csv").write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,week1 (12)\n    Points Possible,,,,,100\n"
        '"Weber, Anna",4001,s7001,anna,A,\n"Kraus, Benno",4002,s7002,benno,A,\n"Stein, Clara",4003,s7003,clara,A,\n'
    )
    sources = [tmp_path / "Bewertungen.csv", tmp_path / "gradebook.csv"]
    before = [path.read_bytes() for path in sources]
    said = done(course, "grades", "week1", *(text for path in sources for text in ("--fill", str(path))))
    assert [path.read_bytes() for path in sources] == before
    folder, points = course.grades("week1"), {name: row["points"] for name, row in grades(course).items()}
    takes = moodle_takes((folder / "Bewertungen.csv").read_text("utf-8"), GERMAN, 100)
    assert {number: f"{one:.2f}" for number, (one, _) in takes.items()} == {
        "31": points["s7001"],
        "32": points["s7002"],
    }
    assert canvas_takes((folder / "gradebook.csv").read_text("utf-8"), 12) == {
        "4001": points["s7001"],
        "4002": points["s7002"],
        "4003": points["s7003"],
    }
    assert "Bewertungen.csv: students without a row: s7003, Clara Stein" in said
    unpacked = moodle_unpacks((folder / "feedback-moodle.zip").read_bytes(), {"31": "anna", "32": "benno"})
    assert unpacked == {
        "anna": ("/s7001.md", (folder / "feedback" / "s7001.md").read_text("utf-8")),
        "benno": ("/s7002.md", (folder / "feedback" / "s7002.md").read_text("utf-8")),
    }
    assert "does not contain pages of these students, because their numbers in Moodle are unknown: s7003" in said
    # After the next run, the lists filled before still have the old grades.
    said = done(course, "grades", "week1")
    assert f"{folder / 'gradebook.csv'} is from an earlier run and does not have the new grades" in said
    # Without a worksheet, the archive has a page for each student whose number in Moodle is in the roster.
    unpacked = moodle_unpacks((folder / "feedback-moodle.zip").read_bytes(), {"777": "benno"})
    assert unpacked["benno"][0] == "/s7002.md"
    kept = (folder / "gradebook.csv").read_bytes()
    own = tmp_path / "Grades.csv"
    own.write_text("id,week1\ns7001,\n")
    for path, place in ((folder / "gradebook.csv", "gradebook.csv"), (own, "Grades.csv")):
        refused = arena(course, "grades", "week1", "--fill", str(path)).output
        why = f"the copy with the grades would overwrite {folder / place}"
        assert f"{path} cannot be filled with grades: {why}" in refused
        assert "[bad-list]" in refused
    assert (folder / "gradebook.csv").read_bytes() == kept
    assert "--fill needs an ASSIGNMENT" in arena(course, "grades", "--fill", str(sources[0])).output


def test_no_name_hides_the_number_of_a_participant() -> None:
    pages = [(Student("s1", "../Ann_Marie O'Neil, Dr."), ["7", "8"], "A"), (Student("s2", "_"), ["9"], "B")]
    unpacked = moodle_unpacks(feedback_zip(pages), {"7": "ann", "9": "nameless"})
    assert unpacked == {"ann": ("/s1.md", "A"), "nameless": ("/s2.md", "B")}


def test_what_is_filled_in_is_no_formula(tmp_path: Path) -> None:
    reason = Given(Decimal("1.00"), "talk;=1+1\x07")
    graded = replace(BOOK.graded[0], grade=grade(KEYS, SHOWN, 0, [reason]))
    found = filled(tmp_path, worksheet(ENGLISH, ROWS[0]), replace(BOOK, graded=(graded,)))
    assert "(+1.00 talk;'=1+1?)" in moodle_takes(text_of(found), ENGLISH, 100)["1234567"][1]


def test_the_worksheet_of_another_assignment_is_refused(tmp_path: Path) -> None:
    """The worksheet is refused because its participant numbers occur in none of the hand-ins' file names."""
    places = ("Anna Weber_900_assignsubmission_file_/bot.zip", "Benno Kraus_901_assignsubmission_file_/bot.zip")
    lock = replace(LOCK, hand_ins=tuple(Locked(place, "x", "", "", "", "") for place in places))
    book = replace(BOOK, lock=lock)
    with pytest.raises(
        ArenaError, match=r"is the worksheet of another assignment: its participant numbers \(such as 1234567\)"
    ):
        filled(tmp_path, worksheet(GERMAN, *ROWS), book)
    assert filled(tmp_path, worksheet(GERMAN, ("900", "Anna Weber", ""), *ROWS[1:]), book).participants
