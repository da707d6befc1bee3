"""Tests of matching students across lists: no student gets two entries in the roster, and no two students share an
entry.
"""

from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arena.course.people.roster import Roster
from arena.course.people.student import Student
from arena.errors import ArenaError
from tests.course.people.importing import imported, students

WORKSHEET = (
    "Identifier,Full name,Email address\nParticipant 11,Ann Lee,ann@x.example\nParticipant 12,Bob May,bob@x.example\n"
)
PARTICIPANTS = "First name,Last name,ID number,Email address\nAnn,Lee,s1,ann@x.example\nBob,May,s2,bob@x.example\n"
GITHUB = "identifier,github_username,name\nann@x.example,al,\nBob May,bm,\n"
CANVAS = 'Student,ID,SIS User ID,SIS Login ID,Section\n"Lee, Ann",7,s1,ann,A\n"May, Bob",8,s2,bob@x.example,A\n'


def test_an_id_that_is_filled_in_later_makes_nobody_two(tmp_path: Path) -> None:
    first = imported(tmp_path, WORKSHEET).roster
    found = imported(tmp_path, PARTICIPANTS, first)
    assert (found.new, [one.id for one in found.roster.students]) == (0, ["s1", "s2"])
    assert [one.moodle for one in found.roster.students] == ["11", "12"]
    assert [one.alias for one in found.roster.students] == [one.alias for one in first.students]
    assert found.told == (
        "s1: the id was ann@x.example, and is s1 now",
        "s2: the id was bob@x.example, and is s2 now",
    )
    assert found.roster.student("ann@x.example").id == "s1"


def test_a_list_of_github_takes_no_number_of_moodle(tmp_path: Path) -> None:
    found = students(tmp_path, PARTICIPANTS, WORKSHEET, GITHUB, CANVAS)
    assert [(one.id, one.moodle, one.github, one.canvas) for one in found] == [
        ("s1", "11", "al", "7"),
        ("s2", "12", "bm", "8"),
    ]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (
            ("id,name,email\ns1,Ann Lee,a@x\ns1,Bob May,b@x\n",),
            "rows 2 and 3 have the same id: Ann Lee, s1, a@x and Bob May",
        ),
        (("id,name\ns1,A\nS1,B\n",), "rows 2 and 3 have the same id"),
        (("id,name,email\ns1,Ann,a@x\ns2,Bob,A@X\n",), "rows 2 and 3 have the same address"),
        (
            ("id,email\ns1,a@x\ns2,b@x\n", "id,email\ns1,b@x\n"),
            "row 2: s1, b@x matches s2 by address and also s1 by id",
        ),
        (("id,email\ns1,a@x\n", "id,email\ns9,a@x\n"), "row 2: s9, a@x matches s1 by address, but has another id"),
        (("id,name\ns1,Ann\n", "Identifier,Full name\nParticipant 1,Ann\nParticipant 2,Ann\n"), "rows 2 and 3 have"),
        (
            ("id,name\ns1,Ann Lee\ns2,Lee Ann\n", "Identifier,Full name\nParticipant 1,Ann Lee\n"),
            "row 2: Ann Lee, 1 may be one of s1 and s2, who have the same name: add an id to this row",
        ),
        (
            ("id,name\n0012345,A\n", "id,name\n12345,A\n"),
            "the id 12345 lacks the zeros at the beginning of 0012345 in the roster",
        ),
        (("id\ns1\n", "id,github\ns2,s1\n"), "the account of s2 on GitHub is 's1', which is the id of another student"),
    ],
)
def test_what_fits_two_students_is_told_and_changes_nothing(tmp_path: Path, texts: tuple[str, ...], said: str) -> None:
    with pytest.raises(ArenaError) as caught:
        students(tmp_path, *texts)
    assert caught.value.code == "bad-roster"
    assert said in caught.value.message


def test_a_list_that_has_the_login_as_the_id_makes_nobody_two(tmp_path: Path) -> None:
    lists = ("id,name\nann,Ann Lee\n", "SIS User ID,SIS Login ID,ID,Student\ns1,ann,7,Ann Lee\n")
    for order in (lists, lists[::-1]):
        (found,) = students(tmp_path, *order)
        assert (found.id, found.login, found.canvas) == ("s1", "ann", "7")


def test_an_id_is_the_schools_though_the_login_is_the_same(tmp_path: Path) -> None:
    lists = ("id,name,email\n3100001,Ann Lee,a@x\n", "Anmeldename,Vorname,Nachname,E-Mail\n3100001,Ann,Lee,a@x\n")
    for order in (lists, lists[::-1]):
        assert [(one.id, one.login) for one in students(tmp_path, *order)] == [("3100001", "3100001")]
    canvas = "Student,ID,SIS User ID,SIS Login ID,Section\nAnn Lee,12,s1,s1,A\n"
    assert [one.id for one in students(tmp_path, canvas, "id,name\ns2,Ann Lee\n")] == ["s1", "s2"]


def test_whoever_had_an_address_is_found_by_it_though_it_has_changed(tmp_path: Path) -> None:
    first = imported(tmp_path, "Student,ID,SIS Login ID,Section\nAnn Lee,12,a@x,A\n").roster
    found = imported(tmp_path, "Student,ID,SIS User ID,SIS Login ID,Section\nAnn Lee,12,s1,b@x,A\n", first).roster
    assert [(one.id, one.former) for one in found.students] == [("s1", "a@x")]
    assert found.student("a@x").id == "s1"


def test_addresses_may_be_swapped_and_given_to_others(tmp_path: Path) -> None:
    before = "id,email\ns1,a@x\ns2,b@x\n"
    swapped = students(tmp_path, before, "id,email\ns1,b@x\ns2,a@x\n")
    assert [(one.id, one.email) for one in swapped] == [("s1", "b@x"), ("s2", "a@x")]
    given = students(tmp_path, before, "id,email\ns1,c@x\ns3,a@x\n")
    assert [(one.id, one.email) for one in given] == [("s1", "c@x"), ("s2", "b@x"), ("s3", "a@x")]


def test_what_its_owner_likes_to_be_called_on_github_names_nobody(tmp_path: Path) -> None:
    classroom = '"identifier","github_username","github_id","name"\n"Ann Lee","annacc","1","Bob May"\n'
    ann, bob = students(tmp_path, "id,name\ns1,Ann Lee\ns2,Bob May\n", classroom)
    assert (ann.github, bob.github, ann.name) == ("annacc", "", "Ann Lee")


def test_a_list_of_numbers_alone_makes_no_students(tmp_path: Path) -> None:
    participants = "id,name\ns1,Ann Lee\n"
    found = imported(tmp_path, "Identifier,Status\nParticipant 111,-\n", imported(tmp_path, participants).roster)
    assert (found.new, [one.id for one in found.roster.students]) == (0, ["s1"])
    assert "row 2, 111, does not match a student of the roster" in found.told[0]


def test_the_same_row_twice_is_one_student(tmp_path: Path) -> None:
    assert len(students(tmp_path, "id,name\ns1,A\ns1,A\n")) == 1


def test_two_of_one_name_are_two_where_something_else_says_so(tmp_path: Path) -> None:
    found = students(tmp_path, "id,name,email\ns1,Ann Lee,a@x\n", "Full name,Email address\nAnn Lee,b@x\n")
    assert [one.id for one in found] == ["b@x", "s1"]


def test_what_is_said_otherwise_is_told(tmp_path: Path) -> None:
    first = imported(tmp_path, "id,name,email,group\ns1,Ann Lee,a@x.example,A\n").roster
    found = imported(tmp_path, "id,name,email,group\ns1,Ann May,b@x.example,B\n", first)
    assert found.told == (
        "s1: the name was Ann Lee, and is Ann May now",
        "s1: the email was a@x.example, and is b@x.example now",
        "s1: the group was A, and is B now",
    )


def test_what_a_list_does_not_say_stays(tmp_path: Path) -> None:
    (found,) = students(tmp_path, "id,name,email,group\ns1,Ann,a@x.example,A\n", "id,name,email,group\ns1,,,\n")
    assert (found.name, found.email, found.group) == ("Ann", "a@x.example", "A")


FIRST = ("Ann", "Bob", "Cleo", "Dé")
LAST = ("Lee", "May", "van Dyk")


@st.composite
def classes(draw: st.DrawFn) -> list[Student]:
    """Draws students who differ in every value except perhaps their names and groups."""
    names = draw(st.lists(st.tuples(st.sampled_from(FIRST), st.sampled_from(LAST)), min_size=1, max_size=6))
    return [
        Student(
            f"s{at}", " ".join(name), f"a{at}@x.example", login=f"l{at}", moodle=f"{at + 100}", canvas=f"{at + 200}",
            github=f"g{at}", group=draw(st.sampled_from(("", "T1", "T2"))),
        )
        for at, name in enumerate(names)
    ]  # fmt: skip


WHO = {"id", "name", "email", "login"}
COLUMNS = ("id", "name", "email", "login", "moodle", "canvas", "github", "group")


def listed(members: list[Student], columns: tuple[str, ...]) -> str:
    rows = [",".join(getattr(one, name) for name in columns) for one in members]
    return "\n".join((",".join(columns), *rows)) + "\n"


@given(classes(), st.sets(st.sampled_from(COLUMNS)), st.sets(st.sampled_from(COLUMNS)), st.randoms())
def test_two_lists_make_the_same_roster_in_any_order(
    members: list[Student], first: set[str], second: set[str], rng: Random
) -> None:
    """Two lists of the same students give the same roster, or the same error, whichever list is imported first. Each
    list has at least one column of ids, names, addresses or logins, because a new student cannot be identified by the
    other columns alone.
    """
    assume(first & WHO and second & WHO)
    one, two = (tuple(name for name in COLUMNS if name in chosen) for chosen in (first, second))
    texts = (listed(members, one), listed(rng.sample(members, len(members)), two))
    with TemporaryDirectory() as folder:
        found = [_outcome(Path(folder), order) for order in (texts, texts[::-1])]
    assert found[0] == found[1]
    common = {*one} & {*two} & {"id", "email", "login", "moodle", "canvas", "github"}
    if isinstance(found[0], list) and common:
        assert len(found[0]) == len(members)


def _outcome(folder: Path, texts: tuple[str, ...]) -> list[Student] | str:
    """Returns the students after importing the lists, without aliases and former ids; returns the error's code if a
    list is refused.
    """
    roster = Roster(())
    try:
        for text in texts:
            roster = imported(folder, text, roster).roster
    except ArenaError as error:
        return error.code
    return [replace(student, alias="", former="") for student in roster.students]


def test_who_left_a_group_has_an_alias_of_the_own(tmp_path: Path) -> None:
    grouped = imported(tmp_path, "id,group\ns1,A\ns2,A\ns3,A\n").roster
    alone = imported(tmp_path, "id,group\ns1,keine\ns2,keine\ns3,keine\n", grouped).roster
    assert [one.group for one in alone.students] == ["", "", ""]
    assert len({one.alias for one in alone.students}) == 3
    assert alone.students[0].alias == grouped.students[0].alias


def test_who_teaches_and_is_in_the_roster_is_told(tmp_path: Path) -> None:
    first = imported(tmp_path, "id,name,email\ns1,Ann,a@x\nt1,Prof,p@x\n").roster
    found = imported(tmp_path, "First name,Last name,Email,Roles\nAnn,Lee,a@x,Student\nPetra,Prof,p@x,Teacher\n", first)
    assert "t1 is in the roster, but teaches: remove the row of t1 from roster.csv" in found.told


def test_a_student_is_found_by_group_and_alias_where_an_organiser_names_one(tmp_path: Path) -> None:
    roster = imported(tmp_path, "id,group\ns1,Team A\ns2,Team A\ns3,\n").roster
    assert roster.student("team-a").id == "s1"
    assert roster.student(roster.students[2].alias).id == "s3"


def test_a_whole_list_of_namesakes_with_other_ids_is_refused_and_a_single_one_told(tmp_path: Path) -> None:
    logins = imported(tmp_path, "id,name\naweber,Anna Weber\nbkraus,Ben Kraus\n").roster
    with pytest.raises(ArenaError) as caught:
        imported(tmp_path, "Matrikelnummer,Name\n70,Weber Anna\n71,Ben Kraus\n", logins)
    assert "row 2: Weber Anna, 70 is new, but aweber has the same name: if one of the two is a login" in (
        caught.value.message
    )
    some = imported(tmp_path, "Matrikelnummer,Name\n70,Weber Anna\n72,Clara Stein\n", logins)
    assert some.told == ("row 2: Weber Anna, 70 is new, but aweber has the same name",)
    assert imported(tmp_path, "id,name\n70,Anna Weber\n", logins).new == 1
    # A namesake whose address also differs is another person.
    known = imported(tmp_path, "id,name,email\naweber,Anna Weber,a@x.example\nbk,Ben Kraus,b@x.example\n").roster
    others = "id,name,email\n70,Anna Weber,a2@x.example\n71,Ben Kraus,b2@x.example\n"
    assert imported(tmp_path, others, known).told == ()
    with pytest.raises(
        ArenaError, match=r"matches aweber by address, but has another id: .*; if one of the two is a login"
    ):
        imported(tmp_path, "id,email\n70,a@x.example\n", known)
    # In a column with the heading `login`, a login identifies the student until a later list adds the id.
    headed = imported(tmp_path, "login,name\naweber,Anna Weber\nbkraus,Ben Kraus\n").roster
    told = imported(tmp_path, "Matrikelnummer,Name\n70,Weber Anna\n71,Ben Kraus\n", headed)
    assert [(one.id, one.login) for one in told.roster.students] == [("70", "aweber"), ("71", "bkraus")]
