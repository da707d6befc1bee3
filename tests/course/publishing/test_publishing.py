"""Tests that published files identify nobody and can be verified, while organisers and authors see bots' output."""

import os
import re
import shutil
import sqlite3
import tarfile
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from click.testing import CliRunner

from arena.cli.main import main
from arena.course.closing.final import place_of
from arena.course.closing.lock import demand_lock
from arena.course.folder import Course
from arena.course.publishing.withheld_output import UNPUBLISHED, WITHHELD
from arena.course.rehearsal.rehearsal import demand_nameless
from arena.errors import ArenaError
from leaderboards.store import Store, StoredMatch
from leaderboards.store.places.files import FILE
from tests.course.commands import closed, done, finished, grades, make_up
from tests.course.courses import ASSIGNMENT, HEAD, hand_in, know, make_course
from tests.course.publishing.public import folded, shown

LEAGUE: Final = "demo-week1-1"
ROSTER: Final = """id,name,email,group,handle
s7001,Annegret-Helene Weber,annegret.weber@uni.example,,webhel
s7002,Jörgen Müßig,jmuessig@uni.example,,
s7003,Clarissa Stein,clarissa@uni.example,,
"""
SIGNED: Final = """Traceback (most recent call last):
  File "/home/profhuber/course/clarissa_stein.py", line 3, in AnnegretWeberBot
    raise RuntimeError("s7001 and JOERGEN.MUESSIG on huberbook")
"""
CLEAN: Final = 'File "/home/profhuber/uni/bot.py", line 1\nKeyError: 7'
PROGRAM: Final = """
import os, socket
from arena.bot import Bot, run

class AnnegretWeberBot(Bot):
    def choose(self, turn):
        print("by Annegret-Helene Weber, s7001", os.path.expanduser("~"), socket.gethostname(), flush=True)
        raise RuntimeError("annegret.weber@uni.example")

run(AnnegretWeberBot)
"""


class Played(NamedTuple):
    """A course whose final is published and graded; `said` is the output of the command that published it."""

    course: Course
    said: str


@pytest.fixture(scope="module")
def silent(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Returns a course that publishes none of its bots' output. Tests share the course, so they must not change it."""
    return signed(tmp_path_factory.mktemp("silent"), "")


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Returns a course that publishes its bots' output. Tests share the course, so they must not change it."""
    return signed(tmp_path_factory.mktemp("telling"), "publish_output = true\n")


def signed(folder: Path, keys: str) -> Played:
    """Makes a course whose final has made-up matches, and publishes and grades the final.

    Annegret's bot prints names and paths. Jörgen's bot prints only a path. Clarissa's bot adds notes with its author's
    name to its choices.

    `keys`: lines of TOML to put at the start of the course file.
    """
    course = make_course(folder / "demo", ROSTER, keys + HEAD + ASSIGNMENT)
    for id_ in ("s7001", "s7002", "s7003"):
        hand_in(course, f"{id_}.zip", "2026-02-28T10:00:00+01:00")
    closed(course)
    annegret, jorgen, clarissa = aliases(course)
    make_up(
        course,
        printed={annegret: SIGNED, jorgen: CLEAN},
        noted={clarissa: "steinbot thinks", "random": "runs on huberbook", "greedy": "greed"},
    )
    with pytest.MonkeyPatch.context() as machine:
        machine.setattr(Path, "home", lambda: Path("/home/profhuber"))
        machine.setattr("getpass.getuser", lambda: "profhuber")
        machine.setattr("socket.gethostname", lambda: "huberbook")
        said = done(course, "final", "week1", "--workers", "1")
        done(course, "grades", "week1")
    return Played(course, said)


def aliases(course: Course) -> list[str]:
    return [one.alias for one in course.roster.students]


def identifying(course: Course) -> set[str]:
    """Returns every part of every student's name, address, id and account."""
    texts = [folded(text.partition("@")[0]) for text in (*course.roster.secrets(), "Joergen Muessig")]
    return {part for text in texts for part in (*re.split(r"[\W_]+", text), text)}


def page(course: Course, student: str) -> str:
    return (course.grades("week1") / "feedback" / f"{student}.md").read_text("utf-8")


def matches_in(folder: Path) -> list[StoredMatch]:
    with closing(Store.open(folder)) as store:
        return list(store.matches())


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments, prog_name="arena")
    assert result.exit_code == 0, result.output
    return result.output


def verified(course: Course) -> str:
    """Runs `arena verify` on the published files, with the arguments that the published file final.txt states, and
    returns the output.
    """
    folder = course.public(LEAGUE)
    said = re.search(r"arena verify \. (.*)$", (folder / "final.txt").read_text(), re.MULTILINE)
    assert said
    return run("verify", str(folder), *said[1].split())


@pytest.mark.parametrize("which", ["silent", "telling"])
def test_nothing_that_students_may_see_says_who_anybody_is(which: str, request: pytest.FixtureRequest) -> None:
    course = request.getfixturevalue(which).course
    everything = shown(course)
    wanted = {*identifying(course), "profhuber", "huberbook", folded(str(course.folder))}
    assert {text for text in wanted if text in everything} == set()
    assert all(alias in everything for alias in aliases(course))
    assert "standings.csv, standings.json compared" in verified(course)
    demand_nameless(course)


def test_nothing_real_bots_have_printed_is_published(tmp_path: Path) -> None:
    """Output of bots that contains names of students is stored for the organiser, but not published.

    Two bots fail, one when it starts and the other when it chooses. Their error messages and the names of their files
    identify students.
    """
    keys = HEAD + 'recall = "process"\n' + ASSIGNMENT.partition("rank")[0] + "blocks_each = 6\n"
    course = make_course(tmp_path / "demo", ROSTER, keys)
    for id_, program in (("s7001", PROGRAM), ("s7002", "raise OSError('Jörgen Müßig')")):
        path = course.downloads("week1") / f"{id_}.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(
                "weber/bot.toml", 'name = "annegret"\nversion = "annegret"\ncommand = ["{python}", "weber.py"]\n'
            )
            archive.writestr("weber/weber.py", program)
        know(course, path)
        os.utime(path, (0, 0))
    hand_in(course, "s7003.zip", "2026-02-28T10:00:00+01:00")
    closed(course)
    done(course, "final", "week1", "--workers", "1")
    kept = "".join(fault.output for match in matches_in(course.results(LEAGUE)) for fault in match.record.faults)
    assert "by Annegret-Helene Weber" in kept
    assert str(Path.home()) in kept
    assert "weber.py" in kept
    everything = shown(course)
    assert {text for text in identifying(course) if text in everything} == set()
    assert folded(str(course.folder)) not in everything
    assert "matches played again" in verified(course)
    with closing(Store.open(course.public(LEAGUE))) as store:
        assert {reason for one in store.runs() for reason in one.withdrawn.values()} == {UNPUBLISHED}


def test_of_a_fault_its_kind_is_published_alone_and_commands_tell_it(silent: Played) -> None:
    course, said = silent
    assert "withheld" not in said
    public = matches_in(course.public(LEAGUE))
    faults = [fault for match in public for fault in match.record.faults]
    assert {(fault.detail, fault.output) for fault in faults} == {(UNPUBLISHED, "")}
    assert not any(match.notes for match in public)
    annegret = aliases(course)[0]
    first = next(str(match.ordinal) for match in public if match.record.faults)
    assert f"disconnect: {UNPUBLISHED}" in run("faults", str(course.public(LEAGUE)), annegret)
    assert "forfeits here: disconnect" in run("replay", str(course.public(LEAGUE)), first)
    assert "AnnegretWeberBot" in run("faults", str(course.results(LEAGUE)), annegret)


def test_what_may_say_who_wrote_it_is_withheld_of_that_bot_alone(telling: Played) -> None:
    course, said = telling
    annegret, jorgen, clarissa = aliases(course)
    matches = matches_in(course.public(LEAGUE))
    printed = {
        (match.record.spec.entrants[fault.seat].name, fault.detail, fault.output)
        for match in matches
        for fault in match.record.faults
    }
    assert printed == {
        (annegret, WITHHELD, ""),
        (jorgen, "the process ended", 'File ".../bot.py", line 1\nKeyError: 7'),
    }
    assert {note.text for match in matches for note in match.notes} == {WITHHELD, "greed"}
    assert re.search(
        rf"{annegret} printed in matches .* more is withheld; it may reveal who somebody is: 'clarissa_stein'", said
    )
    assert re.search(rf"{clarissa} printed in matches .*'steinbot'", said)
    assert re.search(r"random printed in matches .*'huberbook'", said)
    assert f"{jorgen} printed" not in said


def test_authors_are_told_what_their_own_bot_has_printed_and_no_path_of_the_machine(silent: Played) -> None:
    course, said = silent
    mine, other = (page(course, id_) for id_ in ("s7001", "s7002"))
    assert grades(course)["s7001"]["works"] == "0.00"
    assert "disconnect: the process ended" in mine
    assert '.../clarissa_stein.py", line 3, in AnnegretWeberBot' in mine
    assert "KeyError: 7" in other
    assert "AnnegretWeberBot" not in other
    assert "/home/profhuber" not in mine + other
    seal = re.search(r"^seal: (\w+)$", said, re.MULTILINE)
    assert seal
    assert f"seal {seal[1]}" in mine
    assert f"seal: {seal[1]}" in verified(course)


def test_grades_need_nothing_that_is_published(course: Course) -> None:
    make_up(closed(course))
    assert "seal -: no records are published" in done(course, "explain", "week1", "s7001")


def test_names_in_packed_records_are_found(silent: Played, tmp_path: Path) -> None:
    shutil.copytree(silent.course.folder, tmp_path / "demo")
    course = Course.open(tmp_path / "demo")
    demand_nameless(course)
    shutil.copyfile(course.results(LEAGUE) / FILE, course.public(LEAGUE) / FILE)
    with pytest.raises(ArenaError, match=r"league\.db contains '\w+', which identifies a student"):
        demand_nameless(course)


def test_the_archive_of_a_course_lacks_its_key(course: Course) -> None:
    finished(course)
    file = course.folder / "all.tar.gz"
    done(course, "archive", str(file))
    done(course, "archive", str(file))
    with tarfile.open(file) as archive:
        names = archive.getnames()
    assert {"demo/course.toml", "demo/closed/week1/submissions.lock", "demo/downloads/week1/s7001.zip"} <= {*names}
    assert not any("secret.key" in name or "all.tar.gz" in name for name in names)


def test_only_files_of_the_folder_for_students_are_packed_for_them(course: Course, tmp_path: Path) -> None:
    shown, secret = course.public("table"), tmp_path / "secret"
    for folder in (shown, secret):
        folder.mkdir(parents=True)
        (folder / "names.md").write_text(folder.name)
    (shown / "again.md").hardlink_to(shown / "names.md")
    (shown / "linked.md").symlink_to(secret / "names.md")
    (shown / "near.md").symlink_to("names.md")
    (shown / "folder").symlink_to(secret)
    os.mkfifo(shown / "pipe")
    file = tmp_path / "public.tar.gz"
    said = done(course, "archive", "--public", str(file))
    with tarfile.open(file) as archive:
        assert {one.name: (one.isreg(), one.size) for one in archive} == {
            "demo/public/table/again.md": (True, 5),
            "demo/public/table/names.md": (True, 5),
        }
    for name in ("folder", "linked.md", "near.md", "pipe"):
        assert f"public/table/{name} is left out, because it is a link or not a regular file\n" in said
    shown.rename(tmp_path / "moved")
    course.public("").rmdir()
    course.public("").symlink_to(tmp_path / "moved")
    said = done(course, "archive", "--public", str(file))
    assert said.startswith("public is left out, because it is a link or not a regular file\n")
    assert "public is packed as a link, so the target of the link is not in the archive\n" in done(
        course, "archive", str(file)
    )


def test_what_is_published_has_what_is_in_the_log_beside_the_database(course: Course) -> None:
    """Published results include the matches that SQLite has written only to the log beside the database. In the test,
    an open reader prevents SQLite from merging the log into the database file.
    """
    store = place_of(closed(course), demand_lock(course, "week1").league).store
    with closing(sqlite3.connect(store)) as reader:
        reader.execute("BEGIN").close()
        reader.execute("SELECT * FROM league").fetchall()
        make_up(course)
        done(course, "final", "week1", "--workers", "1")
    published = course.public(LEAGUE) / FILE
    assert published.stat().st_mode & 0o777 == 0o644
    assert [path.name for path in published.parent.iterdir() if path.name.startswith(FILE)] == [FILE]
    assert len(matches_in(published)) == len(matches_in(course.results(LEAGUE))) > 0
