"""Errors for resources that the arena runs out of: descriptors, processes, memory, disk. No bot is blamed for them."""

import errno
import os
import tempfile
from pathlib import Path
from typing import Final

from arena.errors import ArenaError

PASSING: Final = ("shortage", "no-process")
"""The codes of errors that may be temporary, so that the next attempt may succeed."""
AGAIN: Final = "then run the same command again; stored matches are kept"
SHORTAGES: Final = {
    errno.EMFILE: ("it may open no more files", f"raise the limit (ulimit -n), or leave bots out; {AGAIN}"),
    errno.ENFILE: ("this machine can open no more files", f"end programs that have many files open; {AGAIN}"),
    errno.EAGAIN: (
        "it may start no more processes",
        f"raise the limit (ulimit -u), end other programs, or use fewer --workers; {AGAIN}",
    ),
    errno.ENOMEM: ("there is no memory left", f"end other programs, or use fewer --workers; {AGAIN}"),
    errno.ENOBUFS: ("there is no memory left", f"end other programs, or use fewer --workers; {AGAIN}"),
    errno.ENOSPC: ("the disk is full", f"free space on the disk, or set TMPDIR to another folder; {AGAIN}"),
    errno.EDQUOT: (
        "its share of the disk is full",
        f"free some of your share of the disk, or set TMPDIR to another folder; {AGAIN}",
    ),
}
"""The missing resource and the remedy, in words, by errno; in these texts, `it` is the arena."""


def arena_failure(error: OSError, doing: str) -> ArenaError:
    """Returns the ArenaError for an OSError: [shortage] if a resource has run out, else [no-process].

    `doing`: the arena's activity at that time, as a clause of the message.
    """
    told = error.strerror or str(error)
    if error.errno in SHORTAGES:
        what, hint = SHORTAGES[error.errno]
        return ArenaError("shortage", f"the arena ran out of resources {doing}: {what} ({told})", hint)
    where = f": {error.filename}" if error.filename else ""
    return ArenaError(
        "no-process", f"the arena failed {doing}: {told}{where}", "remove the cause of this error, " + AGAIN
    )


def shortage_told(printed: str, doing: str) -> ArenaError | None:
    """Returns the ArenaError [shortage] if `printed`, the output of a program, contains the system's message for one of
    SHORTAGES; else None. `doing`: as for `arena_failure`.
    """
    for number in SHORTAGES:
        if (told := os.strerror(number)) in printed:
            return arena_failure(OSError(number, told), doing)
    return None


def demand_means(folder: Path, doing: str) -> None:
    """Raises ArenaError [shortage] or [no-process] if the arena cannot make a pipe, or a file in `folder`."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(1))
            file.flush()
            for number in os.pipe():
                os.close(number)
    except OSError as error:
        raise arena_failure(error, doing) from error


def cannot_listen(error: RuntimeError, folder: Path, doing: str) -> ArenaError:
    """Returns an ArenaError with the reason why gRPC cannot listen in `folder`. The reason is found by a test, because
    gRPC does not report it.
    """
    try:
        demand_means(folder, doing)
    except ArenaError as failure:
        return failure
    return ArenaError("no-process", f"the arena failed {doing}: {error}", f"remove the cause of this error, {AGAIN}")
