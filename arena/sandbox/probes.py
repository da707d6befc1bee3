"""Probes: small hostile programs that test the promises of a level of confinement.

Rule 1: if a probe cannot be run, the level is treated as if it broke the promise that the probe tests.
Rule 2: a probe's attack does no harm even where nothing stops it. So the tests can remove each protection in turn, and
check that the attack then succeeds.
"""

import os
import platform
import secrets
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.files.temporary import temporary_folder
from arena.sandbox.box import Box
from arena.sandbox.boxed_command import ASKED_S, try_in
from arena.sandbox.kernel import groups
from arena.sandbox.levels import BOXES, Level
from arena.sandbox.limits import Limits
from arena.sandbox.program import Program
from arena.sandbox.runtime import PYTHON, python_runtime
from arena.system.kinds import LINUX

HELD: Final = "held"
DELEGATE: Final = (
    "start the arena in a cgroup (v2) of its own that it may manage, with the controllers memory and pids: "
    "systemd-run --user --scope -p Delegate=yes arena run-league FILE"
)

FEW: Final = Limits(memory_mb=64, processes=24, temporary_mb=1, open_files=64)
"""The limits of the boxes in which probes run; they are small, so that probes reach them quickly."""
ALL_OF_THEM: Final = 'for script; do (eval "$script"); done'
VARIABLE: Final = "ARENA_PROBE"
EACH: Final = (*BOXES, Level.CONFINED)
DIAL: Final = (
    "import _socket\ntry:\n dialling = _socket.socket(); dialling.settimeout(2)\n"
    " dialling.connect(('127.0.0.1', {port}))\nexcept OSError: print('held')"
)
DIAL_OWN: Final = "import _socket; _socket.socket(_socket.AF_UNIX).connect({path!r})"
"""A Python program that connects to the arena's socket. It imports only `_socket`, the core of the module `socket`,
because loading the rest of that module takes as long as starting Python.
"""
SHARED: Final = (
    "import os\nshell = os.open('/bin/sh', os.O_RDONLY)\n"
    "try: os.posix_fadvise(shell, 0, 0, os.POSIX_FADV_DONTNEED)\nexcept OSError: print('held')"
)
PASSABLE: Final = (
    "if root runs the arena, bots run as other users: put Python, the arena and the folder TMPDIR at places that every "
    "user can reach"
)


@dataclass(frozen=True, slots=True)
class Probe:
    """One attempt to break a promise of a level: a shell script that prints `held` if the promise is kept."""

    name: str
    promise: str
    script: str
    levels: tuple[Level, ...] = EACH
    """The levels that make the promise."""
    remedy: str = ""
    """Advice on how to make the machine pass the probe; empty if none is known. If bubblewrap is missing or forbidden,
    `level_proof.hint` gives other advice instead.
    """


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a probe."""

    probe: Probe
    held: bool
    detail: str
    """The output of the probe if the promise was broken; empty if it was kept."""


PROBES: Final = (
    Probe(
        "together",
        "all processes of a bot together have no more memory than its limit",
        "for i in 1 2; do (head -c 45000000 /dev/zero | tail -c 40000000 | (sleep 1; wc -c)) & done 2>&- > /tmp/a;"
        ' wait; [ "$(grep -c 40000000 /tmp/a)" -lt 2 ] && echo held',
        (Level.LIMITED,),
        remedy=DELEGATE,
    ),
    Probe("start", "a program starts", "echo held", remedy=PASSABLE),
    Probe(
        "language",
        "Python starts, with the arena's kit",
        '"$PYTHON" -I -c "import arena" && echo held',
        remedy=PASSABLE,
    ),
    Probe(
        "socket",
        "a bot reaches the arena at a socket of its own",
        '"$PYTHON" -I -S -c "$DIAL_OWN" && echo held',
        remedy=f"set TMPDIR to a folder with a short path; {PASSABLE}",
    ),
    Probe(
        "user",
        "a bot is not root, has no capability and cannot gain any",
        '[ "$(id -u)" != 0 ] && grep -q "^CapEff:.0*$" /proc/self/status && grep -q "^NoNewPrivs:.1$" /proc/self/status'
        ' && grep -q "^Seccomp:.2$" /proc/self/status && echo held',
    ),
    Probe("secrets", "a bot cannot read files of the arena", '! (: < "$SECRET") 2>&- && echo held'),
    Probe(
        "files",
        "a bot can write files only in a /tmp of its own",
        "for place in / /usr /dev /var/tmp .; do ! (: > $place/x) 2>&- || exit 1; done; echo held",
    ),
    Probe(
        "kernel",
        "a bot cannot change settings of the kernel",
        "! (: > /proc/sys/kernel/core_pattern) 2>&- && ! (: > /proc/sys/vm/drop_caches) 2>&- && echo held",
    ),
    Probe("processes", "a bot sees only its own processes", '[ "$$" -lt 10 ] && echo held', BOXES),
    Probe(
        "signals",
        # in a container, both may have process id 1, each in its own namespace
        "a bot cannot send signals to the arena",
        'if kill -0 "$ARENA" 2>&-; then read -r stat < "/proc/$ARENA/stat"'
        ' && [ "${stat#* $BEGAN }" = "$stat" ] || exit 1; fi; echo held',
    ),
    Probe(
        "environment",
        "a bot cannot read the environment variables of the arena",
        'for process in 1 "$ARENA"; do'
        ' ! (tr "\\0" "\\n" < /proc/$process/environ) 2>&- | grep -q "$SOUGHT" || exit 1; done; echo held',
    ),
    Probe("network", "a bot has no network", '"$PYTHON" -I -S -c "$DIAL"'),
    Probe(
        "names",
        "a bot cannot connect to named sockets of the machine",
        '! grep -q "$SOUGHT" /proc/self/net/unix && echo held',
        BOXES,
    ),
    Probe(
        "shared",
        "a bot can neither read nor change what the kernel shares between all processes",
        '! (: < /proc/sys/fs/file-nr) 2>&- && "$PYTHON" -I -S -c "$SHARED"',
        BOXES,
    ),
    Probe(
        "namespaces",
        "a bot cannot make namespaces, in which it would be root",
        "! unshare --user true 2>&- && ! unshare --mount true 2>&- && echo held",
    ),
    Probe(
        "disk",
        "a bot cannot fill the memory or a disk with files",
        "! head -c 3000000 /dev/zero 2>&- > /tmp/a && ! head -c 3000000 /dev/zero 2>&- > /dev/shm/a && echo held",
    ),
    Probe(
        "memory",
        "no process of a bot has more memory than its limit",
        "dd if=/dev/zero of=/dev/null bs=1000000 count=1 status=none"
        " && ! dd if=/dev/zero of=/dev/null bs=150000000 count=1 status=none 2>&- && echo held",
    ),
    Probe(  # the last probe, because killed processes may still count against the limit for a moment
        "forks",
        "a bot has no more processes than its limit",
        "(for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32;"
        " do sleep 9 & echo $!; done; echo all) 2>&- > /tmp/a; found=held;"
        ' while read -r word; do [ "$word" = all ] && found= || kill -9 "$word"; done < /tmp/a 2>&-; echo $found',
        BOXES,
    ),
)


def holds(level: Level) -> bool:
    """Returns whether this machine keeps all promises of `level`, tested together in one box; `findings` reports which
    promises are broken.
    """
    probes = _of(level)
    if not probes:
        return True
    if _obstacle(level):
        return False
    with _program(("/bin/sh", "-c", ALL_OF_THEM, "all", *(probe.script for probe in probes))) as program:
        try:
            return try_in(Box(level, FEW), program, ASKED_S).output.split() == [HELD] * len(probes)
        except OSError:
            return False


def findings(level: Level) -> Iterator[Finding]:
    """Yields the result of each probe of `level`. Each probe runs alone, confined at this level. If the probes cannot
    be run on this machine, yields one broken promise with the reason.
    """
    probes = _of(level)
    if probes and (obstacle := _obstacle(level)):
        yield Finding(probes[0], held=False, detail=obstacle)
        return
    for probe in probes:
        with _program(("/bin/sh", "-c", probe.script), dials=probe.name == "socket") as program:
            yield _tried(probe, Box(level, FEW), program)


def _of(level: Level) -> list[Probe]:
    return [probe for probe in PROBES if level in probe.levels]


def _obstacle(level: Level) -> str:
    """Returns the reason why the probes of a level cannot be run on this machine, in a sentence; empty if they can be
    run.
    """
    if not LINUX:
        return f"this is {platform.system()}"
    if level is Level.LIMITED:
        try:
            groups.place()
        except OSError as error:
            return str(error)
    return ""


@contextmanager
def _program(command: tuple[str, ...], *, dials: bool = True) -> Iterator[Program]:
    """A context that yields a program which runs `command`. The context also makes what the program must not reach: a
    secret, a TCP port and an abstract Unix socket. `dials`: whether the program may connect to `own.socket`, a Unix
    socket that the context makes, too.
    """
    with ExitStack() as stack:
        place = stack.enter_context(temporary_folder())
        sought, port = stack.enter_context(_secret()), stack.enter_context(_listener())
        folder = place / "own"
        folder.mkdir()
        secret = place / "secret"
        secret.write_text(sought)
        door = folder.parent / "own.socket"
        for name in (str(door), f"\0{sought}"):
            _listen_at(stack, name)
        for path in (folder.parent, folder):
            path.chmod(0o755)
        environment = (
            ("PATH", "/usr/bin:/bin"),
            ("PYTHON", PYTHON),
            ("SECRET", str(secret)),
            ("ARENA", str(os.getpid())),
            ("BEGAN", Path("/proc/self/stat").read_text("utf-8").rpartition(")")[2].split()[19]),
            ("SOUGHT", sought),
            ("SHARED", SHARED),
            ("DIAL", DIAL.format(port=port)),
            ("DIAL_OWN", DIAL_OWN.format(path=str(door))),
        )
        yield Program(command, folder, environment, tuple(python_runtime()), (door,) if dials else ())


def _tried(probe: Probe, box: Box, program: Program) -> Finding:
    try:
        tried = try_in(box, program)
    except OSError as error:
        return Finding(probe, held=False, detail=str(error))
    held = tried.output.strip() == HELD
    printed = " ".join((tried.errors or tried.output).split())
    return Finding(probe, held, "" if held else printed or f"exit status {tried.status}")


@contextmanager
def _secret() -> Iterator[str]:
    """Sets an environment variable of this process to a random value within the context, and yields that value."""
    value = secrets.token_hex(8)
    os.environ[VARIABLE] = value
    try:
        yield value
    finally:
        del os.environ[VARIABLE]


@contextmanager
def _listener() -> Iterator[int]:
    """Listens on a free port of this machine within the context; yields the port's number."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as server:
        yield server.getsockname()[1]


def _listen_at(stack: ExitStack, name: str) -> None:
    """Listens at a Unix socket of this name. If the socket cannot be made, does nothing; the probe that must
    connect to it then reports a broken promise.
    """
    server = stack.enter_context(socket.socket(socket.AF_UNIX))
    with suppress(OSError):  # the path of the socket may be too long
        server.bind(name)
        server.listen()
