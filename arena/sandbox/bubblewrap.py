"""Runs a program in bubblewrap, a sandbox with its own namespaces, a small writable /tmp and filtered system calls.

Rule 1: a box starts empty and contains only the files that are added here; it is not the host with some parts removed.
Rule 2: no program in a box is the host's root. If root runs the arena, each box gets a user id that nobody else has. If
another user runs the arena, each box gets its own user namespace, in which this user is the only user.
Rule 3: bubblewrap is started with an empty environment, and reads its arguments from a descriptor. A program in the
box sees a process of bubblewrap in /proc, and could otherwise read the arena's environment and the arguments there.
"""

import os
from pathlib import Path
from typing import Final

from arena.sandbox import proc
from arena.sandbox.kernel import counted
from arena.sandbox.kernel.seccomp import seccomp_filter
from arena.sandbox.limits import MB, TEMPORARY, Limits
from arena.sandbox.program import Prepared, Program, in_memory, outermost
from arena.sandbox.runtime import SYSTEM

BWRAP: Final = "/usr/bin/bwrap"
PRLIMIT: Final = "/usr/bin/prlimit"
SETPRIV: Final = "/usr/bin/setpriv"
SETTINGS: Final = (
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/ssl/openssl.cnf",
    "/etc/ssl/certs",
    "/etc/java-17-openjdk",
)
"""The files and folders with the machine's settings that programs read; a box shows each of them that exists."""
TERMINALS: Final = "/dev/pts"
"""The folder of terminals. It is hidden from boxes, because all boxes and the machine share a limited number of
terminals.
"""
_CLOSING: Final = ("--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/")
ACCOUNTS: Final = b"bot:x:%d:%d::/tmp:/bin/false\n"
PARENTS: Final = 2
"""How many processes of bubblewrap are the program's ancestors: one outside the box, and the first one inside."""


def prepared(program: Program, limits: Limits, user: int | None) -> Prepared:
    """Returns the command that runs `program` in a box. `user`: the user id that root gives the program; None for the
    user id of this process.

    Raises OSError if there is no filter for this kind of machine.
    """
    inside = os.geteuid() if user is None else user
    filter_file = in_memory("filter", seccomp_filter(internet=program.network or program.builds, locks=program.builds))
    own = {"/etc/passwd": ACCOUNTS % (inside, inside)} | {str(path): text for path, text in proc.made(limits).items()}
    given = {place: in_memory("given", content) for place, content in own.items()}
    status = in_memory("status", b"")
    settings = [word for name, value in program.environment for word in ("--setenv", name, value)]
    arguments = [
        *_walls(program, limits, as_root=user is not None),
        *(word for place, file in given.items() for word in ("--perms", "0444", "--ro-bind-data", str(file), place)),
        *_CLOSING,
        *("--chdir", str(program.folder), *settings, "--seccomp", str(filter_file)),
    ]
    argument_file = in_memory("arguments", b"".join(os.fsencode(argument) + b"\0" for argument in arguments))
    command = (
        *(BWRAP, "--args", str(argument_file), "--json-status-fd", str(status), "--"),
        *(PRLIMIT, *counted.arguments(limits), "--"),
        *(() if user is None else _leaving_root(user)),
        *program.command,
    )
    descriptors = (argument_file, filter_file, status, *given.values())
    return Prepared(command, (), Path("/"), descriptors, PARENTS, status=status)


def rules() -> bytes:
    """Returns bubblewrap's arguments on this machine for an example program with default limits.

    The record of a league's sandbox contains a hash over them.
    """
    program = Program(("program",), Path("/program"))
    return "\0".join([*_walls(program, Limits(), as_root=os.geteuid() == 0), *_CLOSING]).encode()


def _walls(program: Program, limits: Limits, *, as_root: bool) -> list[str]:
    return [*_namespaces(as_root=as_root, network=program.network), *_mounts(program, limits)]


def _namespaces(*, as_root: bool, network: bool) -> list[str]:
    own_user = [] if as_root else ["--unshare-user", "--disable-userns"]
    leave = ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"] if as_root else []
    return [
        *own_user,
        *(() if network else ("--unshare-net",)),
        *("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
        *("--hostname", "arena", "--die-with-parent", "--new-session", "--clearenv"),
        *("--cap-drop", "ALL", *leave),
    ]


def _mounts(program: Program, limits: Limits) -> list[str]:
    arguments: list[str] = []
    for name in SYSTEM:
        arguments += ["--symlink", str(Path(name).readlink()), name] if Path(name).is_symlink() else _shown(Path(name))
    for name in SETTINGS:
        arguments += [*_way_to(Path(name)), *_shown(Path(name))]
    size = str(limits.temporary_mb * MB)
    arguments += ["--proc", "/proc", "--dev", "/dev", *_covers()]
    for place in TEMPORARY:
        arguments += ["--perms", "1777", "--size", size, "--tmpfs", place]
    for path in outermost([program.folder, *program.readable]):
        if not any(path.is_relative_to(name) for name in SYSTEM):
            arguments += [*_way_to(path), *_shown(path)]
    for path in program.hidden:
        arguments += ["--perms", "0555", "--size", "4096", "--tmpfs", str(path)]
        for own in outermost(own for own in (program.folder, *program.readable) if path in own.absolute().parents):
            arguments += [*_way_to(own, path), *_shown(own)]
        arguments += ["--remount-ro", str(path)]
    for path in program.scratch:
        arguments += [*_way_to(path), "--perms", "0777", "--size", size, "--tmpfs", str(path)]
    for path in program.sockets:
        arguments += [*_way_to(path), "--ro-bind", str(path), str(path)]
    return arguments


def _covers() -> list[str]:
    """Returns the arguments that hide two things from a box: the counters in /proc, because they reveal what other
    processes do, and the terminals, because a program could use up all of them.
    """
    files, folders = proc.covered()
    # the null device cannot be opened there, because bubblewrap's bind mounts allow no devices
    covers = [word for path in files for word in ("--ro-bind", os.devnull, str(path))]
    for folder in (*map(str, folders), TERMINALS):
        covers += ["--perms", "0555", "--size", "4096", "--tmpfs", folder, "--remount-ro", folder]
    return covers


def _way_to(path: Path, below: Path = Path("/")) -> list[str]:
    """Returns the arguments that make the parent folders of `path` that lie inside `below`. All users may pass
    through these folders.
    """
    way = [folder for folder in reversed(path.parents) if below in folder.parents]
    return [word for folder in way for word in ("--perms", "0755", "--dir", str(folder))]


def _shown(path: Path) -> list[str]:
    return ["--ro-bind-try", str(path), str(path)]


def _leaving_root(user: int) -> tuple[str, ...]:
    """Returns the words to put before a command of root, so that the command runs as `user` without capabilities."""
    return (
        *(SETPRIV, f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs"),
        *("--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all", "--"),
    )
