"""The checks by which a worker of a cluster decides whether it accepts work from another machine."""

from functools import cache
from typing import Final

from arena import __version__
from arena.errors import ArenaError
from arena.sandbox.level_proof import proved

PROVE_ONCE: Final = cache(proved)
"""A function that tests whether a sandbox works, but only once in each worker process; later calls reuse the first
result.
"""


def release() -> str:
    """Returns the version of the arena on this machine."""
    return __version__


def demand_release(sent: str) -> None:
    """Raises ArenaError [other-version] unless the arena on this machine has the version `sent`, the version on the
    machine that sent the work.
    """
    if release() != sent:
        raise ArenaError(
            "other-version",
            f"a worker of the cluster has release {release()} of the arena, but this machine has release {sent}",
            "install the same release of the arena on all machines, then start the workers again",
        )
