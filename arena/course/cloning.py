"""Collects commits of cloned repositories as hand-ins, each as an archive with its time of receipt.

Up to three commits of each clone become hand-ins of the student or group that owns the repository: the last commit
before the deadline, the last commit that the late rule still accepts, and the newest commit.
Rule 1: a repeated collection changes no archive that exists already. It also changes no time that `receipts.csv`
already contains, because the organiser may have corrected this time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Final

from arena.course.closing.counting import Terms
from arena.course.closing.judging import all_terms
from arena.course.folder import Course
from arena.course.handins.commits import Commit, Commits
from arena.course.handins.content import CLONE
from arena.course.handins.owners import Owners
from arena.course.handins.receipts import RECEIPTS, note_receipts
from arena.course.plan.times import said
from arena.errors import ArenaError
from arena.files.whole import making
from arena.text import one_line

MARK: Final = "_commit-"
SHORT: Final = 12
"""The number of digits of a commit's hash in the name of its archive."""


@dataclass(frozen=True, slots=True)
class Cloned:
    """The result of collecting commits for an assignment."""

    new: tuple[str, ...]
    """The names of the archives that were added."""
    there: int
    """The number of hand-ins with an archive that an earlier collection had already made."""
    told: tuple[str, ...]
    """Sentences about clones that were left out, and about commits with impossible times."""


def collect_commits(course: Course, assignment: str, folder: Path, now: datetime) -> Cloned:
    """Packs commits in the clones of `folder` as hand-ins of the assignment; commits that are already packed are
    skipped.

    `now`: commits with a later time are reported as doubtful. Raises ArenaError [no-clones], [not-installed],
    [bad-receipts], [not-written].
    """
    wanted, downloads = course.plan.assignment(assignment), course.downloads(assignment)
    terms = all_terms(course, wanted, unclosed=True)
    clones = _clones(folder)
    owners = Owners(course.roster, clones, assignment)
    downloads.mkdir(parents=True, exist_ok=True)
    received: dict[str, datetime] = {}
    new, told = [], []
    for clone in clones:
        author = owners.of(clone)
        if author is None:
            told.append(f"the name of the clone {one_line(clone.name)} does not match a student or group in the roster")
            continue
        try:
            with Commits.of(clone) as commits:
                found = commits.all()
                told += _doubts(course, clone, found, now)
                for commit in _hand_ins(found, terms[author]):
                    file = f"{author}{MARK}{commit.hash[:SHORT]}.tar"
                    received[file] = commit.moment
                    if not (downloads / file).exists():
                        with making(downloads / file) as draft, draft.open("wb") as archive:
                            commits.pack(commit, archive)
                        new.append(file)
        except ArenaError as error:
            if error.code == "not-installed":
                raise
            told.append(f"{error.message}; {error.hint}")
    note_receipts(downloads / RECEIPTS, received)
    return Cloned(tuple(new), len(received) - len(new), tuple(told))


def _clones(folder: Path) -> list[Path]:
    try:
        found = sorted(path for path in folder.iterdir() if (path / CLONE).exists())
    except OSError as error:
        raise ArenaError(
            "no-clones",
            f"{folder} cannot be read: {error.strerror}",
            "give the folder into which you cloned the class's repositories",
        ) from error
    if not found:
        hint = "clone the repositories of the class into this folder, each into a folder of its own"
        raise ArenaError("no-clones", f"the folder {folder} does not contain a clone of a git repository", hint)
    return found


def _hand_ins(commits: Sequence[Commit], terms: Terms) -> list[Commit]:
    """Returns the commits of a clone that become hand-ins; `commits` and the result begin with the newest commit."""
    until = terms.deadline + timedelta(minutes=terms.late.grace_minutes)
    chosen = [next((one for one in commits if one.moment <= end), None) for end in (until, terms.end())]
    return [one for one in commits if one in (commits[0], *chosen)]


def _doubts(course: Course, clone: Path, commits: Sequence[Commit], now: datetime) -> Iterator[str]:
    """Sentences about commits with impossible times: later than now, or earlier than the preceding commit's time."""
    name, zone = one_line(clone.name), course.plan.zone
    if late := next((one for one in commits if one.moment > now), None):
        yield f"{name}: commit {late.hash[:SHORT]} has the time {said(late.moment, zone)}, which is in the future"
    for child, parent in pairwise(commits):
        if child.moment < parent.moment:
            times = f"{said(child.moment, zone)}, which is before the preceding commit, {said(parent.moment, zone)}"
            yield f"{name}: commit {child.hash[:SHORT]} has the time {times}"
            return
