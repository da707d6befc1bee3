"""Reads the commits of a clone without running or trusting anything in its settings.

Rule 1: git runs in an empty repository that the arena creates, and reads only the objects of the clone. So git does not
read the configuration, hooks and attributes that the clone's author may have written.
Rule 2: the time of a commit comes from its author's machine, and the author can set it to any value, so it does not
prove when the commit was made.
"""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final, Self

from arena.archives.entries import MB
from arena.course.handins.content import CLONE, MOST_PACKED
from arena.errors import ArenaError
from arena.text import one_line

HASH: Final = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
BRANCH: Final = re.compile(r"ref: (refs/heads/[\w][\w./+-]*)")
MOST_COMMITS: Final = 10_000
MOST_REFS: Final = MB
PATIENCE_S: Final = 60
CHUNK: Final = 1 << 16
BAD_CLONE: Final = "bad-clone"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit of a clone: its hash and time."""

    hash: str
    moment: datetime
    """The commit time, as recorded in the commit."""


class Commits:
    """The commits of a clone's checked-out branch; of each merge commit, only the first parent and its history are
    included.
    """

    def __init__(self, clone: Path, scratch: Path) -> None:
        self._clone = clone
        (scratch / "objects" / "info").mkdir(parents=True)
        (scratch / "refs").mkdir()
        (scratch / "HEAD").write_text("ref: refs/heads/none\n")
        (scratch / "objects" / "info" / "alternates").write_text(f"{(clone / CLONE / 'objects').resolve()}\n")
        self._environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(scratch),
            "GIT_DIR": str(scratch),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "LC_ALL": "C",
        }
        if (shallow := clone / CLONE / "shallow").is_file():
            self._environment["GIT_SHALLOW_FILE"] = str(shallow.resolve())

    @classmethod
    @contextmanager
    def of(cls, clone: Path) -> Iterator[Self]:
        """Opens a clone so that its commits can be read during the `with` block; raises ArenaError [bad-clone]."""
        if not (clone / CLONE / "objects").is_dir() or (clone / CLONE).is_symlink():
            raise _bad(clone, f"does not contain a folder {CLONE}")
        with tempfile.TemporaryDirectory(prefix="arena-clone-") as scratch:
            yield cls(clone, Path(scratch))

    def all(self) -> list[Commit]:
        """All commits from the checked-out commit backwards, newest first; raises ArenaError [bad-clone],
        [not-installed].
        """
        head = self._head()
        arguments = ("log", "--first-parent", f"--max-count={MOST_COMMITS}", "--format=%H %ct", head, "--")
        lines = self._told(arguments).splitlines()
        return [Commit(name, _moment(seconds)) for name, _, seconds in (line.partition(" ") for line in lines)]

    def pack(self, commit: Commit, into: IO[bytes]) -> None:
        """Writes the files of a commit to `into` as a tar archive; raises ArenaError [bad-clone]."""
        size = 0
        with self._started(("archive", "--format=tar", commit.hash)) as process:
            assert process.stdout
            while chunk := process.stdout.read(CHUNK):
                size += len(chunk)
                if size > MOST_PACKED:
                    process.kill()
                    most = MOST_PACKED // MB
                    raise _bad(self._clone, f"has more than {most} MB of files in the commit {commit.hash}")
                into.write(chunk)
            if process.wait(PATIENCE_S):
                raise _bad(self._clone, f"contains the commit {commit.hash}, whose files cannot be read")

    def _head(self) -> str:
        """The hash of the checked-out commit; raises ArenaError [bad-clone]."""
        folder = self._clone / CLONE
        said = self._text(folder / "HEAD").strip()
        if branch := BRANCH.fullmatch(said):
            name = branch[1]
            if ".." not in name and (folder / name).is_file():
                said = self._text(folder / name).strip()
            else:
                packed = self._text(folder / "packed-refs") if (folder / "packed-refs").is_file() else ""
                said = next((line.split()[0] for line in packed.splitlines() if line.endswith(f" {name}")), "")
        if not HASH.fullmatch(said):
            raise _bad(self._clone, "does not contain a commit")
        return said

    def _text(self, path: Path) -> str:
        try:
            with path.open("rb") as file:
                return file.read(MOST_REFS).decode("utf-8", "replace")
        except OSError as error:
            raise _bad(self._clone, f"cannot be read: {error.strerror}") from error

    def _told(self, arguments: tuple[str, ...]) -> str:
        with self._started(arguments) as process:
            output, _ = process.communicate(timeout=PATIENCE_S)
        if process.returncode:
            raise _bad(self._clone, "has commits that cannot be read")
        return output.decode("ascii", "replace")

    def _started(self, arguments: tuple[str, ...]) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(  # noqa: S603  # the commands are ours
                ("git", *arguments),  # noqa: S607  # wherever it is installed
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except FileNotFoundError as error:
            raise ArenaError(
                "not-installed",
                "the program git is not installed; the arena needs git to read commits",
                "install git, then run this command again",
            ) from error


def _moment(seconds: str) -> datetime:
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.max.replace(tzinfo=UTC, year=9_000)


def _bad(clone: Path, what: str) -> ArenaError:
    return ArenaError(
        BAD_CLONE,
        f"the clone {one_line(str(clone))} {what}",
        "clone this repository again; if the error stays, ask the author of the repository to correct the repository",
    )
