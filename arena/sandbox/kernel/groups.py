"""Groups of cgroup v2, which limit, count, freeze and kill processes.

Rule 1: each arena process keeps its groups in one folder, and locks this folder as long as it lives. A folder without a
lock belonged to an arena process that was killed; the next arena process removes it.
Rule 2: the kernel lets a group enable controllers (such as the memory limit) for the groups inside it only if the group
itself contains no processes. So before the arena enables controllers in its own group, it moves its process into a new
group inside.
"""

import atexit
import os
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.files.locks import Lock
from arena.sandbox.limits import MB, Limits

CONTROLLERS: Final = ("memory", "pids")
PREFIX: Final = "arena-"
ARENA: Final = "arena"
"""The name of the group into which arena processes move themselves."""
KIND: Final = "cgroup2"
AROUND: Final = 4
"""The number of processes that the box itself needs in the group, in addition to the program's processes."""
LAST_S: Final = 1.0
LOOK_S: Final = 0.005
_making = threading.Lock()
_kept: list[Path] = []
_locks: dict[Path, Lock] = {}
"""The locks on folders of groups, by folder; this process keeps a lock until it removes the folder or ends."""


class Group:
    """The cgroup of one program and of all processes that the program starts."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.folder = folder
        self.entrance = folder / "cgroup.procs"
        """A process joins the group by writing 0 to this file."""
        self._limits = limits

    @classmethod
    def within(cls, place: Path, limits: Limits) -> "Group":
        """Makes a cgroup in the folder `place`, with these limits, and returns it; raises OSError."""
        group = cls(place / secrets.token_hex(8), limits)
        group.make()
        return group

    def make(self) -> None:
        """Makes the group with its limits, or makes it again after `end`; raises OSError."""
        self.folder.mkdir()
        try:
            self.limit()
        except OSError:
            self.folder.rmdir()
            raise

    def limit(self) -> None:
        """Sets the limits of the group; raises OSError."""
        for name, value in _settings(self._limits).items():
            if (self.folder / name).exists():  # without swap, the file for its limit is missing
                _write(self.folder / name, str(value))

    def enter(self) -> None:
        """Moves this process into the group; raises OSError."""
        _write(self.entrance, "0")

    def stop(self) -> None:
        """Freezes all processes in the group until `resume` is called, including processes that are started in the
        group later.
        """
        self._tell("cgroup.freeze", "1")

    def resume(self) -> None:
        """Continues all processes in the group."""
        self._tell("cgroup.freeze", "0")

    def cpu_us(self) -> int:
        """Returns the CPU time of all processes that are or were in the group, in microseconds."""
        return self._told("cpu.stat").get("usage_usec", 0)

    def peak_bytes(self) -> int:
        """Returns the most memory in bytes that the group has used, including files in the /tmp of its box; 0 if
        unknown.
        """
        with suppress(OSError, ValueError):
            return int((self.folder / "memory.peak").read_text())
        return 0

    def ended_for_memory(self) -> int:
        """Returns how many processes of the group the system has killed because the group had used up its memory."""
        return self._told("memory.events").get("oom_kill", 0)

    def refused_processes(self) -> int:
        """Returns how often the system has refused to start a process or thread of the group."""
        return self._told("pids.events").get("max", 0)

    def end(self) -> None:
        """Kills all processes in the group and removes it; gives up after LAST_S seconds."""
        until_s = time.monotonic() + LAST_S
        while self.folder.exists() and not _removed(self.folder) and time.monotonic() < until_s:
            time.sleep(LOOK_S)

    def _tell(self, name: str, word: str) -> None:
        with suppress(OSError):
            _write(self.folder / name, word)

    def _told(self, name: str) -> dict[str, int]:
        with suppress(OSError, ValueError):
            return {key: int(value) for key, value in map(str.split, (self.folder / name).read_text().splitlines())}
        return {}


def place() -> Path:
    """Returns the folder for the groups of this arena process, made at the first call; raises OSError if it cannot be
    made.
    """
    with _making:  # several threads may play matches
        if not _kept:
            made = made_in(own_folder(), CONTROLLERS)
            _kept.append(made)
            atexit.register(remove, made)
        return _kept[0]


def own_folder() -> Path:
    """Returns the folder of the group that this process is in; raises OSError if there is no cgroup v2."""
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text("utf-8", "replace").splitlines()]
    roots = [Path(mount[1]) for mount in mounts if mount[2] == KIND]
    own = [line.partition("::")[2] for line in Path("/proc/self/cgroup").read_text().splitlines() if "::" in line]
    if not roots or not own:
        raise OSError("cgroup v2 is not mounted here")
    return roots[0] / own[0].lstrip("/")


def made_in(own: Path, controllers: tuple[str, ...]) -> Path:
    """Makes a folder for groups inside the folder `own` of this process's group, and enables these cgroup controllers
    for groups in the new folder; raises OSError.
    """
    there = (own / "cgroup.controllers").read_text().split()
    if missing := [name for name in controllers if name not in there]:
        raise OSError(f"the controllers {' and '.join(missing)} are not delegated to the group {own}")
    sweep(own)
    made = own / f"{PREFIX}{secrets.token_hex(8)}"
    made.mkdir()
    try:
        _locks[made] = Lock(made)
        for folder in (own, made):
            _hand_on(folder, controllers)
    except OSError:
        remove(made)
        raise
    return made


def remove(made: Path) -> None:
    """Kills and removes all groups in the folder, then the folder itself."""
    _remove_all(made)
    if (lock := _locks.pop(made, None)) is not None:
        lock.release()


def sweep(own: Path) -> None:
    """Kills and removes the groups that killed arena processes have left below `own`."""
    for folder in own.glob(f"{PREFIX}*"):
        with suppress(OSError), Lock(folder, make=False):
            _remove_all(folder)


def _settings(limits: Limits) -> dict[str, int]:
    """Returns the values that set the limits of a cgroup, by the name of the file in the cgroup's folder."""
    return {"memory.max": limits.memory_mb * MB, "memory.swap.max": 0, "pids.max": limits.processes + AROUND}


def _hand_on(folder: Path, controllers: tuple[str, ...]) -> None:
    enabled = folder / "cgroup.subtree_control"
    if set(controllers) <= set(enabled.read_text().split()):
        return
    words = " ".join(f"+{name}" for name in controllers)
    try:
        _write(enabled, words)
    except OSError:  # the kernel refuses while the group itself contains processes
        inner = folder / ARENA
        inner.mkdir(exist_ok=True)
        _write(inner / "cgroup.procs", "0")
        _write(enabled, words)


def _remove_all(made: Path) -> None:
    for folder in _inside(made):
        Group(folder, Limits()).end()
    _removed(made)


def _inside(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from [path for path in folder.iterdir() if path.is_dir()]


def _removed(folder: Path) -> bool:
    """Kills all processes in a group and removes it; returns whether it is gone."""
    with suppress(OSError):
        _write(folder / "cgroup.kill", "1")
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _write(path: Path, word: str) -> None:
    """Writes a word to an existing file."""
    file = os.open(path, os.O_WRONLY | os.O_TRUNC)
    try:
        os.write(file, word.encode())
    finally:
        os.close(file)
