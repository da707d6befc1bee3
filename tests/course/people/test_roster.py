"""Tests of a course's roster, and of aliases, which reveal nothing about their owners."""

from pathlib import Path

import pytest

from arena.course.files import read_table
from arena.course.people.aliases import alias_for
from arena.course.people.roster import Roster, read_roster
from arena.course.people.student import Student
from arena.errors import ArenaError
from tests.course.commands import done
from tests.course.courses import make_course
from tests.course.people.importing import KEY, imported


def test_a_plain_roster_is_taken_and_every_student_has_an_alias(tmp_path: Path) -> None:
    roster = imported(tmp_path, "id,name,email\ns1,Anna Weber,anna@x.example\ns2,Ben Kraus,\n").roster
    assert [(one.id, one.name, one.email) for one in roster.students] == [
        ("s1", "Anna Weber", "anna@x.example"),
        ("s2", "Ben Kraus", ""),
    ]
    assert len({one.alias for one in roster.students}) == 2
    (tmp_path / "roster.csv").write_text(roster.text())
    assert read_roster(tmp_path / "roster.csv").students == roster.students


def test_aliases_stay_when_others_come(tmp_path: Path) -> None:
    first = imported(tmp_path, "id,name\ns1,Anna\ns2,Ben\n").roster
    second = imported(tmp_path, "id,name\n" + "".join(f"s{at},N\n" for at in range(60)), first).roster
    assert [second.student(one.id).alias for one in first.students] == [one.alias for one in first.students]
    assert len({one.alias for one in second.students}) == 60


def test_aliases_need_the_key_and_have_no_word_of_a_name() -> None:
    first = alias_for("s1", KEY, (), ())
    assert alias_for("s1", KEY, (), ()) == first
    assert alias_for("s1", bytes(32), (), ()) != first
    word = first.split("-")[1]
    assert word not in alias_for("s1", KEY, (), (f"Ada {word.title()}",))
    assert alias_for("s1", KEY, (first,), ()) != first


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("s1,A,greedy\n", "the alias of s1 is greedy, which is the name of a house bot"),
        (
            "s1,A,modern-owl\ns2,B,modem-owl\n",
            "the alias of s2 is modem-owl, which looks like modern-owl, the alias of s1",
        ),
        (
            "s1,A\u3164,calm-yak\n",
            "the name of s1 is 'A.', which is not valid: letter 2 .HANGUL FILLER, U.3164. cannot be seen",
        ),
    ],
)
def test_no_name_passes_for_anothers(tmp_path: Path, rows: str, said: str) -> None:
    (tmp_path / "roster.csv").write_text(f"id,name,alias\n{rows}")
    with pytest.raises(ArenaError, match=said) as caught:
        read_roster(tmp_path / "roster.csv")
    assert caught.value.code == "bad-roster"


def test_a_group_has_one_alias(tmp_path: Path) -> None:
    roster = imported(tmp_path, "id,name,group\ns1,Anna,g1\ns2,Ben,g1\ns3,Cla,\n").roster
    assert roster.student("s1").alias == roster.student("s2").alias != roster.student("s3").alias
    assert list(roster.authors()) == ["g1", "s3"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,name\ns1,A\nS1,B\n", "S1 has two rows"),
        ("id,name,email\ns1,A,a@x.example\ns2,B,A@x.example\n", "s1 and s2 have the same address: a@x.example"),
        ("id,moodle\ns1,11 12\ns2,12\n", "s1 and s2 have the same number in Moodle: 12"),
        ("id,canvas\ns1,x\n", "student s1 has 'x' in the column 'canvas'; expected the number that Canvas gives"),
        ("id,canvas\ns1,7\ns2,7\n", "s1 and s2 have the same number in Canvas: 7"),
        ("id,github\ns1,bob\ns2,Bob\n", "s1 and s2 have the same account on GitHub: bob"),
        ("id,login\ns1,bob\nbob,\n", "s1 and bob have the same id: bob"),
        ("id,name\n../x,A\n", "a student has the id '../x'"),
        ("id,name\n=1+1,A\n", "a student has the id '=1+1'"),
        ("number,name\n1,A\n", "does not have the column 'id'; its columns are number, name"),
        ("id,name,name\ns1,A,B\n", "has two columns with the heading 'name'"),
        ("id,name,group\ns1,A,s2\ns2,B,\n", "the group of s1 is s2, which is also the id of a student"),
        ("id,name,github\ns1,A,S2\ns2,B,\n", "the account of s1 on GitHub is 'S2', which is the id of another student"),
    ],
)
def test_what_no_roster_may_have_is_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "roster.csv").write_text(text)
    with pytest.raises(ArenaError) as caught:
        read_roster(tmp_path / "roster.csv")
    assert caught.value.code == "bad-roster"
    assert said in caught.value.message


def test_an_older_roster_says_in_one_column_what_other_systems_call_a_student(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("id,handle\ns1,4711\ns2,bk\n")
    found = read_roster(tmp_path / "roster.csv")
    assert [(one.moodle, one.github) for one in found.students] == [("4711", ""), ("", "bk")]


def test_what_strangers_wrote_is_no_formula(tmp_path: Path) -> None:
    roster = Roster(
        [Student("s1", "=HYPERLINK(1)", "@x", alias="calm-crane"), Student("s2", "+1", "-2", alias="calm-yak")]
    )
    (tmp_path / "roster.csv").write_text(roster.text())
    rows = read_table(tmp_path / "roster.csv", "bad")
    assert [row["name"] for row in rows] == ["'=HYPERLINK(1)", "'+1"]
    assert [row["email"] for row in rows] == ["'@x", "'-2"]
    again = read_roster(tmp_path / "roster.csv")
    assert again.text() == roster.text()


def test_other_columns_of_a_roster_stay(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo")
    path = course.folder / "roster.csv"
    heading, *rows = path.read_text().splitlines()
    path.write_text("\n".join([f"{heading},room", *(f"{row},{number}" for number, row in enumerate(rows))]) + "\n")
    more = tmp_path / "more.csv"
    more.write_text("id,name\ns7004,Dora\n")
    done(course, "roster", "import", str(more))
    assert [(row["id"], row["room"]) for row in read_table(path, "bad-roster")] == [
        ("s7001", "0"),
        ("s7002", "1"),
        ("s7003", "2"),
        ("s7004", ""),
    ]
