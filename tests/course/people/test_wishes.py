"""Tests of aliases that students choose: any spelling is accepted, the members of a group share one alias, and no alias
contains the name of another student.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.course.folder import Course
from arena.course.people.aliases import Given, Taken, alias_for
from arena.course.people.matching import Imported, import_list
from arena.course.people.roster import Roster
from arena.course.people.student import Student
from arena.errors import ArenaError
from tests.course.closing.test_baselines import staff
from tests.course.commands import arena, closed, done
from tests.course.courses import ASSIGNMENT, HEAD, make_course
from tests.course.people.importing import KEY

CLASS = Roster(
    [
        Student("s1", "Anna Weber", "anna.weber@x.example", login="awe", alias="calm-crane"),
        Student("s2", "Ben Krauß", group="g1", alias="shy-yak"),
        Student("s3", "Clara Piper", group="g1", alias="shy-yak"),
        Student("s4", "Jörg van Dyk", alias="modern-owl"),
        Student("s5", "Anna Klein", github="kl-ein", alias="proud-lynx"),
    ]
)


def wished(folder: Path, rows: str, roster: Roster = CLASS, taken: Taken = Taken()) -> Imported:  # noqa: B008
    path = folder / "poll.csv"
    path.write_text(f"id,alias\n{rows}", "utf-8")
    return import_list(roster, path, KEY, taken=taken)


def refusal(folder: Path, rows: str, taken: Taken = Taken()) -> str:  # noqa: B008
    with pytest.raises(ArenaError) as caught:
        wished(folder, rows, taken=taken)
    assert caught.value.code == "bad-roster"
    return caught.value.message


@pytest.mark.parametrize(
    ("said", "alias"),
    [
        ("Rote Eule 7", "rote-eule-7"),
        (" Grüne_Eule!", "gruene-eule"),
        ("dachs 🦡", "dachs"),
        ("El Niño", "el-nino"),
        ("fox", "fox"),
        ("Anna-W.", "anna-w"),
    ],
)
def test_an_alias_is_taken_as_people_write_it(tmp_path: Path, said: str, alias: str) -> None:
    found = wished(tmp_path, f's1,"{said}"\n')
    assert found.roster.student("s1").alias == alias
    assert found.told[0] == f"s1: the alias was calm-crane, and is {alias} now"
    assert found.roster.students[1:] == CLASS.students[1:]


def test_who_wishes_for_nothing_keeps_the_alias(tmp_path: Path) -> None:
    found = wished(tmp_path, "s1,\ns2,shy-yak\ns4,Modern Owl\n")
    assert (found.roster.students, found.told) == (CLASS.students, ())


def test_who_is_new_has_the_alias_at_once(tmp_path: Path) -> None:
    found = wished(tmp_path, "s9,Fox\ns8,\n")
    assert found.roster.student("s9").alias == "fox"
    assert found.roster.student("s8").alias not in ("", "fox")


def test_one_may_choose_for_a_group(tmp_path: Path) -> None:
    found = wished(tmp_path, "s3,Fox\n")
    assert [found.roster.student(one).alias for one in ("s2", "s3")] == ["fox", "fox"]
    assert found.told == (
        "s2: the alias was shy-yak, and is fox now",
        "s3: the alias was shy-yak, and is fox now",
    )
    assert [one.alias for one in wished(tmp_path, "s2,fox\ns3,Fox\n").roster.students[1:3]] == ["fox", "fox"]


def test_the_alias_of_a_group_that_somebody_joins_is_nobody_elses(tmp_path: Path) -> None:
    path = tmp_path / "poll.csv"
    path.write_text("id,group,alias\ns4,g1,\ns1,,Shy Yak\n", "utf-8")
    with pytest.raises(ArenaError, match="row 3: s1 wishes for the alias shy-yak, which is the alias of g1"):
        import_list(CLASS, path, KEY)
    path.write_text("id,group,alias\ns4,g1,\ns1,,Modern Owl\n", "utf-8")
    found = import_list(CLASS, path, KEY).roster
    assert [one.alias for one in found.students] == ["modern-owl", "shy-yak", "shy-yak", "shy-yak", "proud-lynx"]


def test_two_may_change_places(tmp_path: Path) -> None:
    found = wished(tmp_path, "s1,modern-owl\ns4,calm-crane\n")
    assert [found.roster.student(one).alias for one in ("s1", "s4")] == ["modern-owl", "calm-crane"]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            "s2,fox\ns3,badger\n",
            "rows 2 and 3: s2 and s3 hand in together as g1, but wish for different aliases (fox and badger)",
        ),
        (
            "s2,shy-yak\ns3,badger\n",
            "rows 2 and 3: s2 and s3 hand in together as g1, but wish for different aliases (shy-yak and badger)",
        ),
        ("s1,Shy Yak\n", "row 2: s1 wishes for the alias shy-yak, which is the alias of g1"),
        ("s1,modem-owl\n", "row 2: s1 wishes for the alias modem-owl, which looks like modern-owl, the alias of s4"),
        ("s1,fox\ns4,Fox\n", "row 2: s1 wishes for the alias fox, which is the alias of s4"),
        ("s1,fox\ns4,Fox\n", "row 3: s4 wishes for the alias fox, which is the alias of s1"),
        ("s1,Greedy\n", "row 2: s1 wishes for the alias greedy, which is the name of a house bot"),
        ("s1,random-rust\n", "row 2: s1 wishes for the alias random-rust, which is the name of a house bot"),
        ("s1,bare-randorn\n", "row 2: s1 wishes for the alias bare-randorn, which looks like the name of a house bot"),
        ("s1,Сова\n", "row 2: the alias of s1 is 'Сова': write an alias of Latin letters and digits"),
        ("s1,!!\n", "row 2: the alias of s1 is '!!': write an alias of Latin letters"),
        (f"s1,{'x' * 40}\n", "digits, at most 39 in all"),
        (
            "s1,=1+\x07\n",
            "row 2: alias is '=1+?', which is not valid: letter 4 (a control character, U+0007) cannot be seen",
        ),
        ("s1,Weber Knecht\ns4,weber-knecht\n", "row 3: s4 wishes for the alias weber-knecht, which is the alias of s1"),
        (
            "s4,Weber Knecht\n",
            "row 2: s4 wishes for the alias weber-knecht, which contains Weber, a part of the name of s1",
        ),
        ("s4,not-AnnaWeber\n", "which contains Anna, a part of the name of s1"),
        ("s4,sandpiper\n", "which contains Piper, a part of the name of s3"),
        ("s1,joerg\n", "which contains Jörg, a part of the name of s4"),
        ("s1,jorg-fan\n", "which contains Jörg, a part of the name of s4"),
        ("s1,krauss\n", "which contains Krauß, a part of the name of s2"),
        (
            "s3,Ben und ich\n",
            "row 2: s3 wishes for the alias ben-und-ich, which contains Ben, a part of the name of s2",
        ),
        ("s4,awe\n", "row 2: s4 wishes for the alias awe, which contains awe and so reveals s1"),
        ("s4,kl-ein\n", "which contains kl-ein and so reveals s5"),
    ],
)
def test_what_cannot_be_is_told_by_row_and_nothing_is_taken(tmp_path: Path, rows: str, said: str) -> None:
    assert said in refusal(tmp_path, rows)


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    told = refusal(tmp_path, "s1,greedy\ns2,fox\ns4,Сова\ns5,sandpiper\n").splitlines()[1:]
    assert sorted(line.split(":")[0].strip() for line in told) == ["row 2", "row 4", "row 5"]


def test_a_name_that_is_the_own_one_too_may_be_shown(tmp_path: Path) -> None:
    found = wished(tmp_path, "s5,Anna K\n")
    assert found.roster.student("s5").alias == "anna-k"
    assert found.told[-1] == "s5 has the alias anna-k now, but Anna is also a part of the name of s1"


def test_what_was_locked_stays_and_is_nobody_elses(tmp_path: Path) -> None:
    taken = Taken(given=(Given("calm-crane", "week1", frozenset({"s1"})),))
    first = wished(tmp_path, "s1,fox\n", taken=taken)
    stays = "; it stays calm-crane in week1, and whoever compares the tables may see that"
    assert first.told == (f"s1: the alias was calm-crane, and is fox now{stays}",)
    with pytest.raises(
        ArenaError, match="s4 wishes for the alias calm-crane, which was another student's alias in the closed week1"
    ):
        wished(tmp_path, "s4,Calm Crane\n", first.roster, taken)
    assert wished(tmp_path, "s1,Calm Crane\n", first.roster, taken).roster.students == CLASS.students


def test_who_is_on_a_ladder_keeps_the_account(tmp_path: Path) -> None:
    taken = Taken(invited=frozenset({"shy-yak", "gone-gull"}))
    assert "s3 wishes for the alias fox, but has the account shy-yak on a ladder" in refusal(
        tmp_path, "s3,fox\n", taken
    )
    assert "which is another person's account on a ladder" in refusal(tmp_path, "s1,gone-gull\n", taken)


def test_the_command_knows_baselines_ladders_and_what_is_closed(course: Course) -> None:
    poll = course.folder.with_name("poll.csv")
    staff(course.folder)
    own = HEAD + ASSIGNMENT + ASSIGNMENT.replace("week1", "week2").replace('bot = "greedy"', 'manifest = "staff/easy"')
    (course.folder / "course.toml").write_text(own)
    first = course.roster.student("s7001").alias
    poll.write_text("id,alias\ns7001,Easy\n")
    assert "easy, which is the name of a baseline of the course" in arena(course, "roster", "import", str(poll)).output
    closed(course)
    poll.write_text("id,alias\ns7001,Anna\n")
    assert f"anna now; it stays {first} in week1" in done(course, "roster", "import", str(poll))
    poll.write_text(f"id,alias\ns7002,{first}\n")
    assert (
        "which was another student's alias in the closed week1" in arena(course, "roster", "import", str(poll)).output
    )
    (course.folder / "invitations.csv").write_text("id,name,email,account,link\ns7001,,,anna,x\n")
    poll.write_text("id,alias\ns7001,fox\n")
    assert "but has the account anna on a ladder" in arena(course, "roster", "import", str(poll)).output
    done(course, "close", "week1")
    assert first in done(course, "status", "week1")


def test_nobody_is_called_as_a_baseline(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo")
    path = course.folder / "roster.csv"
    path.write_text(path.read_text().replace(course.roster.student("s7001").alias, "easy"))
    Course.open(course.folder)
    staff(course.folder, 'name = "Easy"')
    own = HEAD + ASSIGNMENT.replace('bot = "greedy"', 'manifest = "staff/easy"')
    (course.folder / "course.toml").write_text(own)
    with pytest.raises(
        ArenaError, match="the alias of s7001 is easy, which looks like Easy, the name of a baseline"
    ) as caught:
        Course.open(course.folder)
    assert caught.value.code == "bad-roster"


def test_no_alias_is_drawn_that_looks_like_what_is_taken_or_has_a_name_in_it() -> None:
    first = alias_for("s1", KEY, (), ())
    assert alias_for("s1", KEY, (first.title(),), ()) != first
    word = first.split("-")[1]
    assert word[1:] not in alias_for("s1", KEY, (), (f"Ada {word[1:].title()}",))


def test_no_alias_is_drawn_with_a_word_that_somebody_shows(tmp_path: Path) -> None:
    word = alias_for("s2", KEY, (), ()).split("-")[1]
    found = wished(tmp_path, "s2,\n", Roster([Student("s1", f"Ada {word.title()}", alias=word)]))
    assert word not in found.roster.student("s2").alias


@pytest.mark.parametrize(
    ("student", "secrets"),
    [
        (Student("s1", "Anna Weber", alias="calm-crane"), {"s1", "Anna Weber"}),
        (Student("s1", "Anna Weber", alias="anna"), {"s1", "Weber"}),
        (Student("s1", "Anna Weber", alias="weber-7"), {"s1", "Anna"}),
        (Student("s1", "Anna Weber", alias="annaweber"), {"s1"}),
        (Student("s1", "Anna Weber", alias="spinnenweber"), {"s1", "Anna"}),
        (Student("s1", "Ann Lee", alias="lively-anne"), {"s1", "Ann Lee"}),
        (Student("s1", "Jörg Größe-Maß", alias="joerg-mass"), {"s1", "Größe"}),
        (Student("s1", "Anna Weber", "anna.weber@x.example", alias="anna"), {"s1", "Weber", "weber@x.example"}),
        (Student("s1", "Anna Weber", "anna.weber@x.example", alias="anna-weber"), {"s1"}),
        (Student("s1", "", "a.weber@x.example", alias="weber"), {"s1"}),
        (Student("s1", "", login="awe", github="awe-99", moodle="4711", alias="awe"), {"s1", "awe-99", "4711"}),
        (Student("s1", "", group="Rote Eulen", alias="rote-eulen"), {"s1"}),
        (Student("s7001", "", alias="s7001"), set()),
    ],
)
def test_what_the_own_alias_shows_is_no_secret(student: Student, secrets: set[str]) -> None:
    assert Roster([student]).secrets() == secrets


def test_what_an_alias_shows_stays_a_secret_of_everybody_else() -> None:
    shown = Student("s1", "Anna Klein", alias="anna")
    others = [Student("s2", "Anna Weber", alias="calm-crane"), Student("s3", "Anna", alias="shy-yak")]
    assert Roster([shown, *others]).secrets() == {"s1", "Klein", "s2", "Anna Weber", "s3", "Anna"}
    assert Roster([replace(shown, alias="calm-crane")]).secrets() == {"s1", "Anna Klein"}


def test_a_name_like_a_riddle_takes_no_time() -> None:
    name = " ".join("a" * size for size in range(1, 20))
    assert Roster([Student("s1", name, alias="a" * 38 + "b")]).secrets()
