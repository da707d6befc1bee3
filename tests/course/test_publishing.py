"""What students may see says of nobody who it is: names are found where programs print them, and words are no names."""

import re
import shutil
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.main import main
from arena.course.closing.final import place_of
from arena.course.closing.lock import demand_lock
from arena.course.folder import Course
from arena.course.people.roster import Roster
from arena.course.people.student import Student
from arena.course.publishing import telling
from arena.course.rehearsal.rehearsing import demand_nameless
from arena.errors import ArenaError
from leaderboards.store import Store
from leaderboards.store.places.files import FILE
from tests.course.commands import closed, done, finished, grades, make_up
from tests.course.courses import hand_in, identities, make_course

ROSTER = Roster([Student("s7001", "Max Weber", github="awe"), Student("s7002", "mark von Stein", "m@x.example")])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/home/weber_bot.py", "weber"),
        ("class Max_Weber_Bot", "Max"),
        ("print('MAX')", "MAX"),
        ("bot_s7001.py", "s7001"),
        ("_awe_", "awe"),
        ("by MAX WEBER", "MAX WEBER"),
        ("Mark's bot", "Mark"),
        ("by mark von stein", "mark von stein"),
        ("max(1, 2)", None),
        ("# mark all of von Neumann's", None),
        ("webers", None),
        ("s70011", None),
        ("steinway", None),
    ],
)
def test_what_says_who_somebody_is_is_found(text: str, found: str | None) -> None:
    said = telling(ROSTER).search(text)
    assert (said and said[0]) == found


@pytest.fixture
def signed(tmp_path: Path) -> Course:
    """Closed and played; Clara's bot prints who wrote it."""
    found = make_course(tmp_path / "demo")
    for name in ("s7001.zip", "s7002.zip", "s7003.zip"):
        hand_in(found, name, "2026-02-28T10:00:00+01:00")
    done(found, "close", "week1")
    make_up(found, found.roster.student("s7003").alias, "KeyError in\nclara_bot/bot.py")
    return found


def test_what_kept_records_back_is_told_with_a_way_on(signed: Course) -> None:
    said = done(signed, "final", "week1", "--workers", "1")
    results = signed.results("demo-week1-1")
    assert "who somebody is: 'clara'" in said
    assert f"where these are no names, copy {results / FILE} to {signed.public('demo-week1-1')} yourself" in said


def test_names_in_packed_records_are_found(signed: Course) -> None:
    done(signed, "final", "week1", "--workers", "1")
    demand_nameless(signed)
    store = place_of(signed, demand_lock(signed, "week1").league).store
    shutil.copyfile(store, signed.public("demo-week1-1") / FILE)
    with pytest.raises(ArenaError, match="says who somebody is: 'clara'"):
        demand_nameless(signed)


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


def test_what_is_published_has_what_is_in_the_log_beside_the_database(course: Course) -> None:
    """A reader keeps the log of a database from being written into it."""
    store = place_of(finished(course), demand_lock(course, "week1").league).store
    with closing(sqlite3.connect(store)) as reader:
        reader.execute("PRAGMA journal_mode=WAL").close()
        reader.execute("CREATE TABLE later (one)").close()
        reader.execute("BEGIN").close()
        reader.execute("SELECT * FROM later").fetchall()
        done(course, "final", "week1", "--workers", "1")
    published = course.public("demo-week1-1") / FILE
    assert published.stat().st_mode & 0o777 == 0o644
    with closing(sqlite3.connect(published)) as copy:
        assert copy.execute("SELECT count(*) FROM later").fetchone() == (0,)
