"""Matches of hostile bots against honest bots: the objects that the bots attack, the result of each attack, and a check
that nothing is left behind.
"""

import ctypes
import os
import runpy
import secrets
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Final, NamedTuple

from arena.match import FaultKind
from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.sandbox.limits import Limits
from arena.sandbox.runtime import python_runtime
from arena.system.processes.process_table import Sight
from arena.transport import Launch
from tests.transport.hosting import ROOT, play

HOSTILE: Final = ROOT / "tests" / "hostile"
HONEST: Final = ("ann", "bob")
AT_ONCE: Final = 10
"""The number of hostile bots that one arena runs at the same time; their attacks may also hit each other."""
PATIENCE_S: Final = 10.0
MACHINE: Final = ("/tmp", "/var/tmp", "/dev/shm")  # folders in which bots may have left files
NEW: Final = 0o1000
libc: Final = ctypes.CDLL(None, use_errno=True)

Faults = list[FaultKind | None]


class Attack(NamedTuple):
    """A hostile bot. Its folder is called `name`, and the folder above is called `expected`. Its attack.py may set the
    other fields, which are False or empty by default.
    """

    name: str
    expected: str
    """The expected result in a box, the strictest sandbox: `held` if the attack fails without a fault, else the kind of
    fault that ends the bot.
    """
    needs_root: bool
    """Whether the attack on an arena without sandboxes succeeds only if root runs the arena."""
    stopped_by: str
    """What may stop the attack even without a sandbox, for example a kernel setting; empty if nothing does."""
    open_confined: bool
    """Whether the attack succeeds at the sandbox level `confined`."""
    open_confined_to_its_user: bool
    """Whether the attack succeeds at the sandbox level `confined` if the bots run as the same user as the arena."""
    held_confined: bool
    """Whether the attack fails without a fault at the sandbox level `confined`, even if `expected` is a fault."""


def attacks(*expected: str) -> list[Attack]:
    """Returns the attacks with one of these expected results, each of which is the name of a folder with attacks."""
    found = []
    for path in sorted(path for outcome in expected for path in (HOSTILE / outcome).glob("*/attack.py")):
        told = runpy.run_path(str(path))
        flags = told.get("NEEDS_ROOT", False), told.get("STOPPED_BY", "")
        at_confined = (
            told.get(name, False) for name in ("OPEN_CONFINED", "OPEN_CONFINED_TO_ITS_USER", "HELD_CONFINED")
        )
        found.append(Attack(path.parent.name, path.parents[1].name, *flags, *at_confined))
    return found


class Meetings:
    """The matches of the chosen attacks at each sandbox level. One arena plays the matches of up to AT_ONCE attacks
    together. It plays them when a result of any of these attacks is first requested.
    """

    def __init__(self, chosen: Mapping[Level, list[Attack]], home: Path, surroundings: dict[str, str]) -> None:
        self._home = home
        self._surroundings = surroundings
        self._groups = {
            level: [attacks[at : at + AT_ONCE] for at in range(0, len(attacks), AT_ONCE)]
            for level, attacks in chosen.items()
        }
        self._faults: dict[tuple[Level, str], Faults] = {}
        self.told: dict[tuple[Level, str], str] = {}
        """The fault's detail and the bot's output in the last match of each attack, by level and attack name. Empty if
        that match has no fault.
        """

    def faults(self, level: Level, attack: Attack) -> Faults:
        """Returns the hostile bot's fault in each of its matches, None for a match without one. Fails if another bot
        has a fault, or if anything is left behind.
        """
        if (level, attack.name) not in self._faults:
            self._play(level, next(group for group in self._groups[level] if attack in group))
        return self._faults[level, attack.name]

    def _play(self, level: Level, group: list[Attack]) -> None:
        others = {process.number for process in Sight.now().below(os.getpid())}
        bots = [*HONEST, *(attack.name for attack in group)]
        tables = [table for attack in group for table in ((*HONEST, attack.name), (attack.name, *reversed(HONEST)))]
        outcome = play([self._launch(name, level) for name in bots], tables)
        assert outcome.withdrawn == {}
        for attack in group:
            own = [table for table in tables if attack.name in table]
            numbers = [number for number, table in enumerate(tables) if table in own]
            records = [outcome.finished[number].record for number in numbers]
            faults: Faults = []
            for record, table in zip(records, own, strict=True):
                assert {table[fault.seat] for fault in record.faults} <= {attack.name}, record.faults
                faults.append(next((fault.kind for fault in record.faults), None))
                self.told[level, attack.name] = "\n".join(f"{fault.detail}\n{fault.output}" for fault in record.faults)
            self._faults[level, attack.name] = faults
        left = self._left(others)
        assert not left, left
        secret = self._home / "secret"
        assert level is Level.NONE or secret.read_text() == "secret"
        secret.write_text("secret")

    def _launch(self, name: str, level: Level) -> Launch:
        limits = Limits(memory_mb=4_000) if level is Level.NONE else Limits()
        honest = name in HONEST
        return Launch(
            name,
            (sys.executable, "bot.py" if honest else "run.py", *([self._surroundings["RIVAL_MARK"]] * honest)),
            self._home / "bots" / ("honest" if honest else name),
            environment=(("RIVAL", "1"),) if honest else tuple(self._surroundings.items()),
            box=Box(level, limits),
            readable=tuple(python_runtime()),
        )

    def _left(self, others: Collection[int]) -> list[str]:
        """Returns the files, sockets and processes that the bots have left behind; waits up to PATIENCE_S seconds for
        them to disappear.

        `others`: the numbers of the processes that ran before the matches and are not reported, such as a browser.
        """
        until = time.monotonic() + PATIENCE_S
        while True:
            left = [*self._left_files(), *self._left_processes(others)]
            if not left or time.monotonic() > until:
                return left
            time.sleep(0.1)

    def _left_files(self) -> Iterator[str]:
        yield from (str(path) for path in (self._home / "tmp").iterdir())
        yield from (str(path) for path in (self._home / "open").iterdir())
        yield from (str(path) for folder in MACHINE for path in Path(folder).glob("hostile-*"))
        yield from (line for line in Path("/proc/net/unix").read_text().splitlines() if str(self._home / "tmp") in line)

    def _left_processes(self, others: Collection[int]) -> Iterator[str]:
        for process in Sight.now().below(os.getpid()):
            if process.number not in others:
                yield f"process {process.number} ({process.name})"
        mark = f"RIVAL_MARK={self._surroundings['RIVAL_MARK']}".encode()
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if mark in (folder / "environ").read_bytes():
                    yield f"process {folder.name}"


@contextmanager
def meetings(chosen: Mapping[Level, list[Attack]]) -> Iterator[Meetings]:
    """Prepares the matches of the chosen attacks at each level, and yields them. Until the `with` block ends, harmless
    services run as targets of the attacks.
    """
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hostile")))
        home.chmod(0o755)
        mark = f"rival-{secrets.token_hex(8)}"
        for folder, mode in (("tmp", 0o711), ("open", 0o1777)):
            (home / folder).mkdir()
            (home / folder).chmod(mode)
        _copy(ROOT / "bots" / "python" / "random" / "bot.py", home / "bots" / "honest")
        for attack in {attack for attacks in chosen.values() for attack in attacks}:
            own = home / "bots" / attack.name
            for file in (HOSTILE / attack.expected / attack.name / "attack.py", HOSTILE / "run.py"):
                _copy(file, own)
            _copy(HOSTILE / "weapons.py", own / "tests" / "hostile")
        (home / "secret").write_text("secret")
        (home / "secret").chmod(0o666)
        shared = Path("/dev/shm") / mark
        shared.write_text("card")
        stack.callback(shared.unlink)
        surroundings = {
            "ABSTRACT": mark,
            "ARENA": str(os.getpid()),
            "ARENA_COMMAND": Path("/proc/self/cmdline").read_bytes().hex(),
            "DATAGRAM_PORT": str(_echo(stack)),
            "OPEN": str(home / "open"),
            "PORT": str(_listen(stack, socket.create_server(("127.0.0.1", 0), backlog=99)).getsockname()[1]),
            "QUEUE": _queue(stack, f"/{mark}"),
            "RIVAL_CODE": str(home / "bots" / "honest" / "bot.py"),
            "RIVAL_MARK": mark,
            "SECRET": str(home / "secret"),
            "SEMAPHORES": str(_semaphores(stack)),
            "SERVICE": str(home / "service"),
            "SHARED": str(shared),
        }
        for name in ("\0" + mark, str(home / "service")):
            server = _listen(stack, socket.socket(socket.AF_UNIX))
            server.bind(name)
            server.listen(99)
        (home / "service").chmod(0o666)
        stack.callback(setattr, tempfile, "tempdir", tempfile.tempdir)
        tempfile.tempdir = str(home / "tmp")
        yield Meetings(chosen, home, surroundings)


def _copy(file: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, folder / file.name)
    for path in (folder.parent, folder):
        path.chmod(0o755)
    (folder / file.name).chmod(0o644)


def _listen(stack: ExitStack, server: socket.socket) -> socket.socket:
    return stack.enter_context(server)


def _echo(stack: ExitStack) -> int:
    """Starts a service that sends each datagram back; returns its port."""
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))
    port: int = server.getsockname()[1]

    def serve() -> None:
        while True:
            sent, sender = server.recvfrom(100)
            if not sent:
                return
            server.sendto(sent, sender)

    thread = Thread(target=serve)
    thread.start()

    def stop() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", ("127.0.0.1", port))
        thread.join()
        server.close()

    stack.callback(stop)
    return port


def _queue(stack: ExitStack, name: str) -> str:
    descriptor = libc.mq_open(name.encode(), os.O_CREAT | os.O_RDWR, 0o666, None)
    assert descriptor >= 0
    libc.fchmod(descriptor, 0o666)
    stack.callback(os.close, descriptor)
    stack.callback(libc.mq_unlink, name.encode())
    return name


def _semaphores(stack: ExitStack) -> int:
    """Makes a set of semaphores that every user may access; returns its key."""
    key = 1 + secrets.randbelow(1 << 30)
    number = libc.semget(key, 1, NEW | 0o666)
    assert number >= 0
    stack.callback(libc.semctl, number, 0, 0)
    return key
