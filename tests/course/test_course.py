"""A course through its commands: from downloads to grades; matches are made up, unless a test says otherwise."""

import csv
import io
import re
import tarfile
from collections.abc import Iterator
from contextlib import closing
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from arena.archives import unpacking
from arena.cli.main import main
from arena.course.closing.final import place_of
from arena.course.closing.lock import LEAGUE_FILE, demand_lock
from arena.course.folder import Course
from arena.course.grading.books import TABLES
from arena.league.league import League
from arena.league.league_file import read_league
from arena.league.results import Result as Stored
from arena.league.schedule import Fixtures, create_schedule
from arena.match import FaultKind, Match
from arena.protocol.records import encode_record, encode_timing
from leaderboards.store import PlayedStore, Store
from tests.course.courses import ASSIGNMENT, HEAD, hand_in, make_course


def arena(course: Course, *arguments: str) -> Result:
    return CliRunner().invoke(main, ("course", *arguments, "--course", str(course.folder)), prog_name="arena")


def done(course: Course, *arguments: str) -> str:
    result = arena(course, *arguments)
    assert result.exit_code == 0, result.output
    return result.output


def played(league: League, faulty: str = "", output: str = "") -> Iterator[Stored]:
    """Every match of a league, played at random; `faulty` forfeits all of its own."""
    fixtures, game = Fixtures(league), league.create_game()
    for block in create_schedule(league).blocks():
        for ordinal, assignment in zip(fixtures.ordinals(block), fixtures.assignments(block), strict=True):
            match, rng = Match(assignment.spec, game), Random(ordinal)
            for seat, entrant in enumerate(assignment.spec.entrants):
                if entrant.name == faulty:
                    match.fault(seat, FaultKind.DISCONNECT, "the process ended", output)
            while match.actor is not None:
                match.choose(rng.choice(match.legal))
            yield Stored(
                ordinal, assignment.spec.id, encode_record(match.record()), encode_timing((1, 2, 3), (1, 2, 3))
            )


def make_up(course: Course, faulty: str = "", output: str = "") -> None:
    """Fills the results of a final."""
    lock = demand_lock(course, "week1")
    place = place_of(course, lock.league)
    league = read_league(lock.final(course) / LEAGUE_FILE)
    with closing(PlayedStore.create(place.store, league)) as store:
        store.add(list(played(store.resumed(league), faulty, output)))


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """Two in time, one of them broken at last; one late."""
    found = make_course(tmp_path / "demo")
    hand_in(found, "s7001.zip", "2026-02-28T10:00:00+01:00")
    hand_in(found, "s7002_1.zip", "2026-02-28T10:00:00+01:00")
    hand_in(found, "s7002_2.zip", "2026-02-28T11:00:00+01:00", broken="decisions: it chose what is not legal")
    hand_in(found, "s7003.zip", "2026-03-02T11:00:00+01:00")
    return found


def closed(course: Course) -> Course:
    done(course, "close", "week1")
    return course


def finished(course: Course, faulty: str = "", output: str = "") -> Course:
    make_up(closed(course), faulty, output)
    done(course, "final", "week1", "--workers", "1")
    return course


def grades(course: Course, name: str = "grades.csv") -> dict[str, dict[str, str]]:
    rows = csv.DictReader(io.StringIO((course.grades("week1") / name).read_text("utf-8")))
    return {row["id"]: row for row in rows}


def test_what_counts_is_locked_and_told(course: Course) -> None:
    said = done(course, "close", "week1")
    assert "s7002: s7002_1.zip" in said
    lock = demand_lock(course, "week1")
    assert {one.author: one.place for one in lock.entered} == {
        "s7001": "s7001.zip",
        "s7002": "s7002_1.zip",
        "s7003": "s7003.zip",
    }
    public = (course.public(lock.league) / "final.txt").read_text()
    assert f"commitment: {lock.commitment}" in public
    assert "seed" not in public
    assert "s7002: s7002_1.zip" in done(course, "close", "week1")
    assert demand_lock(course, "week1") == lock


def test_a_hand_in_that_was_changed_since_is_refused(course: Course) -> None:
    closed(course)
    hand_in(course, "s7001.zip", "2026-02-28T10:00:00+01:00", program="print('better')")
    for command in ("close", "final"):
        result = arena(course, command, "week1")
        assert "s7001.zip was changed: its hash is" in result.output
        assert "[changed-hand-in]" in result.output
    (course.downloads("week1") / "s7001.zip").unlink()
    assert "s7001.zip is gone since it was locked" in arena(course, "final", "week1").output


def test_a_bot_that_was_changed_since_is_refused(course: Course) -> None:
    lock = demand_lock(closed(course), "week1")
    bot = lock.final(course) / lock.entered[0].manifest / "bot.py"
    bot.write_text(bot.read_text() + "\n# better\n")
    assert "[changed-bot]" in arena(course, "final", "week1").output


def test_a_later_look_at_file_times_moves_no_receipt(course: Course) -> None:
    lock = demand_lock(closed(course), "week1")
    for path in course.downloads("week1").iterdir():
        path.touch()
    done(course, "close", "week1")
    assert demand_lock(course, "week1").hand_ins == lock.hand_ins


def test_nothing_is_closed_while_somebody_has_time(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo", toml=HEAD + ASSIGNMENT.replace("2026-03-01", "2999-03-01"))
    for name in ("s7001.zip", "s7002.zip"):
        hand_in(course, name, "2026-02-28T10:00:00+01:00")
    result = arena(course, "close", "week1")
    assert "can be handed in until 2999-03-04 12:00 CET" in result.output
    assert "[too-early]" in result.output
    done(course, "close", "week1", "--early")


def test_grades_add_up_in_every_file(course: Course) -> None:
    finished(course)
    done(course, "grades", "week1")
    found = grades(course)
    for row in found.values():
        parts = sum(float(row[name]) for name in ("works", "beats random", "beats greedy", "rank"))
        assert float(row["earned"]) == pytest.approx(parts)
        assert float(row["points"]) == pytest.approx(float(row["earned"]) - float(row["late off"]))
    assert found["s7001"]["works"] == "40.00"
    assert found["s7003"]["days late"] == "1"
    assert float(found["s7003"]["late off"]) == pytest.approx(float(found["s7003"]["earned"]) / 10, abs=0.005)
    points = {name: row["points"] for name, row in found.items()}
    for name, column, key in (
        ("moodle.csv", "week1", "ID number"),
        ("canvas.csv", "week1", "SIS User ID"),
        ("gradescope.csv", "Total Score", "SID"),
    ):
        rows = csv.DictReader(io.StringIO((course.grades("week1") / name).read_text("utf-8")))
        assert {row[key]: row[column] for row in rows if row[key]} == points


def test_each_grade_is_explained_and_has_a_page(course: Course) -> None:
    finished(course)
    done(course, "grades", "week1")
    told = done(course, "explain", "week1", "s7002")
    assert "in time, and does not work: decisions: it chose what is not legal" in told
    assert "counts, in time" in told
    assert f"{grades(course)['s7002']['points']} of 100   points" in told
    lines = re.findall(r"^ +(-?\d+\.\d\d) ", told, re.MULTILINE)
    *parts, earned, off, total = map(float, lines)
    assert sum(parts) == pytest.approx(earned)
    assert earned + off == pytest.approx(total)
    page = (course.grades("week1") / "feedback" / "s7002.md").read_text("utf-8")
    assert all(line.strip() in page for line in told.splitlines() if line.startswith("  "))
    others = {"s7001", "s7003", "Anna", "Clara"}
    assert not any(other in page for other in others)


def test_time_given_later_changes_the_grade_and_no_match_is_played_again(course: Course) -> None:
    finished(course)
    done(course, "grades", "week1")
    before, lock = grades(course)["s7003"], demand_lock(course, "week1")
    done(course, "extend", "week1", "s7003", "2026-03-03 12:00", "--reason", "ill")
    done(course, "grades", "week1")
    after = grades(course)["s7003"]
    assert (before["days late"], after["days late"]) == ("1", "0")
    assert after["points"] == before["earned"]
    assert demand_lock(course, "week1") == lock


def test_time_given_later_brings_another_final_if_another_bot_counts(course: Course) -> None:
    finished(course)
    done(course, "grades", "week1")
    kept = (course.grades("week1") / "grades.csv").read_bytes()
    first = demand_lock(course, "week1")
    done(course, "extend", "week1", "s7001", "2026-03-20 12:00")
    hand_in(course, "s7001_2.zip", "2026-03-19T10:00:00+01:00")
    done(course, "close", "week1")
    second = demand_lock(course, "week1")
    assert (second.number, second.league) == (2, "demo-week1-2")
    assert second.commitment != first.commitment
    assert "[not-played]" in arena(course, "grades", "week1").output
    assert (course.grades("week1") / "grades.csv").read_bytes() == kept
    assert Path(place_of(course, first.league).store).exists()


def test_what_fails_leaves_the_grades_that_were_there(course: Course) -> None:
    finished(course)
    done(course, "grades", "week1")
    folder = course.grades("week1")
    kept = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    done(course, "extend", "week1", "s7003", "2026-03-03 12:00")
    page = folder / "feedback" / "s7003.md"
    page.unlink()
    page.mkdir()
    assert "[not-written]" in arena(course, "grades", "week1").output
    page.rmdir()
    page.write_bytes(kept[page])
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == kept


def test_changed_records_give_no_grades(course: Course) -> None:
    finished(course)
    store = Path(place_of(course, demand_lock(course, "week1").league).store)
    import sqlite3  # noqa: PLC0415  # one who changes results need not ask the arena

    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE matches SET mark = zeroblob(16) WHERE ordinal = 3")
    assert "[damaged]" in arena(course, "grades", "week1").output


def identities(course: Course) -> list[str]:
    return [text for one in course.roster.students for text in (one.id, one.email, *one.name.split())]


def published(course: Course) -> str:
    """All that students may see, the records unpacked."""
    texts = []
    for path in course.folder.joinpath("public").rglob("*"):
        if path.is_file():
            texts += [str(path.relative_to(course.folder)), path.read_bytes().decode("utf-8", "replace")]
            if path.suffix == ".db":
                with closing(Store.open(path)) as store:
                    texts += [repr(match) for match in store.matches()]
                    texts += [repr(store.identity()), repr(store.values()), repr(store.runs())]
    return "\n".join(texts)


def test_nothing_that_students_may_see_says_who_anybody_is(course: Course) -> None:
    finished(course)
    done(course, "grades", "week1")
    done(course, "archive", str(course.folder.with_name("all.tar.gz")), "--public")
    shown = published(course)
    with tarfile.open(course.folder.with_name("all.tar.gz")) as archive:
        names = archive.getnames()
    assert any(name.endswith("league.db") for name in names)
    for text in identities(course):
        assert text.casefold() not in shown.casefold()
        assert not any(text.casefold() in name.casefold() for name in names)
    assert all(one.alias in shown for one in course.roster.students)


def test_records_in_which_a_bot_says_who_wrote_it_are_not_published(course: Course) -> None:
    alias = course.roster.student("s7001").alias
    make_up(closed(course), alias, 'File "bot.py", line 1\n# by anna WEBER\nKeyError')
    said = done(course, "final", "week1", "--workers", "1")
    assert f"{alias} printed in match" in said
    folder = course.public("demo-week1-1")
    assert sorted(path.name for path in folder.iterdir()) == ["final.txt", "standings.md"]
    for text in identities(course):
        assert text.casefold() not in published(course).casefold()
    done(course, "grades", "week1")
    assert grades(course)["s7001"]["works"] == "0.00"


def test_the_final_can_be_verified_by_what_was_published(course: Course) -> None:
    finished(course)
    lock = demand_lock(course, "week1")
    folder = course.public(lock.league)
    seal = re.search(r"^seal: (\w+)$", (folder / "final.txt").read_text(), re.MULTILINE)
    assert seal
    arguments = ("verify", str(folder), "--commitment", lock.commitment, "--seal", seal[1])
    result = CliRunner().invoke(main, arguments, prog_name="arena")
    assert result.exit_code == 0, result.output
    assert "standings.csv, standings.json compared" in result.output


def test_the_archive_of_a_course_lacks_its_key(course: Course) -> None:
    finished(course)
    file = course.folder / "all.tar.gz"
    done(course, "archive", str(file))
    done(course, "archive", str(file))
    with tarfile.open(file) as archive:
        names = archive.getnames()
    assert {"demo/course.toml", "demo/closed/week1/submissions.lock", "demo/downloads/week1/s7001.zip"} <= {*names}
    assert not any("secret.key" in name or "all.tar.gz" in name for name in names)


def test_status_shows_what_would_count_and_who_has_the_same_files(course: Course) -> None:
    (course.downloads("week1") / "s7003_2.zip").write_bytes((course.downloads("week1") / "s7001.zip").read_bytes())
    (course.downloads("week1") / "who.zip").write_bytes(b"")
    said = done(course, "status", "week1")
    assert "5 hand-ins; nothing of 0 of 3 authors" in said
    assert "the same files: s7001 (s7001.zip), s7003 (s7003_2.zip)" in said
    assert "who.zip is nobody's of the roster" in said


def test_an_archive_that_is_a_trap_costs_its_author_alone(course: Course) -> None:
    (course.downloads("week1") / "s7003.zip").unlink()
    (course.downloads("week1") / "s7003.zip").write_bytes(b"PK\3\4" + bytes(100))
    done(course, "close", "week1", "--early")
    lock = demand_lock(course, "week1")
    assert {one.author for one in lock.entered} == {"s7001", "s7002"}


def test_days_of_the_budget_are_used_up_in_the_order_of_deadlines(tmp_path: Path) -> None:
    budget = ASSIGNMENT.replace('{ rule = "percent", percent = 10, most_days = 3 }', '{ rule = "budget" }')
    later = budget.replace("week1", "week2").replace("2026-03-01", "2026-03-08")
    course = make_course(tmp_path / "demo", toml=HEAD + "late_days = 2\n" + budget + later)
    course.downloads("week2").mkdir()
    for name, received in (("s7001", "2026-03-02T10:00"), ("s7002", "2026-02-28T10:00"), ("s7003", "2026-02-28T10:00")):
        hand_in(course, f"{name}.zip", f"{received}:00+01:00")
    for name, received in (("s7001", "2026-03-10T10:00"), ("s7002", "2026-03-10T10:00"), ("s7003", "2026-03-07T10:00")):
        path = hand_in(course, f"{name}_x.zip", f"{received}:00+01:00")
        path.rename(course.downloads("week2") / path.name)
    assert "[close-first]" in arena(course, "close", "week2").output
    done(course, "close", "week1")
    done(course, "close", "week2")
    assert {one.author for one in demand_lock(course, "week2").entered} == {"s7002", "s7003"}


def test_a_group_hands_in_once_and_has_one_grade(tmp_path: Path) -> None:
    roster = "id,name,group\ns7001,Anna Weber,g1\ns7002,Benno Kraus,g1\ns7003,Clara Stein,\n"
    course = make_course(tmp_path / "demo", roster=roster)
    hand_in(course, "s7001.zip", "2026-02-27T10:00:00+01:00")
    hand_in(course, "s7002.zip", "2026-02-28T10:00:00+01:00")
    hand_in(course, "s7003.zip", "2026-02-28T10:00:00+01:00")
    finished(course)
    done(course, "grades")
    found = grades(course)
    assert found["s7001"]["counts"] == found["s7002"]["counts"] == "s7002.zip"
    assert found["s7001"]["points"] == found["s7002"]["points"]
    overview = (course.folder / "grades" / "overview.csv").read_text()
    assert f"s7001,Anna Weber,,{found['s7001']['points']}" in overview


def test_every_table_makes_what_strangers_wrote_harmless(tmp_path: Path) -> None:
    roster = "id,name,email\ns7001,\"=cmd|'/C calc'!A0\",@evil\ns7002,+1,-1\ns7003,Clara Stein,\n"
    course = make_course(tmp_path / "demo", roster=roster)
    for name in ("s7001", "s7002", "s7003"):
        hand_in(course, f"{name}.zip", "2026-02-27T10:00:00+01:00")
    hand_in(course, "s7001_=1+1.zip", "2026-02-28T10:00:00+01:00")
    finished(course)
    done(course, "grades", "week1")
    for name in TABLES:
        for row in csv.reader(io.StringIO((course.grades("week1") / name).read_text("utf-8"))):
            assert not any(cell.startswith(("=", "+", "@", "\t")) or re.match(r"-\D", cell) for cell in row), row


def test_names_of_files_pass_for_nothing_else(course: Course) -> None:
    for name in ("s7001_\nError: forged.zip", "s7001_\udcff.zip"):
        hand_in(course, name, "2026-02-28T12:00:00+01:00")
    finished(course)
    done(course, "grades", "week1")
    said = done(course, "close", "week1") + done(course, "status", "week1") + done(course, "explain", "week1", "s7001")
    assert not any(line.startswith("Error") for line in said.splitlines())
    (course.downloads("week1") / "s7001_\nError: forged.zip").unlink()
    said = arena(course, "close", "week1").output
    assert "[changed-hand-in]" in said
    assert "Error: forged" not in said.splitlines()


def test_time_that_was_given_is_told(course: Course) -> None:
    finished(course)
    done(course, "extend", "week1", "s7003", "2026-03-03 12:00")
    assert "time was given until 2026-03-03 12:00 CET" in done(course, "explain", "week1", "s7003")
    assert "time was given" not in done(course, "explain", "week1", "s7001")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("extend", "week1", "s7001", "tomorrow"), "bad-time"),
        (("extend", "week1", "s7001", "2026-02-03 12:00"), "bad-time"),
        (("extend", "week1", "s9", "2026-03-03 12:00"), "no-student"),
        (("extend", "week9", "s7001", "2026-03-03 12:00"), "no-assignment"),
        (("explain", "week1", "s7001"), "not-closed"),
        (("final", "week1"), "not-closed"),
        (("grades",), "not-played"),
        (("archive", "/nowhere/at/all.tar.gz"), "not-written"),
    ],
)
def test_what_cannot_be_done_is_told_with_the_next_step(course: Course, arguments: tuple[str, ...], code: str) -> None:
    result = arena(course, *arguments)
    assert result.exit_code == 1
    assert f"[{code}]" in result.output
    assert "Hint: " in result.output


def test_a_folder_without_a_course_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ("course", "grades", "--course", str(tmp_path)), prog_name="arena")
    assert "[no-course]" in result.output


def test_without_bots_enough_for_a_table_there_is_no_final_and_nothing_is_left(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo", toml=HEAD + ASSIGNMENT)
    assert "[no-final]" in arena(course, "close", "week1").output
    assert not list(course.closed("week1").glob("*"))
    assert not course.results("").exists()


def test_bots_that_are_alike_are_told_by_their_aliases(course: Course) -> None:
    program = Path(unpacking.__file__).read_text("utf-8")  # any program that is long, and in no starter
    for name in ("s7001.zip", "s7003.zip"):
        hand_in(course, name, "2026-02-28T10:00:00+01:00", program)
    said = done(closed(course), "similarity", "week1", "--sources-only")
    one, other = sorted(course.roster.student(one).alias for one in ("s7001", "s7003"))
    assert said.startswith((f"{one} and {other}: ", f"{other} and {one}: "))
    assert not any(text in said for text in identities(course))


def test_of_no_bots_none_are_alike(course: Course) -> None:
    toml = HEAD + ASSIGNMENT.replace("points = 30 }", 'points = 30 }, { bot = "banker", points = 0 }')
    (course.folder / "course.toml").write_text(toml)
    for path in course.downloads("week1").iterdir():
        path.unlink()
    done(course, "close", "week1")
    assert "[too-few-bots]" in arena(course, "similarity", "week1").output


def test_a_command_reads_the_course_when_no_other_changes_it(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    free: list[bool] = []
    read = Course.open

    def watched(folder: Path) -> Course:
        with (folder / ".busy").open("w") as lock:
            try:
                flock(lock, LOCK_EX | LOCK_NB)
                free.append(True)
            except BlockingIOError:
                free.append(False)
        return read(folder)

    monkeypatch.setattr(Course, "open", watched)
    done(course, "extend", "week1", "s7001", "2026-03-03 12:00")
    done(course, "close", "week1", "--early")
    assert free == [False, False]
