"""A view of this machine in which every user can reach Python and this source tree, in whatever folders they are. Only
root can make the view.

Some folders above Python or the tree may be open to root only. In a new mount namespace, a new folder covers each of
these folders and contains only the needed files, at their usual paths.
"""

import shlex
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from arena.sandbox.runtime import python_runtime
from tests.transport.hosting import ROOT

EVERYBODY: Final = 0o001
NEEDED: Final = (Path(sys.prefix), Path(sys.base_prefix), ROOT)


def in_view(command: Iterable[str], user: int) -> tuple[str, ...]:
    """Returns a command that runs the given one as `user`, in a view of the machine in which this user can reach Python
    and the source tree.
    """
    become = f"exec setpriv --reuid={user} --regid={user} --clear-groups -- {shlex.join(command)}"
    return ("unshare", "--mount", "--propagation", "private", "sh", "-ec", "\n".join([*_covers(), become]))


def _covers() -> Iterable[str]:
    covered: dict[Path, list[Path]] = defaultdict(list)
    named = {path.resolve() for path in (*NEEDED, *python_runtime())}
    for path in (path for path in named if path.exists()):  # Debian's Python names folders that do not exist
        if barrier := next((above for above in reversed(path.parents) if not above.stat().st_mode & EVERYBODY), None):
            covered[barrier].append(path)
    for barrier, paths in covered.items():
        yield "stage=$(mktemp -d)"
        for number, path in enumerate(paths):
            yield f"mkdir $stage/{number} && mount --bind {shlex.quote(str(path))} $stage/{number}"
        yield f"mount -t tmpfs -o mode=755 none {shlex.quote(str(barrier))}"
        for number, path in enumerate(paths):
            place = shlex.quote(str(path))
            yield f"mkdir -p {place} && mount --move $stage/{number} {place} && rmdir $stage/{number}"
        yield "rmdir $stage"
