"""Tests of lists of students as school systems write them: each value is read correctly, or an error names the row and
the remedy.

The headings come from these sources:
Moodle: its language packs (`moodle.php`, and `recordid` and `hiddenuser` of `mod_assign`);
Canvas: its `gradebook_exporter.rb` and its list of groups;
Gradescope and GitHub Classroom: the rosters that these systems export.
"""

from pathlib import Path

import pytest

from arena.course.people.matching import import_list
from arena.course.people.roster import Roster
from arena.course.people.student import Student
from arena.errors import ArenaError
from tests.course.people.importing import KEY, imported, students

ANN = Student("s1", "Ann Lee", "ann@x.example", group="A")


@pytest.mark.parametrize(
    "heading",
    [
        "First name,Last name,ID number,Email address,Groups",
        "First name,Surname,ID number,Email address,Groups",
        "Vorname,Nachname,ID-Nummer,E-Mail-Adresse,Gruppen",
        "Prénom,Nom,Numéro d'identification,Adresse de courriel,Groupes",
        "Voornaam,Achternaam,ID-nummer,E-mailadres,Groepen",
        "Vorname,Name,Matrikelnummer,E-Mail,Gruppe",
    ],
)
@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_participants_of_moodle_in_four_languages(tmp_path: Path, heading: str, sign: str) -> None:
    text = f"\ufeff{heading}\r\nAnn,Lee,s1,ann@x.example,A\r\n".replace(",", sign)
    (found,) = students(tmp_path, text)
    assert (found.id, found.name, found.email, found.group) == (ANN.id, ANN.name, ANN.email, ANN.group)


@pytest.mark.parametrize(
    ("heading", "participant"),
    [
        ("Identifier,Full name,Email address,Status,Grade", "Participant 1234567"),
        ("ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung", "Teilnehmer/in1234567"),
        ("Identifiant,Nom complet,Adresse de courriel,Statut,Note", "Participant 1234567"),
        ("ID-nummer,Volledige naam,E-mailadres,Status,Cijfer", "Deelnemer 1234567"),
    ],
)
def test_a_grading_worksheet_of_moodle_has_the_number_of_the_participant(
    tmp_path: Path, heading: str, participant: str
) -> None:
    (found,) = students(tmp_path, f"{heading}\n{participant},Ann Lee,ann@x.example,-,\n")
    assert (found.id, found.name, found.moodle) == ("ann@x.example", "Ann Lee", "1234567")


def test_a_worksheet_of_another_assignment_adds_its_numbers(tmp_path: Path) -> None:
    heading = "Identifier,Full name,Email address\n"
    (found,) = students(tmp_path, *(f"{heading}Participant {at},Ann Lee,ann@x.example\n" for at in (11, 22, 11)))
    assert found.moodle == "11 22"


CANVAS = "Student,ID,SIS User ID,SIS Login ID,Section,week1 (12)\n"


def test_a_gradebook_of_canvas(tmp_path: Path) -> None:
    found = imported(
        tmp_path,
        f'{CANVAS},,,,,Manual Posting\n    Points Possible,,,,,100\n"Lee, Ann",12,s1,ann,A and B,\n'
        '"Student, Test",99,,0123456789abcdef,A,\n',
    )
    assert found.system == "Canvas"
    (student,) = found.roster.students
    assert (student.id, student.name, student.login, student.canvas) == ("s1", "Ann Lee", "ann", "12")
    assert student.group == ""
    assert found.told == ("row 5, Test Student: a test student of Canvas",)


def test_canvas_names_in_two_columns_and_without_ids_of_the_school(tmp_path: Path) -> None:
    (found,) = students(tmp_path, "LastName,FirstName,ID,SIS Login ID,Section\nLee,Ann,12,ann@x.example,A\n")
    assert (found.id, found.name, found.canvas) == ("ann@x.example", "Ann Lee", "12")


def test_the_list_of_groups_of_canvas(tmp_path: Path) -> None:
    groups = (
        "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id\n"
        '"Lee, Ann",12,s1,ann,A,Team A,3,\nBob May,13,s2,bob,A,,,\n'
    )
    ann, bob = students(tmp_path, f'{CANVAS}"Lee, Ann",12,s1,ann,A,\n"May, Bob",13,s2,bob,A,\n', groups)
    assert (ann.group, bob.group, bob.canvas) == ("Team-A", "", "13")


def test_a_roster_of_gradescope(tmp_path: Path) -> None:
    text = "First Name,Last Name,SID,Email,Sections,Role\nAnn,Lee,s1,ann@x.example,,Student\nT,E,t1,t@x.example,,TA\n"
    found = imported(tmp_path, text)
    assert [(one.id, one.name) for one in found.roster.students] == [("s1", "Ann Lee")]
    assert found.told == ("row 3, T E: the role is TA, not a student's",)


def test_moodle_and_then_github_classroom(tmp_path: Path) -> None:
    moodle = (
        "First name;Surname;ID number;Email address;Groups\nAnna;Weber;s1;anna@x.example;\nBen;Kraus;;ben@x.example;\n"
    )
    first = imported(tmp_path, moodle).roster
    assert [one.id for one in first.students] == ["ben@x.example", "s1"]
    github = '"identifier","github_username","github_id","name"\n"Ben Kraus","bk","1",""\n"Who Knows","wk","2",""\n'
    found = imported(tmp_path, github, first)
    assert found.roster.student("ben@x.example").github == "bk"
    assert found.told == (
        "row 3, Who Knows, wk, does not match a student of the roster: add an id or an e-mail address to this row",
    )
    assert [one.alias for one in found.roster.students] == [one.alias for one in first.students]


@pytest.mark.parametrize("role", ["Student", "Teilnehmer/in", "Étudiant", "Student/in, Tutor", "Deelnemer"])
def test_who_teaches_is_no_student(tmp_path: Path, role: str) -> None:
    text = f'First name,Last name,ID number,Roles\nAnn,Lee,s1,"{role}"\nEve,Prof,t1,Trainer/in\nNo,Body,t2,\n'
    found = imported(tmp_path, text)
    assert [one.id for one in found.roster.students] == ["s1"]
    assert found.told == (
        "row 3, Eve Prof: the role is Trainer/in, not a student's",
        "row 4, No Body: the role is empty, not a student's",
    )


def test_who_is_in_no_group_is_in_none_that_is_called_so(tmp_path: Path) -> None:
    text = "ID number,Groups\ns1,No groups\ns2,Keine Gruppen\ns3,Aucun groupe\ns4,Geen groepen\ns5,Default group\n"
    assert {one.group for one in students(tmp_path, text)} == {""}


def test_a_group_is_the_same_however_it_is_written(tmp_path: Path) -> None:
    text = "id,group\ns1,Team A\ns2,team a\ns3,Team A \ns4,Team-A\ns5,Übergruppe 1\n"
    assert [one.group for one in students(tmp_path, text)] == ["Team-A"] * 4 + ["Uebergruppe-1"]
    assert [one.group for one in students(tmp_path, text, text)] == ["Team-A"] * 4 + ["Uebergruppe-1"]


def test_groups_that_are_no_teams_can_be_left_out(tmp_path: Path) -> None:
    found = imported(tmp_path, 'ID number,Groups\ns1,"A, B"\ns2,A\n', groups=False)
    assert [one.group for one in found.roster.students] == ["", ""]
    mistaken = imported(tmp_path, "ID number,Groups\ns1,A\n").roster
    later = imported(tmp_path, "ID number,Groups\ns1,A\n", mistaken, groups=False)
    sentence = "empty the column group of roster.csv if students do not hand in by these groups"
    assert later.told == (f"the roster keeps the groups A: {sentence}",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "does not contain rows of students"),
        ("number,Note\n1,A\n", "does not have a column that identifies students; its columns are number, Note"),
        ("name\nAnn\n", "does not have a column that identifies students; its columns are name"),
        ("id,name\n1.23457E+11,A\n", "row 2: id is '1.23457E+11', a number that a spreadsheet program has shortened"),
        (
            "id,name\n\n1234567.0,A\n",
            "row 3: id is '1234567.0', a number that a spreadsheet program has turned into a decimal",
        ),
        ('SIS User ID,ID,Student\n,"1,5E+04",A\n', "row 2: ID is '1,5E+04'"),
        ('id,group\ns1,"A, B"\n', "row 2: the student is in the groups A and B, but can hand in with only one group"),
        (
            "id,group\ns1,Группа 1\n",
            "row 2: group is 'Группа 1': give the group a name",
        ),
        ("id,Matrikelnummer\ns1,s2\n", "row 2: id is 's1' and Matrikelnummer is 's2', but both columns mean the id"),
        ("id,Roles\ns1,Dozent\n", "the arena does not recognise the role of students among the roles Dozent"),
        ("id,name,email\ns1,Lee, Ann,ann@x.example\n", "row 2 has 4 cells; expected at most 3, one for each heading"),
        (
            "id,name\ns1,1.234.567\n1.234.567,A\n",
            "row 3: id is '1.234.567', a number that a spreadsheet program has added separators to",
        ),
        ("SIS Login ID,ID,Student\n1.23457E+11,1,A\n", "row 2: SIS Login ID is '1.23457E+11'"),
        ("identifier,github_username\n1.23E+11,a\n", "row 2: identifier is '1.23E+11'"),
        ("Identifier,Full name\nParticipant 1,A\n#NAME?,B\n", "row 3: Identifier is '#NAME?'; expected the number"),
        ("id,email\ns1,a@x; b@x\n", "row 2: email is 'a@x; b@x'; expected one e-mail address"),
        ("id,email\ns1,unbekannt\n", "row 2: email is 'unbekannt'; expected one e-mail address"),
        ("id,github\ns1,no such account\n", "expected the name of an account on GitHub"),
        ("id,group\ns1,Team \N{FOX FACE}\n", "give the group a name of at most 64 characters"),
        (
            "id,group\ns1,Team !\ns2,Team ?\n",
            "the groups 'team !' (row 2) and 'team ?' (row 3) would get the same name, team",
        ),
        ("id,group\ns1,+1\n", "row 2: group is '+1': give the group a name"),
        (
            f"id,name\ns1,{'A' * 300}\n",
            "row 2: name is 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA…', which is not valid: it has 300 characters",
        ),
        (
            "Liste 2026;;\nid;name;\ns1;A;\n",
            "does not have a column that identifies students; its columns are Liste 2026",
        ),
        ("id,email\ns1,mailto:a@x.example\n", "row 2: email is 'mailto:a@x.example'; expected one e-mail address"),
        ("id,group\n1,2\n2,2\n", "the group of 1 is 2, which is also the id of a student"),
        ("id\n../x\n", "row 2: '../x' cannot be an id"),
        ("id,name,name\ns1,A,B\n", "has two columns with the heading 'name'"),
    ],
)
def test_what_is_no_list_of_students_is_refused_with_row_and_value(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ArenaError) as caught:
        imported(tmp_path, text)
    assert caught.value.code == "bad-roster"
    assert said in caught.value.message


def test_all_that_is_wrong_with_a_list_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ArenaError) as caught:
        imported(tmp_path, "id,group\n1E+05,\ns2,Я\ns3,\n" + "1E+06,\n" * 30)
    lines = caught.value.message.splitlines()
    assert [line.partition(":")[0].strip() for line in lines[1:4]] == ["row 2", "row 3", "row 5"]
    assert lines[-1].strip() == "and 12 more"
    assert caught.value.hint
    assert "nothing was changed" in caught.value.hint


def test_a_first_line_that_says_what_parts_the_cells(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"row 4: id is '1E\+05'"):
        imported(tmp_path, "sep=;\nid;name\ns1;Ann, of the North\n1E+05;B\n")
    (found,) = students(tmp_path, "sep=;\r\nid;name;a,b,c\r\ns1;Ann;\r\n")
    assert (found.id, found.name) == ("s1", "Ann")


def test_columns_without_a_heading_and_empty_cells_behind_them_are_passed_over(tmp_path: Path) -> None:
    found = students(tmp_path, "id,name,,\ns1,Anna,x,y,,\ns2\n,,,\n")
    assert [(one.id, one.name) for one in found] == [("s1", "Anna"), ("s2", "")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Nummer (ID),Voornaam,Achternaam\ns1,Ann,Lee\n", ("s1", "Ann Lee", "", "")),
        ("Matr.-Nr.;Nachname, Vorname\ns1;Lee, Ann\n", ("s1", "Ann Lee", "", "")),
        ("Name,Surname,ID number\nAnn,Lee,s1\n", ("s1", "Ann Lee", "", "")),
        ('"First name / Surname",ID number\nAnn Lee,s1\n', ("s1", "Ann Lee", "", "")),
        ("mtknr;nachname;vorname\ns1;Lee;Ann\n", ("s1", "Ann Lee", "", "")),
        ('"Matrikel-\nnummer";Name\ns1;"Ann\nLee"\n', ("s1", "Ann Lee", "", "")),
        (
            "REGISTRATION_NUMBER;FAMILY_NAME_OF_STUDENT;FIRST_NAME_OF_STUDENT;EMAIL\ns1;Lee;Ann;ann@x.example\n",
            ("s1", "Ann Lee", "ann@x.example", ""),
        ),
        ("Anmeldename;Name;Matrikelnummer;Rolle\nal;Ann Lee;s1;Mitglied\n", ("s1", "Ann Lee", "", "")),
        ("Vorname;Nachname;Nutzernamen\nAnn;Lee;alee\n", ("alee", "Ann Lee", "", "")),
        (
            "First Name,Last Name,SID,Email,HW - Submission Time\nAnn,Lee,s1,a@x.de,2026-03-02\n",
            ("s1", "Ann Lee", "a@x.de", ""),
        ),
        ('id,name\ns1,"Davis, Jr."\n', ("s1", "Davis, Jr.", "", "")),
        ("id,name,email\ns1,Ann\u00a0\u200fLee,Ann <ann@x.example>\n", ("s1", "Ann Lee", "ann@x.example", "")),
        ("\n\nid;name;email;group\n\ns1;Ann Lee;-;n/a\n", ("s1", "Ann Lee", "", "")),
        ("id,name,Note,Note\n15e1234,Ann,1,2\n", ("15e1234", "Ann", "", "")),
        ("id,github\ns1,https://github.com/annacc\n", ("s1", "", "", "annacc")),
        ("id,github\ns1,@annacc\n", ("s1", "", "", "annacc")),
        ("Full name,Email address\nAnn,o'neil@x.example\n", ("o-neil@x.example", "Ann", "o'neil@x.example", "")),
        (
            "LastName,FirstName,ID,SIS Login ID,Section\nLee,Ann,7,,A\nStudent,Test,9,0a,A\n",
            ("canvas-7", "Ann Lee", "", ""),
        ),
    ],
)
def test_cells_mean_what_people_meant(tmp_path: Path, text: str, said: tuple[str, ...]) -> None:
    (found,) = students(tmp_path, text)
    assert (found.id, found.name, found.email, found.github) == said


@pytest.mark.parametrize(
    "said",
    [
        "Standard-Gruppe", "Standaard groep", "keine", "ohne", "kein Team", "No group", "n/a", "aucun", "geen", "#NV",
        "-",
        "Not a member of any group, so unable to make submissions.", "Membre d'aucun groupe ; impossible de remettre",
    ],
)  # fmt: skip
def test_no_group_is_told_in_many_ways(tmp_path: Path, said: str) -> None:
    first = students(tmp_path, "id,group\ns1,A\n")
    assert first[0].group == "A"
    (found,) = students(tmp_path, "id,group\ns1,A\n", f'id,group\ns1,"{said}"\n')
    assert found.group == ("A" if said in ("n/a", "#NV", "-") else "")


def test_columns_that_are_not_read_are_told(tmp_path: Path) -> None:
    assert imported(tmp_path, "id,name,Mannschaft\ns1,A,B\n").told == (
        "ignored columns, which do not identify students: Mannschaft",
    )


def test_a_list_without_names_of_new_students_is_told(tmp_path: Path) -> None:
    text = "Studierende,ID,SIS User ID,SIS Login ID,Section\nAnn Lee,12,s1,ann,A\n"
    found = imported(tmp_path, text)
    headings = "Studierende, ID, SIS User ID, SIS Login ID, Section"
    assert found.told == (
        f"the list does not have a column with the names of the new students; its columns are {headings}",
    )
    assert imported(tmp_path, text, found.roster).told == ()


def test_a_workbook_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "list.xlsx").write_bytes(b"PK\3\4" + bytes(99))
    with pytest.raises(ArenaError, match="is a workbook of a spreadsheet program; expected a CSV file"):
        import_list(Roster(()), tmp_path / "list.xlsx", KEY)


def test_who_in_canvas_has_no_id_is_told_wherever_the_row_stands(tmp_path: Path) -> None:
    found = imported(tmp_path, f'{CANVAS}"May, Bob",,,,A,\n"Lee, Ann",12,s1,ann,A,\n')
    assert found.told == ("row 2, Bob May: the row does not have an ID",)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_list_is_read_in_whatever_encoding_a_spreadsheet_has_written_it(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes("Matrikelnummer;Vorname;Nachname;Größe\r\n00123;Jürgen;Groß;1,80\r\n;;;\r\n".encode(encoding))
    found = import_list(Roster(()), path, KEY)
    assert [(one.id, one.name) for one in found.roster.students] == [("00123", "Jürgen Groß")]
    said = [line for line in found.told if line.startswith("read in ")]
    shown = {"utf-16": "UTF-16", "cp1252": "Windows-1252"}.get(encoding)
    assert [line.partition(":")[0] for line in said] == ([f"read in {shown}, with words as Größe"] if shown else [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "id,name\ns1,A\ns2,MÃ¼ller\n",
            "row 3: name is 'MÃ¼ller', in which 'Ã¼' was 'ü' before it was read in a wrong",
        ),
        ("id,Vorname,Nachname\ns1,JosÃ©,A\n", "row 2: Vorname is 'JosÃ©', in which 'Ã©' was 'é'"),
        ("id,group\ns1,GrÃ¼n\n", "row 2: group is 'GrÃ¼n', in which"),
        ("id,alias\ns1,GrÃ¼ner Uhu\n", "row 2: alias is 'GrÃ¼ner Uhu', in which"),
        ("id,name\ns1,M\ufffdller\n", "row 2: name is 'M\ufffdller', in which \ufffd stands for a letter that is lost"),
        ("id,name\ns1,M?ller\n", "row 2: name is 'M?ller', in which ? stands for a letter that is lost"),
        ("id,name\ns1,?ukasz\n", "row 2: name is '?ukasz', in which ? stands for a letter that is lost"),
        ("id,name\ns1,Wa³êsa\n", "row 2: name is 'Wa³êsa', in which '³' stands for another letter of another encoding"),
        ("id,VollstÃ¤ndiger Name\ns1,A\n", "row 1 has the heading 'VollstÃ¤ndiger Name', in which 'Ã¤' was 'ä'"),
        (
            "id,name\ns1,Ann \u202eeeL\n",
            "name is 'Ann ?eeL', which is not valid: letter 5 (RIGHT-TO-LEFT OVERRIDE, U+202E) cannot be seen",
        ),
        (
            "id,name\ns1,A\u3164\n",
            "row 2: name is 'A?', which is not valid: letter 2 (HANGUL FILLER, U+3164) cannot be seen",
        ),
        (
            "id,name\ns1,A\x07\n",
            "row 2: name is 'A?', which is not valid: letter 2 (a control character, U+0007) cannot be seen",
        ),
        (
            f"id,name\ns1,A{chr(0x301) * 4}\n",
            "row 2: name is 'A', which is not valid: letter 1 has 4 marks; correct this cell",
        ),
        (
            "id,email\ns1,a\u202e@x.example\n",
            "row 2: email is 'a?@x.example', which is not valid: letter 2 (RIGHT-TO-LEFT OVERRIDE, U+202E)",
        ),
        (
            "id,Rolle,Roles\ns1,Dozent,Student\n",
            "row 2: Rolle is 'Dozent' and Roles is 'Student', but both columns mean the role",
        ),
    ],
)
def test_names_that_nobody_can_have_are_refused_with_row_and_letter(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ArenaError) as caught:
        imported(tmp_path, text)
    assert said in caught.value.message


@pytest.mark.parametrize(
    "name",
    [
        "Nguyễn Thị Minh Khai", "Nguye\u0302\u0303n", "D'Angelo O\u2019Neil", "Müller-Lüdenscheidt", "Зоя Петрова",
        "李小龍", "김민준",
        "محمد بن عبد الله", "שָׁלוֹם בֵּן", "प्रियाङ्का", "กิตติศักดิ์", "Ægir Þór Ólafsdóttir",
        "Mary Jane (MJ) Watson", "Anna Weber, Dr.", "X Æ A-12",
        "Wolfeschlegelsteinhausenbergerdorff " * 5 + "Sr.",
    ],
)  # fmt: skip
def test_names_that_people_have_are_taken_as_they_are(tmp_path: Path, name: str) -> None:
    (found,) = students(tmp_path, f'id,name\ns1,"{name}"\n')
    assert found.name.replace("Dr. Anna Weber", "Anna Weber, Dr.") == name


@pytest.mark.parametrize("name", ["Mirko JUŠČENKO", "Eva TOMÁŠÍK", "LaŠawn McŽan", "D'HaŸ"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_capital_letters_within_a_word_are_what_they_are_where_no_encoding_is_guessed(
    tmp_path: Path, name: str, encoding: str
) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(f"id,name\ns1,{name}\n".encode(encoding))
    assert import_list(Roster(()), path, KEY).roster.students[0].name == name


def test_a_capital_letter_among_small_ones_is_told_where_the_encoding_is_guessed(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes("id,name\ns1,JŠger\n".encode("cp1252"))
    with pytest.raises(ArenaError, match="row 2: name is 'JŠger', in which 'Š' stands for another letter"):
        import_list(Roster(()), path, KEY)
