"""Tests that each commit in a cloned repository becomes a hand-in with the commit's time, and that commands in an
author's git settings are not run.
"""

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.course.cloning import collect_commits
from arena.course.folder import Course
from arena.course.handins.downloads import find_hand_ins
from arena.errors import ArenaError
from tests.course.commands import arena, done
from tests.course.courses import make_course

NOW = datetime(2026, 4, 1, tzinfo=UTC)


def git(folder: Path, *arguments: str, moment: str = "2026-02-28T10:00:00+01:00") -> str:
    who = {f"GIT_{role}_{what}": "x" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = {**os.environ, **who, "GIT_COMMITTER_DATE": moment, "GIT_AUTHOR_DATE": moment}
    command = ("git", "-c", "init.defaultBranch=main", *arguments)
    return subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout


def clone(folder: Path, *moments: str) -> Path:
    """Makes a repository with one commit at each of these times; the file bot.py of a commit contains the commit's
    time.
    """
    folder.mkdir(parents=True)
    git(folder, "init")
    for moment in moments:
        (folder / "bot.py").write_text(f"# {moment}\n")
        git(folder, "add", ".")
        git(folder, "commit", "-m", "x", moment=moment)
    return folder


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return make_course(tmp_path / "demo", "id,name,github\ns1,Ann,ann-gh\ns2,Bob,bob\n")


def times(course: Course) -> list[tuple[str, str, str]]:
    found = find_hand_ins(course.downloads("week1"), course.roster, course.plan.zone)
    return [(one.author, one.received.astimezone(UTC).isoformat(" ", "minutes"), one.by) for one in found.hand_ins]


def test_the_last_commit_before_the_deadline_counts_and_later_ones_are_late(tmp_path: Path, course: Course) -> None:
    moments = ("2026-02-27T10:00Z", "2026-03-01T10:00Z", "2026-03-01T20:00Z", "2026-03-03T20:00Z", "2026-03-20T20:00Z")
    clone(tmp_path / "clones" / "hw-ann-gh", *moments)
    clone(tmp_path / "clones" / "hw-bob", moments[0])
    said = done(course, "collect", "week1", "--clones", str(tmp_path / "clones"))
    assert times(course) == [
        ("s2", "2026-02-27 10:00+00:00", "receipts.csv"),
        ("s1", "2026-03-01 10:00+00:00", "receipts.csv"),
        ("s1", "2026-03-03 20:00+00:00", "receipts.csv"),
        ("s1", "2026-03-20 20:00+00:00", "receipts.csv"),
    ]
    assert "4 new, 0 were there" in said
    assert "0 new, 4 were there" in done(course, "collect", "week1", "--clones", str(tmp_path / "clones"))
    assert "does not work: the hand-in does not contain a bot.toml" in done(course, "status", "week1")


def test_what_a_commit_has_is_what_was_handed_in(tmp_path: Path, course: Course) -> None:
    repository = clone(tmp_path / "clones" / "hw-bob", "2026-02-27T10:00Z")
    (repository / "bot.py").write_text("# changed after the clone was made\n")
    (repository / ".gitattributes").write_text("* text eol=crlf\n")
    collect_commits(course, "week1", repository.parent, NOW)
    (archive,) = course.downloads("week1").glob("s2_commit-*.tar")
    listed = subprocess.run(("tar", "-xOf", archive, "bot.py"), check=True, capture_output=True).stdout
    assert listed == b"# 2026-02-27T10:00Z\n"


def test_nothing_that_an_author_has_set_is_run(tmp_path: Path, course: Course) -> None:
    repository = clone(tmp_path / "clones" / "hw-bob", "2026-02-27T10:00Z")
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path / 'sprung'}\nexit 1\n")
    trap.chmod(0o755)
    (repository / ".git" / "config").write_text(
        f"[core]\nrepositoryformatversion = 0\nfsmonitor = {trap}\npager = {trap}\nhooksPath = {tmp_path}\n"
        f'[gpg]\nprogram = {trap}\n[log]\nshowSignature = true\n[filter "x"]\nsmudge = {trap}\nrequired = true\n'
        f'[tar "tar"]\ncommand = {trap}\n[diff]\nexternal = {trap}\n'
    )
    (repository / ".git" / "info" / "attributes").write_text("* filter=x\n")
    assert collect_commits(course, "week1", repository.parent, NOW).new
    assert not (tmp_path / "sprung").exists()


def test_a_branch_that_is_packed_and_a_shallow_clone_are_read(tmp_path: Path, course: Course) -> None:
    repository = clone(tmp_path / "origin", "2026-02-26T10:00Z", "2026-02-27T10:00Z")
    git(repository, "pack-refs", "--all")
    git(repository, "gc")
    (tmp_path / "clones").mkdir()
    git(tmp_path, "clone", "--depth", "1", f"file://{repository}", str(tmp_path / "clones" / "hw-bob"))
    git(tmp_path / "clones" / "hw-bob", "pack-refs", "--all")
    collect_commits(course, "week1", tmp_path / "clones", NOW)
    assert times(course) == [("s2", "2026-02-27 10:00+00:00", "receipts.csv")]


def test_times_that_cannot_be_right_and_clones_that_cannot_be_read_are_told(tmp_path: Path, course: Course) -> None:
    clone(tmp_path / "clones" / "hw-bob", "2026-02-27T10:00Z", "2026-02-20T10:00Z", "2027-01-01T10:00Z")
    (tmp_path / "clones" / "hw-ann-gh" / ".git" / "objects").mkdir(parents=True)
    (tmp_path / "clones" / "hw-ann-gh" / ".git" / "HEAD").write_text("ref: refs/heads/../../../secret")
    clone(tmp_path / "clones" / "hw-unknown", "2026-02-27T10:00Z")
    ann, future, before, unknown = collect_commits(course, "week1", tmp_path / "clones", NOW).told
    assert "hw-ann-gh does not contain a commit; clone this repository again; if the error stays, ask the author" in ann
    assert "2027-01-01 11:00 CET, which is in the future" in future
    assert "2026-02-20 11:00 CET, which is before the preceding commit, 2026-02-27 11:00 CET" in before
    assert unknown == "the name of the clone hw-unknown does not match a student or group in the roster"


def test_a_folder_without_clones_is_refused(tmp_path: Path, course: Course) -> None:
    for folder in (tmp_path / "none", tmp_path):
        with pytest.raises(ArenaError) as caught:
            collect_commits(course, "week1", folder, NOW)
        assert caught.value.code == "no-clones"
    assert arena(course, "collect", "week1").exit_code == 2
