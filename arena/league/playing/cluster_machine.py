"""Checks that a machine of a cluster makes before it does work that another machine sent."""

from functools import cache
from typing import Final

from arena import __version__
from arena.errors import ArenaError
from arena.sandbox.proving import proved

PROVE_ONCE: Final = cache(proved)
"""Proves a sandbox once in each worker process; the result of the first shard holds for all."""


def release() -> str:
    """The release of the arena on this machine."""
    return __version__


def demand_release(sent: str) -> None:
    """Raises ArenaError [other-version] unless this machine has the release of the arena that sent the work."""
    if release() != sent:
        raise ArenaError(
            "other-version",
            f"a worker of the cluster has release {release()} of the arena, and "
            f"the machine that sends it work has {sent}",
            "install the same release everywhere",
        )
