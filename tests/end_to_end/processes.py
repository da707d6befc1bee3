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
"""The beginnings of the names of pytest's folders: pytest creates one such folder for each test process, and a folder
in it for each test. The arena's temporary files are put directly into the folder of the process, because paths in a
test's own folder are too long for sockets.
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
    """Writes a bot into a folder with the bot's name: the random bot that the arena ships, or a bot with this code."""
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
    """Returns the folder for temporary files of an arena that was started in `folder`. The folder for temporary files
    contains sockets and the copies of bots. It has a short name, because the path of a socket has a maximal length.
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
    """Returns the address that a starting server prints, without the slash at the end; skips the line about the sandbox
    before it.
    """
    assert process.stderr
    said = ""
    for line in iter(process.stderr.readline, ""):
        said += line
        if found := re.search(r"https?://[^/\s]+(?=/)", line):
            return found[0]
    raise AssertionError(said)


def until(condition: Callable[[], bool], what: str) -> None:
    """Waits until the condition holds. It checks the condition for at most a fifth of the time, to leave the processors
    to the tested programs.
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
    except Exception:  # noqa: BLE001  # it is just being made
        return 0


def counted(folder: Path, league: str = "cup") -> int:
    """Returns the number of stored matches of a league. The function reads no match, so that it is fast enough to be
    called often.
    """
    path = folder / "results" / league / "league.db"
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as connection:
            [(count,)] = connection.execute("select count(*) from matches")
    except sqlite3.Error:  # it is just being made
        return 0
    return int(count)


def told_stored(said: str) -> int:
    """Returns the number of stored matches of an unfinished league from the sentence below its table, including matches
    that the table does not count yet.
    """
    found = re.search(r"^(\d+) of \d+ matches; not finished(?:; (\d+) more (?:is|are) stored)?", said, re.MULTILINE)
    assert found, said
    return sum(int(count or 0) for count in found.groups())


def records(folder: Path, league: str = "cup") -> list[tuple[int, object]]:
    """Returns the place in the schedule and the record of every stored match."""
    with closing(Store.open(folder / "results" / league / "league.db")) as store:
        return [(match.ordinal, match.record) for match in store.matches()]


def bots_in(folder: Path) -> list[int]:
    """Returns the ids of the bots' processes that run in `folder`, or that play for an arena started in it.

    A bot in a sandbox is found by its environment, which names a socket in the arena's temporary folder; its working
    directory means nothing outside the sandbox.
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
    """Starts a league, and yields its process once `matches` matches are stored and while the league is unfinished;
    kills the remaining processes afterwards.
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
