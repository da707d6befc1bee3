"""Hides from the arena's modules the parts of Python that Windows lacks. Python's own modules and other packages still
see these parts, because on Windows they use replacements of their own.

Python loads this file at its start if the file's folder is in PYTHONPATH. If the variable HIDES is `macos`, this file
hides only what macOS lacks.
"""

import builtins
import errno
import fcntl
import importlib
import os
import signal
import sys
import types
from collections.abc import Mapping, Sequence
from typing import Any, Final

MACOS: Final = os.environ.get("HIDES") == "macos"
HIDDEN_MODULES: Final = set() if MACOS else {"fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"}
KEPT_SIGNALS: Final = {"SIGINT", "SIGTERM", "SIGABRT", "SIGFPE", "SIGILL", "SIGSEGV", "SIG_DFL", "SIG_IGN"}
LINUX_ALONE: Final[Mapping[str, set[str]]] = {
    "os": {"memfd_create", *(name for name in dir(os) if name.startswith(("sched_", "pidfd_")))},
    "signal": {"pidfd_send_signal"},
    "select": {"epoll"},
    "sys": set(),
}
HIDDEN: Final[Mapping[str, set[str]]] = {
    "os": {
        *("fork", "forkpty", "killpg", "getuid", "geteuid", "getgid", "getegid", "setsid", "getsid", "getpgid", "nice"),
        *("waitid", "WNOHANG", "mkfifo", "fchmod", "chown", "set_blocking", "memfd_create", "statvfs", "sysconf"),
        *("pread", "getloadavg", "uname", "wait", "O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "O_DIRECTORY", "O_PATH"),
        *(name for name in dir(os) if name.startswith(("sched_", "pidfd_"))),
    },
    "signal": {
        *(name for name in dir(signal) if name.startswith("SIG") and name.isupper() and name not in KEPT_SIGNALS),
        *("pthread_sigmask", "setitimer", "pause", "alarm", "pidfd_send_signal", "SIG_BLOCK", "SIG_UNBLOCK"),
    },
    "socket": {"AF_UNIX", "SO_PEERCRED", "SO_REUSEPORT"},
    "select": {"poll", "epoll"},
    "faulthandler": {"register"},
    "importlib": set(),
    "sys": set(),
}
PROC: Final = "/proc"
ABOVE: Final = ("arena", "leaderboards", "__main__")


class _Without(types.ModuleType):
    """A stand-in for a module, which lacks some of the module's names."""

    def __init__(self, module: types.ModuleType, lacks: set[str], instead: Mapping[str, Any]) -> None:
        object.__getattribute__(self, "__dict__").update(_module=module, _lacks=lacks, _instead=instead)

    def __getattribute__(self, name: str) -> Any:
        own = object.__getattribute__(self, "__dict__")
        if name in own["_lacks"]:
            raise AttributeError(f"module {own['_module'].__name__!r} has no attribute {name!r} here")
        return own["_instead"][name] if name in own["_instead"] else getattr(own["_module"], name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(object.__getattribute__(self, "__dict__")["_module"], name, value)


def _locking(file: int, how: int, _: int) -> None:
    """Replaces `msvcrt.locking` by Linux's flock; raises the same error as Windows if another process has the lock."""
    try:
        fcntl.flock(file, fcntl.LOCK_UN if how == 0 else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise PermissionError(errno.EACCES, "another has it") from error


def _install() -> None:
    msvcrt = types.ModuleType("msvcrt")
    vars(msvcrt).update(LK_UNLCK=0, LK_NBLCK=2, locking=_locking)

    def import_module(name: str, package: str | None = None) -> types.ModuleType:
        return msvcrt if name == "msvcrt" else importlib.import_module(name, package)

    instead: dict[str, dict[str, Any]] = {
        "sys": {"platform": "hidden"},
        "os": {"name": "hidden"},
        "importlib": {"import_module": import_module},
    }
    lacking = LINUX_ALONE if MACOS else HIDDEN
    modules = {name: _Without(__import__(name), lacks, instead.get(name, {})) for name, lacks in lacking.items()}
    real = builtins.__import__

    def imported(
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002  # named like the parameter of __import__
        locals: Mapping[str, object] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> types.ModuleType:
        whose = str((globals or {}).get("__name__", ""))
        if level or whose.partition(".")[0] not in ABOVE:
            return real(name, globals, locals, fromlist or (), level)
        if name in HIDDEN_MODULES:
            raise ModuleNotFoundError(f"No module named {name!r} here", name=name)
        found = real(name, globals, locals, fromlist or (), level)
        return modules.get(name, found)

    builtins.__import__ = imported
    sys.addaudithook(_refuse_proc)


def _refuse_proc(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in {"open", "os.listdir", "os.scandir"} or not arguments:
        return
    path = arguments[0]
    if not isinstance(path, str | bytes) or not os.fsdecode(path).startswith(PROC):
        return
    frame: types.FrameType | None = sys._getframe(1)
    while frame:
        if frame.f_globals.get("__name__", "").partition(".")[0] in {"psutil", "multiprocessing"}:
            return
        frame = frame.f_back
    raise FileNotFoundError(2, "there is none here", os.fsdecode(path))


_install()
