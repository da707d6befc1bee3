"""Prints errors as sentences, and ends the command with an exit status."""

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from arena.errors import ArenaError
from arena.text import printable

INTERRUPTED: Final = 130
NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
NO_FILES: Final = (errno.EMFILE, errno.ENFILE)


@contextmanager
def complaining(status: int = 1) -> Iterator[None]:
    """Catches an ArenaError, OSError or interrupt in the `with` block, prints it without a traceback, and exits. The
    exit status is `status`, or INTERRUPTED for an interrupt.
    """
    try:
        yield
    except ArenaError as error:
        click.echo(printable(f"Error: {error}"), err=True)
        sys.exit(status)
    except OSError as error:
        click.echo(printable(f"Error: {_of_machine(error)}"), err=True)
        sys.exit(status)
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        sys.exit(INTERRUPTED)


def _of_machine(error: OSError) -> ArenaError:
    """Returns the error to print for an OSError that no other code has turned into a more specific ArenaError."""
    place = f": {error.filename}" if error.filename else ""
    if error.errno in NO_ROOM:
        hint = "free space on the disk; if the path is in the folder for temporary files, set TMPDIR to another folder"
    elif error.errno in NO_FILES:
        hint = "close programs that have files open, or raise the limit with ulimit -n"
    else:
        hint = (
            "check that this path exists and that you may use it; to move temporary files, set TMPDIR to another folder"
        )
    return ArenaError("machine", f"the operating system reports an error: {error.strerror or error}{place}", hint)
