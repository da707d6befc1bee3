"""The guard: a small program that starts a bot and ends everything the bot started.

    guard.py NAME     standard input: a socket to the arena; standard output and error: where the bot's output goes

Rule 1: on Linux each process below the guard that loses its parent becomes the guard's child, whatever its session or
group. So the guard can reach all processes that the bot started, and can count their CPU time.
Rule 2: the guard ends everything below it when the arena's end of the socket is closed. The arena closes it on purpose,
or the system does because the arena was killed.

The guard must start quickly, because every bot needs one. So Python runs it by its path and without site packages, and
it imports very few modules.

The arena sends the guard one order: its length in bytes, a line feed, and these parts, separated by NULs:

- the bot's folder
- the file through which the bot's process enters its cgroup; empty for no cgroup
- the number of words in the bot's command, and these words
- the environment variables, each as NAME=VALUE

The guard answers in lines:

- `forked NUMBER`, before the bot's process can do anything
- `started`, or `failed ERRNO STEP`
- `ended STATUS CPU_US PEAK`, when the bot's own process has ended
- `gone CPU_US PEAK`, when no process below the guard is left

STEP is the step of the start that failed: fork, group (the cgroup), folder or program. STATUS is encoded as
`os.waitpid` returns it. CPU_US is the CPU time in microseconds of all processes below the guard that have ended so far.
PEAK is the most memory, in bytes, that any one of them had.
"""

import _signal as signal  # type: ignore[import-not-found]  # the public module makes enums, which delays the start
import ctypes
import os
import resource
import select
import sys

ARENA = 0
"""The number of the file descriptor of the guard's socket to the arena."""
DEAF = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
CHANGED = (*DEAF, signal.SIGPIPE, signal.SIGXFSZ)
"""Signals that the guard (or Python) ignores, but that the bot must not ignore; the guard resets them before it starts
the bot.
"""
SET_CHILD_SUBREAPER = 36
LOOK_MS = 10
LONGEST_LOOK_MS = 1_000
FIRST_TO_END = b"900"
"""The out-of-memory score (of 1,000) of the bot's process, so that the kernel kills the bot before the arena if memory
runs out.
"""
PARENT = 1
"""The index of the parent's number among the fields after the program's name in /proc/PID/stat."""


class _Suppressing:
    """A replacement for `contextlib.suppress`, because importing that would double the start-up time of the guard."""

    def __init__(self, *errors: type[BaseException]) -> None:
        self._errors = errors

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        return kind is not None and issubclass(kind, self._errors)


def main() -> None:
    """Starts one bot, as the arena orders. When the arena closes its end of the socket, ends the bot and all processes
    that the bot started.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for number in DEAF:
        signal.signal(number, signal.SIG_IGN)
    woken, wakes = os.pipe()
    os.set_blocking(woken, False)
    os.set_blocking(wakes, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    bot = _start(_told())
    poll = select.poll()
    poll.register(woken, select.POLLIN)
    poll.register(ARENA, select.POLLIN)
    while ARENA not in dict(poll.poll()):
        _empty(woken)
        _collect(bot)
    poll.unregister(ARENA)
    ended: set[int] = set()
    look_ms = LOOK_MS
    while _collect(bot):
        found = _end_all(bot)
        if found <= ended:  # no new process was found; the known ones need time or cannot be ended
            poll.poll(look_ms)
            _empty(woken)
            look_ms = min(2 * look_ms, LONGEST_LOOK_MS)
        ended = found
    _tell("gone", *_used())


def _told() -> list[bytes]:
    """Waits for the arena's order to start a bot, and returns the parts of the order."""
    told = b""
    while not told.endswith(b"\n"):
        told += _read(1)
    size = int(told)
    told = b""
    while len(told) < size:
        told += _read(size - len(told))
    return told.split(b"\0")


def _read(most: int) -> bytes:
    """Reads 1 to `most` bytes from the arena; ends this program if the arena has closed its socket."""
    return os.read(ARENA, most) or os._exit(1)


def _start(words: list[bytes]) -> int:
    """Starts the bot, reports the start to the arena, and returns the number of the bot's process; ends this program if
    the bot cannot be started.
    """
    try:
        reading, writing = os.pipe()
        allowing, allow = os.pipe()
        number = os.fork()
    except OSError as error:
        _tell("failed", error.errno, "fork")
        os._exit(1)
    if not number:
        os.close(allow)
        os.read(allowing, 1)
        _become(words, writing)
    _tell("forked", number)
    for file in (allow, allowing, writing):
        os.close(file)
    if trouble := os.read(reading, 100):
        os.waitpid(number, 0)
        _tell("failed", trouble.decode())
        os._exit(1)
    os.close(reading)
    _tell("started")
    return number


def _become(words: list[bytes], trouble: int) -> None:
    """Replaces this forked process by the bot's program, as the arena's order in `words` describes; does not return.

    Writes an error, if any, to the descriptor `trouble`.
    """
    folder, door, count, *others = words
    command, environment = others[: int(count)], dict(word.split(b"=", 1) for word in others[int(count) :])
    step = "group"
    with _Suppressing(OSError):
        _write(b"/proc/self/oom_score_adj", FIRST_TO_END)
    try:
        if door:
            _write(door, b"0")
        step = "folder"
        os.setsid()
        os.chdir(folder)
        step = "program"
        os.dup2(os.open(os.devnull, os.O_RDONLY), ARENA)
        for number in CHANGED:
            signal.signal(number, signal.SIG_DFL)
        os.execvpe(command[0], command, environment)  # noqa: S606  # the purpose is to run the bot
    except OSError as error:
        os.write(trouble, f"{error.errno} {step}".encode())
    finally:
        os._exit(1)


def _write(path: bytes, word: bytes) -> None:
    file = os.open(path, os.O_WRONLY)
    try:
        os.write(file, word)
    finally:
        os.close(file)


def _collect(bot: int) -> bool:
    """Collects all children that have ended, and reports the end of the bot's process; returns whether any child is
    left.
    """
    with _Suppressing(ChildProcessError):
        while True:
            number, status = os.waitpid(-1, os.WNOHANG)
            if not number:
                return True
            if number == bot:
                _tell("ended", status, *_used())
    return False


def _end_all(bot: int) -> set[int]:
    """Kills all processes that are now below this one, and returns their numbers. On systems without /proc, kills the
    bot's process group instead, and returns no numbers.

    First kills this process's children, from the newest to the oldest, each as soon as it is found; then their
    descendants. This order catches a chain in which each process starts the next one and ends, so that only the
    newest is alive.
    """
    own = os.getpid()
    parents: dict[int, int] = {}
    found: set[int] = set()
    try:
        numbers = sorted(map(int, filter(str.isdecimal, os.listdir("/proc"))), reverse=True)  # noqa: PTH208
    except OSError:
        with _Suppressing(ProcessLookupError, PermissionError):
            os.killpg(bot, signal.SIGKILL)
        return found
    for number in numbers:
        try:
            with open(f"/proc/{number}/stat", "rb", 0) as file:  # noqa: PTH123  # pathlib takes long to import
                parents[number] = int(file.read(4096).rpartition(b")")[2].split()[PARENT])
        except OSError:  # it has ended
            continue
        if parents[number] == own:
            found.add(number)
            _kill(number)
    added = found
    while added:
        added = {number for number, parent in parents.items() if parent in added} - found
        found |= added
        for number in added:
            _kill(number)
    return found


def _kill(number: int) -> None:
    with _Suppressing(ProcessLookupError, PermissionError):
        os.kill(number, signal.SIGKILL)


def _used() -> tuple[int, int]:
    """Returns the CPU time in microseconds of all ended processes below this one, and the most bytes of memory that one
    of them had.
    """
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    unit = 1 if sys.platform == "darwin" else 1_024
    return round((usage.ru_utime + usage.ru_stime) * 1_000_000), usage.ru_maxrss * unit


def _empty(pipe: int) -> None:
    with _Suppressing(BlockingIOError):
        while os.read(pipe, 4096):
            pass


def _tell(*words: object) -> None:
    with _Suppressing(OSError):  # the arena has ended
        os.write(ARENA, " ".join(map(str, words)).encode() + b"\n")


if __name__ == "__main__":
    main()
    os._exit(0)  # ends without Python's cleanup
