"""Tests of baseline bots that the organiser of a course provides: they are found by their paths, tested, copied and
recorded.
"""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.building.manifest import read_manifest
from arena.course.closing.baselines import as_handed_in
from arena.course.closing.closing import Closed, close
from arena.course.closing.lock import LEAGUE_FILE, demand_lock
from arena.course.folder import Course
from arena.course.grading.grading import grades
from arena.course.plan.plan import read_plan
from arena.course.previews import standings
from arena.errors import ArenaError
from arena.league.league_file import read_league
from arena.sandbox.box import UNCONFINED
from tests.course.commands import arena, done, make_up
from tests.course.courses import ASSIGNMENT, HEAD, hand_in, know, make_course
from tests.end_to_end.processes import RANDOM_BOT

GREEDY = '{ bot = "greedy", points = 30 }'
OWN = HEAD + ASSIGNMENT.replace(GREEDY, '{ manifest = "staff/easy", points = 30 }')


def staff(folder: Path, said: str = 'name = "easy"', at: str = "staff/easy") -> Path:
    bot = folder / at
    bot.mkdir(parents=True)
    (bot / "bot.toml").write_text(f'{said}\nauthor = "Prof. Stein"\ncommand = ["{{python}}", "bot.py"]\n')
    shutil.copy(RANDOM_BOT, bot / "bot.py")
    return bot


def know_easy(course: Course, broken: str = "") -> None:
    """Stores the result of testing the baseline bot `easy`, so that the course does not run the bot to test it.

    `broken`: the problem of the bot; empty if it works.
    """
    with as_handed_in(read_manifest(course.folder / "staff" / "easy" / "bot.toml")) as folder:
        know(course, folder, broken)


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """Returns a course with a hand-in of every student and the organiser's baseline bot, all stored as working."""
    found = make_course(tmp_path / "demo")
    for name in ("s7001.zip", "s7002.zip", "s7003.zip"):
        hand_in(found, name, "2026-02-28T10:00:00+01:00")
    staff(found.folder)
    know_easy(found)
    (found.folder / "course.toml").write_text(OWN)
    return Course.open(found.folder)


def closed(course: Course) -> Closed:
    again = Course.open(course.folder)
    due = again.plan.assignment("week1")
    return close(again, due, UNCONFINED, lambda _: None, now=datetime(2026, 4, 1, tzinfo=UTC), early=False)


def test_whoever_has_the_folder_of_a_final_has_its_baselines(course: Course, tmp_path: Path) -> None:
    lock = closed(course).lock
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(lock.final(course), elsewhere)
    shutil.rmtree(course.folder)
    league = read_league(elsewhere / LEAGUE_FILE)
    easy = next(bot for bot in league.bots if bot.name == "easy")
    assert easy.content_hash.hex() == lock.own[0].bot
    assert easy.folder.is_relative_to(elsewhere.resolve())
    assert {"random", *(one.alias for one in lock.entered)} < {bot.name for bot in league.bots}


def test_grades_call_a_baseline_as_its_bot_toml_does(course: Course) -> None:
    closed(course)
    make_up(course)
    done(course, "grades", "week1")
    heading = (course.grades("week1") / "grades.csv").read_text().splitlines()[0]
    assert "beats random,beats easy" in heading
    assert "of 30    beats easy: " in done(course, "explain", "week1", "s7001")


def test_a_baseline_that_is_another_now_needs_another_final(course: Course) -> None:
    first = closed(course)
    make_up(course)
    program = course.folder / "staff" / "easy" / "bot.py"
    program.write_text(program.read_text() + "# easier\n")
    know_easy(course)
    again = Course.open(course.folder)
    with pytest.raises(ArenaError, match=r"week1 was closed, but the baselines in course\.toml have changed") as caught:
        grades(again, again.plan.assignment("week1"))
    assert caught.value.code == "close-again"
    second = closed(course)
    assert (first.lock.number, second.lock.number, second.new_final) == (1, 2, True)
    assert not closed(course).new_final


def test_the_copy_in_a_final_is_locked(course: Course) -> None:
    lock = closed(course).lock
    copy = lock.final(course) / lock.own[0].manifest
    (copy / "bot.py").write_text("# something else\n")
    said = arena(course, "final", "week1", "--workers", "1").output
    assert "[changed-bot]" in said
    assert "the bot easy in" in said


def test_a_baseline_that_does_not_work_is_no_baseline(course: Course) -> None:
    know_easy(course, "decisions: it chose what is not legal")
    with pytest.raises(ArenaError, match="easy does not work: decisions: it chose what is not legal") as caught:
        closed(course)
    assert caught.value.code == "broken-baseline"
    assert not course.closed("week1").exists()


def test_a_baseline_that_does_not_work_is_told_before_the_deadline_as_closing_tells_it(course: Course) -> None:
    know_easy(course, "decisions: it chose what is not legal")
    with pytest.raises(ArenaError) as caught:
        closed(course)
    told = (
        f"the assignment cannot be closed until this error is corrected: {caught.value.message}; {caught.value.hint}\n"
    )
    assert told in arena(course, "try", "week1").stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(standings, "play", stopped)
        assert told in arena(course, "standings", "week1").stderr
    know_easy(course)
    assert "the baseline easy: valid\n" in arena(course, "try", "week1").stderr
    closed(course)
    assert "the baseline" not in arena(course, "try", "week1").stderr  # a locked baseline is not tested again


def stopped(*_: object, **__: object) -> None:
    raise ArenaError("stopped", "no match is played", "")


def test_every_baseline_that_does_not_work_is_told_at_once(course: Course) -> None:
    manifest = staff(course.folder, 'name = "hard"', "staff/hard") / "bot.toml"
    manifest.write_text(manifest.read_text() + 'needs = ["no-such-program"]\n')
    know_easy(course, "decisions: it chose what is not legal")
    hard = '{ manifest = "staff/easy", points = 30 }, { manifest = "staff/hard", points = 30 }'
    (course.folder / "course.toml").write_text(HEAD + ASSIGNMENT.replace(GREEDY, hard))
    said = arena(course, "try", "week1").stderr
    assert "corrected: the baseline easy in" in said
    assert f"corrected: {manifest.parent} needs no-such-program, which is not installed here" in said


def test_what_else_lies_in_the_folder_is_no_baseline(course: Course) -> None:
    bot = course.folder / "staff" / "easy"
    (bot / ".venv").mkdir()
    (bot / ".venv" / "python").symlink_to("/usr/bin/python3")
    (bot / "same.py").symlink_to("bot.py")
    know_easy(course)
    lock = closed(course).lock
    copy = lock.final(course) / lock.own[0].manifest
    assert sorted(path.name for path in copy.iterdir()) == ["bot.py", "bot.toml", "same.py"]
    assert not (copy / "same.py").is_symlink()


def test_a_program_that_a_baseline_needs_is_told_by_where_it_lies(course: Course) -> None:
    manifest = course.folder / "staff" / "easy" / "bot.toml"
    manifest.write_text(manifest.read_text() + 'needs = ["no-such-program"]\n')
    with pytest.raises(ArenaError, match=f"{manifest.parent} needs no-such-program, which is not installed") as caught:
        closed(course)
    assert caught.value.code == "not-installed"


def test_a_lock_of_house_bots_alone_stays_good(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo")
    hand_in(course, "s7001.zip", "2026-02-28T10:00:00+01:00")
    closed(course)
    path = course.closed("week1") / "submissions.lock"
    lock = json.loads(path.read_text())
    del lock["own"]
    path.write_text(json.dumps(lock))
    assert demand_lock(course, "week1").own == ()
    assert not closed(course).new_final


@pytest.mark.parametrize(
    ("baseline", "said"),
    [
        ("{ points = 1 }", "baselines[1].bot is missing; expected the name of a house bot, or instead"),
        ('{ bot = "greedy", manifest = "staff/easy", points = 1 }', "baselines[1].manifest is '"),
        ('{ manifest = "../easy", points = 1 }', "baselines[1].manifest is '../easy'; expected a path inside the"),
        ('{ manifest = "staff/../easy", points = 1 }', "baselines[1].manifest is 'staff/../easy'; expected a path"),
        ('{ manifest = "/staff/easy", points = 1 }', "baselines[1].manifest is '/staff/easy'; expected a path"),
        ("{ manifest = 'staff\\easy', points = 1 }", "baselines[1].manifest is 'staff\\\\easy'; expected a path"),
        ('{ manifest = ".", points = 1 }', "baselines[1].manifest is '.'; expected a folder inside the course's"),
        ('{ manifest = "linked", points = 1 }', "baselines[1].manifest is 'linked'; expected a folder inside the"),
        ('{ manifest = "staff/none", points = 1 }', "baselines[1].manifest is 'staff/none'; expected the path"),
        ('{ manifest = "staff/easy/bot.py", points = 1 }', "baselines[1].manifest is 'staff/easy/bot.py'; expected"),
        ('{ manifest = "banker", points = 1 }', "baselines[1].manifest is 'banker'; expected the path"),
        ('{ manifest = "", points = 1 }', "baselines[1].manifest is ''; expected a string"),
        ("{ manifest = 7, points = 1 }", "baselines[1].manifest is 7; expected a string"),
        ('{ manifest = "staff/damaged", points = 1 }', "baselines[1].manifest is 'staff/damaged'; "),
        ('{ manifest = "staff/other", points = 1 }', "baselines[1].manifest is 'staff/other'; "),
        ('{ manifest = "staff/beyond", points = 1 }', "baselines[1].manifest is 'staff/beyond'; the bot beyond uses"),
        ('{ manifest = "staff/house", points = 1 }', "baselines[1].manifest is a bot that has the name 'bare-randorn'"),
        (
            '{ manifest = "staff/easy", points = 1 }, { manifest = "staff/easy", points = 2 }',
            "baselines is 'easy'; expected baselines with different names",
        ),
        (
            '{ manifest = "staff/easy", points = 1 }, { manifest = "staff/like", points = 2 }',
            "baselines is 'Easy'; expected baselines with different names that do not look alike",
        ),
    ],
)  # fmt: skip
def test_what_is_no_baseline_is_refused(tmp_path: Path, baseline: str, said: str) -> None:
    home = tmp_path / "course"
    outside = staff(tmp_path, at="outside")
    staff(home)
    shutil.copy(outside / "bot.toml", home / "bot.toml")
    (home / "linked").symlink_to(outside)
    (staff(home, at="staff/damaged") / "bot.toml").write_text("name = ")
    staff(home, 'name = "other"\ngames = ["hetverraad"]', "staff/other")
    staff(home, 'name = "beyond"\nsources = ["../easy"]', "staff/beyond")
    staff(home, 'name = "bare-randorn"', "staff/house")
    staff(home, 'name = "Easy"', "staff/like")
    path = home / "course.toml"
    path.write_text(HEAD + ASSIGNMENT.replace(GREEDY, baseline))
    with pytest.raises(ArenaError) as caught:
        read_plan(path)
    assert caught.value.code == "bad-course"
    assert caught.value.hint
    assert caught.value.message.startswith(f"{path}: assignments[0].{said}")


def test_a_house_bot_that_is_named_by_a_path_is_told_how(tmp_path: Path) -> None:
    path = tmp_path / "course.toml"
    path.write_text(HEAD + ASSIGNMENT.replace(GREEDY, '{ manifest = "banker", points = 1 }'))
    with pytest.raises(ArenaError) as caught:
        read_plan(path)
    assert caught.value.hint == 'to use the house bot, write bot = "banker" instead'
