"""Tests of a course with hand-ins through a ladder: the invitations of students, and the collection of submissions with
the server's receipts.
"""

import csv
import re
import stat
import tarfile
from contextlib import closing
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sql

from arena.course.closing.lock import LOCK
from arena.course.folder import Course
from arena.course.people.aliases import INVITATIONS
from arena.ladder.accounts.people import add_person, people
from arena.ladder.accounts.rights import Role, Who
from arena.ladder.accounts.tokens import Kind, exchange, whose
from arena.ladder.courses.submitted_hand_ins import collect
from arena.ladder.keeping.events import events
from arena.ladder.keeping.tables import SUBMISSION
from arena.ladder.ladder import Ladder
from arena.ladder.submissions.states import State
from arena.ladder.submissions.submissions import withdraw
from tests.course.commands import arena, done
from tests.course.courses import ASSIGNMENT, HEAD, make_course
from tests.ladder.archives import bot
from tests.ladder.conftest import Clock, on_both
from tests.ladder.working import hand_in, work
from tests.web.ladder.authors import Author, Idle
from tests.web.serving import serving

SECOND = ASSIGNMENT.replace("week1", "week2").replace("2026-03-01", "2026-03-08")
GROUPED = "id,name,email,group,handle\ns1,Anna Weber,a@uni.example,,\ns2,Ben,b@uni.example,team,\ns3,Cid,,team,\n"


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return make_course(tmp_path / "course", GROUPED, HEAD + ASSIGNMENT + SECOND)


def at(ladder: Ladder, moment: str) -> None:
    """Sets the clock of a ladder to this local time."""
    assert isinstance(ladder.now_ms, Clock)
    ladder.now_ms.ms = int(datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo("Europe/Berlin")).timestamp() * 1000)


URL = "https://ladder.example.org/"


def invite(course: Course, ladder: Ladder) -> str:
    return done(course, "invite", "--ladder", str(ladder.folder), "--url", URL)


def links(course: Course) -> dict[str, str]:
    """Returns the sign-in link of each student, by the student's id."""
    with (course.folder / INVITATIONS).open(newline="") as file:
        return {row["id"]: row["link"] for row in csv.DictReader(file)}


def signed_in(course: Course, ladder: Ladder, student: str) -> Who:
    """Signs a student in with the student's link; returns the student's rights."""
    with ladder.base.writing() as connection:
        made = exchange(connection, links(course)[student].rpartition("/")[2], Kind.COMMAND, ladder.now_ms())
        assert made
        who = whose(connection, made[1], ladder.now_ms())
    assert who
    return who


def receipts(course: Course, assignment: str) -> dict[str, str]:
    with (course.downloads(assignment) / "receipts.csv").open(newline="") as file:
        return {row["file"]: row["received"] for row in csv.DictReader(file)}


def test_students_are_people_by_their_aliases_and_a_group_is_one(course: Course, ladder: Ladder) -> None:
    said = invite(course, ladder)
    assert "3 invited now, 3 students in the roster" in said
    assert "sign-in" not in said
    found = links(course)
    assert {re.sub("[0-9a-f]{32}$", "", link) for link in found.values()} == {
        "https://ladder.example.org/ladder/sign-in/"
    }
    assert len(set(found.values())) == 3
    with ladder.base.reading() as connection:
        assert {one.name for one in people(connection)} == {one.alias for one in course.roster.students}
        assert len(people(connection)) == 2
        acts = [one.act for one in events(connection)]
    assert sorted(acts) == ["add author", "add author", "link", "link", "link"]
    assert stat.S_IMODE((course.folder / INVITATIONS).stat().st_mode) == 0o600
    with ladder.base.reading() as connection:
        text = str([one.subject for one in events(connection)])
    assert not any(word in text for word in ("Anna", "Ben", "s1", "uni.example"))


def test_who_has_a_link_keeps_it_and_who_comes_later_gets_one(course: Course, ladder: Ladder) -> None:
    invite(course, ladder)
    before = links(course)
    assert "0 invited now" in invite(course, ladder)
    assert links(course) == before
    (course.folder / "more.csv").write_text("id,name\ns4,Dora\n")
    done(course, "roster", "import", str(course.folder / "more.csv"))
    assert "1 invited now, 4 students" in invite(course, ladder)
    assert {student: links(course)[student] for student in before} == before


def test_one_whose_link_was_never_written_down_gets_another(
    course: Course, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the command `invite` is interrupted after it has added the students, but before it writes their sign-in links
    to the file, a second `invite` writes new links.
    """
    from arena.ladder.courses import invitations  # noqa: PLC0415  # this test changes the module

    keep, times = invitations._keep, [0]

    def killed(*arguments: object) -> object:
        times[0] += 1
        if times[0] == 2:
            raise KeyboardInterrupt
        return keep(*arguments)  # type: ignore[arg-type]  # passes on the arguments of the caller

    monkeypatch.setattr(invitations, "_keep", killed)
    assert arena(course, "invite", "--ladder", str(ladder.folder), "--url", URL).exit_code != 0
    assert set(links(course).values()) == {""}
    monkeypatch.undo()
    assert "3 invited now" in invite(course, ladder)
    with ladder.base.reading() as connection:
        assert len(people(connection)) == 2


def test_nobody_gets_into_the_account_of_somebody_else(course: Course, ladder: Ladder) -> None:
    taken = course.roster.students[1].alias
    with ladder.base.writing() as connection:
        add_person(connection, taken.upper(), Role.ORGANISER, 0, "test")
    assert "[no-address]" in arena(course, "invite", "--ladder", str(ladder.folder)).output
    result = arena(course, "invite", "--ladder", str(ladder.folder), "--url", URL)
    assert result.exit_code == 1
    assert "[person-there]" in result.output
    assert not (course.folder / INVITATIONS).exists()
    with ladder.base.reading() as connection:
        assert len(people(connection)) == 1


def test_no_archive_of_the_course_has_a_link(course: Course, ladder: Ladder, tmp_path: Path) -> None:
    invite(course, ladder)
    done(course, "archive", str(tmp_path / "all.tar.gz"))
    with tarfile.open(tmp_path / "all.tar.gz") as packed:
        assert not any("invitations" in name for name in packed.getnames())


@on_both
def test_what_was_handed_in_counts_by_the_servers_receipt(course: Course, ladder: Ladder, quick: None) -> None:
    """If the bot's version is the name of an assignment, the hand-in belongs to that assignment. Otherwise, it belongs
    to the assignment with the next deadline after the server received it, or to the last assignment if none follows.
    """
    at(ladder, "2026-02-20 09:00:00")
    invite(course, ladder)
    students = {student: signed_in(course, ladder, student) for student in links(course)}
    for moment, student, version in (
        ("2026-02-20 10:00:00", "s1", "1"),
        ("2026-03-01 11:59:59", "s1", "2"),
        ("2026-03-01 12:00:01", "s1", "3"),
        ("2026-03-01 12:00:02", "s2", "week1"),
        ("2026-03-20 12:00:00", "s3", "9"),
    ):
        at(ladder, moment)
        hand_in(ladder, students[student], bot("mine", version))
    work(ladder)  # the ladder knows the version of a bot only after unpacking it
    said = done(course, "collect", "week1", "--ladder", str(ladder.folder))
    assert "3 new, 0 were there" in said
    assert receipts(course, "week1") == {
        "s1_submission-1.tar.gz": "2026-02-20 09:00:00.000+00:00",
        "s1_submission-2.tar.gz": "2026-03-01 10:59:59.000+00:00",
        "s2_submission-4.tar.gz": "2026-03-01 11:00:02.000+00:00",
    }
    assert "0 new, 3 were there" in done(course, "collect", "week1", "--ladder", str(ladder.folder))
    done(course, "collect", "week2", "--ladder", str(ladder.folder))
    assert list(receipts(course, "week2")) == ["s1_submission-3.tar.gz", "s2_submission-5.tar.gz"]
    status = done(course, "status", "week1")
    assert re.search(r"s1 .*s1_submission-2\.tar\.gz +2026-03-01 11:59:59 CET +receipts\.csv +counts, in time", status)
    assert re.search(
        r"team .*s2_submission-4\.tar\.gz +2026-03-01 12:00:02 CET +receipts\.csv +counts, 1 day late", status
    )


def test_what_was_withdrawn_is_left_out_and_a_mended_receipt_stays(course: Course, ladder: Ladder, quick: None) -> None:
    at(ladder, "2026-02-20 10:00:00")
    invite(course, ladder)
    who = signed_in(course, ladder, "s1")
    first, second = (hand_in(ladder, who, bot(name)) for name in ("mine", "other"))
    with ladder.base.writing() as connection:
        withdraw(connection, who, second.number, ladder.now_ms())
    work(ladder)
    done(course, "collect", "week1", "--ladder", str(ladder.folder))
    [file] = receipts(course, "week1")
    assert f"submission-{first.number}." in file
    path = course.downloads("week1") / "receipts.csv"
    path.write_text(f"file,received\n{file},2026-02-19 10:00\n")
    done(course, "collect", "week1", "--ladder", str(ladder.folder))
    assert receipts(course, "week1") == {file: "2026-02-19 10:00"}


def test_a_student_signs_in_with_the_link_and_hands_in(course: Course, tmp_path: Path) -> None:
    with closing(Ladder(tmp_path / "served")) as ladder, serving(ladder=Idle(ladder)) as address:
        ladder.serve(address)
        done(course, "invite", "--ladder", str(ladder.folder))
        assert links(course)["s1"].startswith(f"{address}/ladder/sign-in/")
        ann = Author(address)
        assert ann.sign_in(links(course)["s1"], command=True).json["name"] == course.roster.students[0].alias
        assert ann.hand_in(bot()).status == 201
        assert Author(address).sign_in(links(course)["s1"]).status == 403
        result = arena(course, "collect", "week2", "--ladder", str(ladder.folder))
        assert "[still-waiting]" in result.output
        assert (
            "has not unpacked these submissions yet, so their assignments are not known: 1; the course's folder has "
            "all other hand-ins for this assignment, and this command added 0 of those hand-ins" in result.output
        )


def test_a_course_that_invited_nobody_says_so(course: Course, ladder: Ladder) -> None:
    result = arena(course, "collect", "week1", "--ladder", str(ladder.folder))
    assert "[not-invited]" in result.output
    assert "[no-ladder]" in arena(course, "invite", "--ladder", str(course.folder / "nowhere")).output


def test_what_waits_is_left_out_until_it_says_what_it_is_for(course: Course, ladder: Ladder, quick: None) -> None:
    at(ladder, "2026-02-28 23:58:00")
    invite(course, ladder)
    hand_in(ladder, signed_in(course, ladder, "s1"), bot("mine", "week2"))
    result = arena(course, "collect", "week1", "--ladder", str(ladder.folder))
    assert result.exit_code == 1
    assert "[still-waiting]" in result.output
    assert not list(course.downloads("week1").iterdir())
    work(ladder)
    assert "0 new" in done(course, "collect", "week1", "--ladder", str(ladder.folder))
    assert "1 new" in done(course, "collect", "week2", "--ladder", str(ladder.folder))


def test_what_no_tool_here_can_examine_is_filed_by_its_time(course: Course, ladder: Ladder) -> None:
    at(ladder, "2026-02-20 10:00:00")
    invite(course, ladder)
    hand_in(ladder, signed_in(course, ladder, "s1"), bot())
    with ladder.base.writing() as connection:
        connection.execute(sql.update(SUBMISSION).values(state=State.RETRYING))
    assert "1 new" in done(course, "collect", "week1", "--ladder", str(ladder.folder))


def test_what_lies_with_an_assignment_is_not_collected_for_another(course: Course, ladder: Ladder, quick: None) -> None:
    at(ladder, "2026-02-20 10:00:00")
    invite(course, ladder)
    hand_in(ladder, signed_in(course, ladder, "s1"), bot("mine", "week2"))
    work(ladder)
    (course.downloads("week1") / "s1_submission-1.tar.gz").write_bytes(b"taken before")
    assert "0 new, 0 were there" in done(course, "collect", "week2", "--ladder", str(ladder.folder))


def test_a_number_that_was_somebody_elses_before_the_ladder_was_restored_is_no_reason_to_leave_anything_out(
    course: Course, ladder: Ladder, quick: None
) -> None:
    at(ladder, "2026-02-20 10:00:00")
    invite(course, ladder)
    hand_in(ladder, signed_in(course, ladder, "s1"), bot("mine", "week2"))
    work(ladder)
    (course.downloads("week1") / "s2_submission-1.tar.gz").write_bytes(b"of before")
    assert "1 new" in done(course, "collect", "week2", "--ladder", str(ladder.folder))


def test_what_is_locked_by_the_name_of_who_has_left_does_not_come_again(
    course: Course, ladder: Ladder, quick: None
) -> None:
    at(ladder, "2026-02-20 10:00:00")
    invite(course, ladder)
    hand_in(ladder, signed_in(course, ladder, "s3"), bot())
    work(ladder)
    done(course, "collect", "week1", "--ladder", str(ladder.folder))
    assert list(receipts(course, "week1")) == ["s2_submission-1.tar.gz"]
    path = course.folder / "roster.csv"
    path.write_text("".join(line for line in path.read_text().splitlines(True) if not line.startswith("s2,")))
    (course.closed("week1") / LOCK).parent.mkdir(parents=True)
    (course.closed("week1") / LOCK).touch()
    assert "0 new" in done(course, "collect", "week1", "--ladder", str(ladder.folder))
    (course.closed("week1") / LOCK).unlink()
    assert "1 new" in done(course, "collect", "week1", "--ladder", str(ladder.folder))


@pytest.mark.parametrize("left", ["dropped", "moved"])
def test_what_a_group_hands_in_is_not_that_of_who_has_left_it(
    course: Course, ladder: Ladder, quick: None, left: str
) -> None:
    at(ladder, "2026-02-20 10:00:00")
    invite(course, ladder)
    hand_in(ladder, signed_in(course, ladder, "s3"), bot())
    work(ladder)
    path = course.folder / "roster.csv"
    rows = [line.split(",") for line in path.read_text().splitlines()]
    moved = [["s2", "Ben", "b@uni.example", *[""] * 6, "calm-stone"]] if left == "moved" else []
    path.write_text("\n".join(map(",".join, [row for row in rows if row[0] != "s2"] + moved)) + "\n")
    done(course, "collect", "week1", "--ladder", str(ladder.folder))
    assert list(receipts(course, "week1")) == ["s3_submission-1.tar.gz"]


def test_what_is_of_nobody_in_the_roster_any_more_is_told(course: Course, ladder: Ladder, quick: None) -> None:
    at(ladder, "2026-02-20 10:00:00")
    invite(course, ladder)
    hand_in(ladder, signed_in(course, ladder, "s1"), bot())
    work(ladder)
    path = course.folder / "roster.csv"
    path.write_text("".join(line for line in path.read_text().splitlines(True) if not line.startswith("s1,")))
    found = collect(Course.open(course.folder), ladder, "week1")
    assert found.new == ()
    [told] = found.told
    alias = course.roster.alias("s1")
    assert told == f"submission 1 is left out: its author {alias} is no longer the account of an invited student"


def test_other_columns_of_receipts_stay(course: Course, ladder: Ladder, quick: None) -> None:
    at(ladder, "2026-02-20 10:00:00")
    invite(course, ladder)
    hand_in(ladder, signed_in(course, ladder, "s1"), bot())
    work(ladder)
    path = course.downloads("week1") / "receipts.csv"
    (path.parent / "s2.zip").write_bytes(b"")
    path.write_text("file,received,why\ns2.zip,2026-02-19 10:00,mail\n")
    done(course, "collect", "week1", "--ladder", str(ladder.folder))
    assert path.read_text().splitlines()[:2] == ["file,received,why", "s2.zip,2026-02-19 10:00,mail"]
    assert len(receipts(course, "week1")) == 2
