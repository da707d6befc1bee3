"""Tests a course through its commands; matches are made up unless a test states otherwise."""

from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.archives import unpacking
from arena.cli.main import main
from arena.course.closing.lock import demand_lock
from arena.course.folder import Course
from tests.course.commands import arena, closed, done, finished
from tests.course.courses import ASSIGNMENT, HEAD, hand_in, identities, make_course


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
        assert "s7001.zip, locked when week1 was closed, has changed: its hash is" in result.output
        assert "[changed-hand-in]" in result.output
    (course.downloads("week1") / "s7001.zip").unlink()
    assert "s7001.zip, locked when week1 was closed, is missing" in arena(course, "final", "week1").output


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
    assert "accepts hand-ins until 2999-03-04 12:00 CET" in result.output
    assert "[too-early]" in result.output
    done(course, "close", "week1", "--early")


def test_status_shows_what_would_count_and_who_has_the_same_files(course: Course) -> None:
    (course.downloads("week1") / "s7003_2.zip").write_bytes((course.downloads("week1") / "s7001.zip").read_bytes())
    (course.downloads("week1") / "who.zip").write_bytes(b"")
    said = done(course, "status", "week1")
    assert "5 hand-ins; all authors handed in something" in said
    assert "the same files: s7001 (s7001.zip), s7003 (s7003_2.zip)" in said
    assert "who.zip belongs to nobody in the roster" in said


def test_an_archive_that_is_a_trap_costs_its_author_alone(course: Course) -> None:
    (course.downloads("week1") / "s7003.zip").unlink()
    (course.downloads("week1") / "s7003.zip").write_bytes(b"PK\3\4" + bytes(100))
    done(course, "close", "week1", "--early")
    lock = demand_lock(course, "week1")
    assert {one.author for one in lock.entered} == {"s7001", "s7002"}


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
    program = Path(unpacking.__file__).read_text("utf-8")  # any long program that is part of no starter
    for name in ("s7001.zip", "s7003.zip"):
        hand_in(course, name, "2026-02-28T10:00:00+01:00", program)
    said = done(closed(course), "similarity", "week1", "--sources-only")
    assert "\nnot compared, because it is part of a starter, a kit or a named template: in bot.py, of 3 bots\n" in said
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
