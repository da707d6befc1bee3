"""The arena as a person starts it, and what can be seen of its processes and its results from outside."""

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
"""How folders begin that pytest makes for all tests of a process."""
RECALLING: Final = 'recall = "process"\n'
"""For leagues that are about something else: each bot has one process in a worker, and not two for each seat."""
SLEEP: Final = ("sleep", "601")
"""What a bot starts for as long as it thinks: that it does is seen from outside, for no file in a box is."""
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
    """A command that has ended."""

    status: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The error, without what was told before it; empty if there is none."""
        return "".join(self.err.rpartition("Error: ")[1:]) if "Error: " in self.err else ""


def write_bot(folder: Path, name: str, program: str | None = None) -> None:
    """A bot in a folder of its name: the house's random bot, or `program`."""
    (folder / name).mkdir()
    (folder / name / "bot.py").write_text(program or RANDOM_BOT.read_text())
    (folder / name / "bot.toml").write_text(f'name = "{name}"\ncommand = ["{{python}}", "bot.py"]\n')


def write_league(folder: Path, rounds: int, *names: str, head: str = RECALLING) -> Path:
    """A league of three seats whose bots stand beside the file; `head`: further keys."""
    path = folder / "cup.toml"
    bots = "".join(f'[[bots]]\nmanifest = "{name}"\n' for name in names)
    path.write_text(f'game = "verraeter"\nseats = 3\nrounds = {rounds}\nseed = 5\n{head}{bots}')
    return path


def random_league(folder: Path, rounds: int) -> Path:
    """A league of three random bots: three matches a round."""
    for name in ("ann", "ben", "cid"):
        write_bot(folder, name)
    return write_league(folder, rounds, "ann", "ben", "cid")


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """The arena, started in `folder`, in a process group of its own as a shell would.

    Its bots play from copies, which are its own, in boxes where this machine has them.
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
    """Where an arena that was started in `folder` keeps temporary files, sockets and the copies of bots among them.

    A short name, for the path of a socket has a limit.
    """
    of_all_tests = next((parent for parent in folder.parents if parent.name.startswith(OF_ALL_TESTS)), folder.parent)
    return of_all_tests / blake2b(os.fsencode(folder), digest_size=4).hexdigest()


def ended(process: subprocess.Popen[str]) -> Ended:
    """What the arena said, when it has ended."""
    out, err = process.communicate(timeout=PATIENCE_S)
    return Ended(process.returncode, out, err)


def arena(folder: Path, *arguments: str) -> Ended:
    """Runs the arena to its end."""
    return ended(start(folder, *arguments))


def served_at(process: subprocess.Popen[str]) -> str:
    """The address that a server tells when it has begun, without a slash at the end; it tells of the sandbox before."""
    assert process.stderr
    said = ""
    for line in iter(process.stderr.readline, ""):
        said += line
        if found := re.search(r"https?://[^/\s]+(?=/)", line):
            return found[0]
    raise AssertionError(said)


def until(condition: Callable[[], bool], what: str) -> None:
    """Waits for something that must happen, and looks but a fifth of the time: what happens needs the processors."""
    deadline = time.monotonic() + PATIENCE_S
    looked = time.monotonic()
    while not condition():
        now = time.monotonic()
        assert now < deadline, f"waited in vain until {what}"
        time.sleep(max(0.01, 4 * (now - looked)))
        looked = time.monotonic()


def stored(folder: Path, league: str = "cup") -> int:
    """The number of records in the results of a league that may be running."""
    path = folder / "results" / league / "league.db"
    if not path.exists() or not path.stat().st_size:
        return 0
    try:
        return len(records(folder, league))
    except Exception:  # noqa: BLE001  # it is just being made
        return 0


def counted(folder: Path, league: str = "cup") -> int:
    """The number of rows there, whatever they say: for who waits and asks all the time."""
    path = folder / "results" / league / "league.db"
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as connection:
            [(count,)] = connection.execute("select count(*) from matches")
    except sqlite3.Error:  # it is just being made
        return 0
    return int(count)


def told_stored(said: str) -> int:
    """How many matches an unfinished league has, by the sentence below its table, with those that wait."""
    found = re.search(r"^(\d+) of \d+ matches; not finished(?:; (\d+) more (?:is|are) stored)?", said, re.MULTILINE)
    assert found, said
    return sum(int(count or 0) for count in found.groups())


def records(folder: Path, league: str = "cup") -> list[tuple[int, object]]:
    """Place and record of every stored match."""
    with closing(Store.open(folder / "results" / league / "league.db")) as store:
        return [(match.ordinal, match.record) for match in store.matches()]


def bots_in(folder: Path) -> list[int]:
    """The processes of bots that stand in `folder`, or play for an arena that was started there.

    These know a socket among its temporary files; what a box shows of where they run says nothing outside it.
    """
    mark = f"ARENA_ADDRESS=unix:{temporary(folder)}/".encode()
    return [pid for pid in _processes() if folder in _link(pid, "cwd").parents or mark in _read(pid, "environ")]


def sleeping(folder: Path) -> list[int]:
    """The processes by which bots think that play for an arena that was started in `folder`."""
    return [pid for pid in bots_in(folder) if _read(pid, "cmdline").split(b"\0")[:-1] == [*map(str.encode, SLEEP)]]


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The arena's worker processes."""
    return [pid for pid in _processes() if _parent(pid) == process.pid and b"spawn_main" in _read(pid, "cmdline")]


def alive(pid: int) -> bool:
    """Whether there is a process that has not ended."""
    return _status(pid)[:1] not in ([], ["Z"])


def _processes() -> list[int]:
    return [
        int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdecimal() and alive(int(folder.name))
    ]


def _parent(pid: int) -> int:
    return int((_status(pid) or ["", "0"])[1])


def _status(pid: int) -> list[str]:
    """State and parent, and what follows; empty if there is no such process."""
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
    """A league that has stored some matches and is not at its end; whatever is left is ended afterwards."""
    process = start(folder, "run-league", *arguments)
    try:
        until(lambda: counted(folder) >= matches or process.poll() is not None, f"{matches} matches are stored")
        assert process.poll() is None, f"the league is over too soon: {process.communicate()}"
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
