"""Checks that a worker of a cluster makes before it does work that another machine sent."""

from functools import cache
from typing import Final

from arena import __version__
from arena.errors import ArenaError
from arena.sandbox.level_proof import proved

PROVE_ONCE: Final = cache(proved)
"""Proves a sandbox, but only once in each worker process; later shards get the same result."""


def release() -> str:
    """The version of the arena on this machine."""
    return __version__


def demand_release(sent: str) -> None:
    """Raises ArenaError [other-version] unless this machine has the arena version `sent`, that of the machine that sent
    the work.
    """
    if release() != sent:
        raise ArenaError(
            "other-version",
            f"a worker of the cluster has release {release()} of the arena, and "
            f"the machine that sends it work has {sent}",
            "install the same release everywhere",
        )
