"""Runs the arena as a person starts it, and examines its processes and its results from outside."""

import os
import re
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from leaderboards.store import Store
from tests.installed import TREE, arena_command, surroundings

RANDOM_BOT: Final = TREE / "bots" / "python" / "random" / "bot.py"
PATIENCE_S: Final = 180.0
OF_ALL_TESTS: Final = ("popen-gw", "pytest-")
"""The beginnings of the names of the folders that pytest creates for each test process. `temporary` returns a folder
directly below such a folder, because paths in the folder of a single test are too long for sockets.
"""
RECALLING: Final = 'recall = "process"\n'
"""A line of a league file, for tests that do not concern a bot's memory. With it each bot has only one process in a
worker, so that the league plays faster.
"""
SLEEP: Final = ("sleep", "601")
"""The command that a bot runs while it thinks. A test recognises a thinking bot by the process of this command, even if
the bot is in a sandbox, where its files cannot be seen from outside.
"""
SLOW_BOT: Final = f"""
import subprocess
from arena.bot import Bot, run

class Slow(Bot):
    def choose(self, turn):
        subprocess.run({SLEEP})
        return turn.legal[0]

run(Slow)
"""


class Ended(NamedTuple):
    """The result of a command that has ended."""

    status: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The error message from standard error, without the lines before it; empty if there is none."""
        return "".join(self.err.rpartition("Error: ")[1:]) if "Error: " in self.err else ""


def write_bot(folder: Path, name: str, program: str | None = None) -> None:
    """Writes a bot into the new folder `name` in `folder`. The bot's code is `program`; by default, it is the code of
    the house bot random.
    """
    (folder / name).mkdir()
    (folder / name / "bot.py").write_text(program or RANDOM_BOT.read_text())
    (folder / name / "bot.toml").write_text(f'name = "{name}"\ncommand = ["{{python}}", "bot.py"]\n')


def write_league(folder: Path, rounds: int, *names: str, head: str = RECALLING) -> Path:
    """Writes a league file for three seats, with bots from folders next to it; returns the file's path. `head`: the
    lines with the keys that this function does not set itself.
    """
    path = folder / "cup.toml"
    bots = "".join(f'[[bots]]\nmanifest = "{name}"\n' for name in names)
    path.write_text(f'game = "verraeter"\nseats = 3\nrounds = {rounds}\nseed = 5\n{head}{bots}')
    return path


def random_league(folder: Path, rounds: int) -> Path:
    """Writes a league of three random bots, which has three matches in each round; returns the file's path."""
    for name in ("ann", "ben", "cid"):
        write_bot(folder, name)
    return write_league(folder, rounds, "ann", "ben", "cid")


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Starts the arena in `folder`, in a separate process group, as a shell would.

    Its bots play from copies made for this arena alone, in sandboxes if this machine supports them.
    """
    temporary(folder).mkdir(exist_ok=True)
    return subprocess.Popen(
        (*arena_command(), *arguments),
        cwd=folder,
        env=surroundings(TMPDIR=temporary(folder)),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )


def temporary(folder: Path) -> Path:
    """Returns the folder for temporary files, such as sockets and copies of bots, of an arena that is started in
    `folder`. Its path is short, because the path of a socket has a maximal length.
    """
    of_all_tests = next((parent for parent in folder.parents if parent.name.startswith(OF_ALL_TESTS)), folder.parent)
    return of_all_tests / blake2b(os.fsencode(folder), digest_size=4).hexdigest()


def ended(process: subprocess.Popen[str]) -> Ended:
    """Waits until the arena's process has ended, and returns its result."""
    out, err = process.communicate(timeout=PATIENCE_S)
    return Ended(process.returncode, out, err)


def arena(folder: Path, *arguments: str) -> Ended:
    """Runs the arena until it ends, and returns the result."""
    return ended(start(folder, *arguments))


def served_at(process: subprocess.Popen[str]) -> str:
    """Returns the address that a starting server prints on standard error, such as `http://127.0.0.1:8080`. Raises
    AssertionError if standard error ends without an address.
    """
    assert process.stderr
    said = ""
    for line in iter(process.stderr.readline, ""):
        said += line
        if found := re.search(r"https?://[^/\s]+(?=/)", line):
            return found[0]
    raise AssertionError(said)


def until(condition: Callable[[], bool], what: str) -> None:
    """Waits until the condition holds. Raises AssertionError after PATIENCE_S seconds.

    Between two checks, the function sleeps four times as long as a check takes, so that the tested programs can run.
    """
    deadline = time.monotonic() + PATIENCE_S
    looked = time.monotonic()
    while not condition():
        now = time.monotonic()
        assert now < deadline, f"waited in vain until {what}"
        time.sleep(max(0.01, 4 * (now - looked)))
        looked = time.monotonic()


def stored(folder: Path, league: str = "cup") -> int:
    """Returns the number of stored matches of a league that may be running; 0 if its results do not exist yet."""
    path = folder / "results" / league / "league.db"
    if not path.exists() or not path.stat().st_size:
        return 0
    try:
        return len(records(folder, league))
    except Exception:  # noqa: BLE001  # the results are just being created
        return 0


def counted(folder: Path, league: str = "cup") -> int:
    """Returns the number of stored matches of a league. The function reads no match, so that it is fast enough to be
    called often.
    """
    path = folder / "results" / league / "league.db"
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as connection:
            [(count,)] = connection.execute("select count(*) from matches")
    except sqlite3.Error:  # the results are just being created
        return 0
    return int(count)


def told_stored(said: str) -> int:
    """Returns the number of stored matches of an unfinished league. It is the sum of two numbers in `said`, the output
    of the arena: the matches in the table, and the further stored matches.
    """
    found = re.search(r"^(\d+) of \d+ matches; not finished(?:; (\d+) more (?:is|are) stored)?", said, re.MULTILINE)
    assert found, said
    return sum(int(count or 0) for count in found.groups())


def records(folder: Path, league: str = "cup") -> list[tuple[int, object]]:
    """Returns the place in the schedule and the record of every stored match."""
    with closing(Store.open(folder / "results" / league / "league.db")) as store:
        return [(match.ordinal, match.record) for match in store.matches()]


def bots_in(folder: Path) -> list[int]:
    """Returns the ids of the processes of bots that play for an arena started in `folder`, including the commands that
    the bots run.

    These are the processes whose working directory is below `folder`, or whose environment names a socket in the
    arena's temporary folder. Even in a sandbox, a bot's environment names this socket.
    """
    mark = f"ARENA_ADDRESS=unix:{temporary(folder)}/".encode()
    return [pid for pid in _processes() if folder in _link(pid, "cwd").parents or mark in _read(pid, "environ")]


def sleeping(folder: Path) -> list[int]:
    """Returns the process ids of the sleep commands that bots run while they think, for an arena that was started in
    `folder`.
    """
    return [pid for pid in bots_in(folder) if _read(pid, "cmdline").split(b"\0")[:-1] == [*map(str.encode, SLEEP)]]


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """Returns the ids of the arena's worker processes."""
    return [pid for pid in _processes() if _parent(pid) == process.pid and b"spawn_main" in _read(pid, "cmdline")]


def alive(pid: int) -> bool:
    """Whether a process with this id exists and has not ended."""
    return _status(pid)[:1] not in ([], ["Z"])


def _processes() -> list[int]:
    return [
        int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdecimal() and alive(int(folder.name))
    ]


def _parent(pid: int) -> int:
    return int((_status(pid) or ["", "0"])[1])


def _status(pid: int) -> list[str]:
    """Returns the state, the parent's id and the further fields of /proc/PID/stat; empty if there is no such
    process.
    """
    return _read(pid, "stat").decode().rpartition(")")[2].split()


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def _link(pid: int, name: str) -> Path:
    try:
        return Path(f"/proc/{pid}/{name}").readlink()
    except OSError:
        return Path("/")


@contextmanager
def running(folder: Path, *arguments: str, matches: int) -> Iterator[subprocess.Popen[str]]:
    """Starts a league, waits until `matches` matches are stored, and yields the arena's process. Asserts that the arena
    still runs then. At the end of the context, kills the arena's process group if the arena still runs.
    """
    process = start(folder, "run-league", *arguments)
    try:
        until(lambda: counted(folder) >= matches or process.poll() is not None, f"{matches} matches are stored")
        assert process.poll() is None, f"the league is over too soon: {process.communicate()}"
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
