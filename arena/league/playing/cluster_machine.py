"""Checks on a machine of a cluster before work from another one is done there."""

from functools import cache
from typing import Final

from arena import __version__
from arena.errors import ArenaError
from arena.sandbox.proving import proved

PROVE_ONCE: Final = cache(proved)
"""What holds there for the first of its works holds for all."""


def release() -> str:
    """The release of the arena on this machine."""
    return __version__


def demand_release(sent: str) -> None:
    """Raises ArenaError [other-version] unless work that was sent by a release of the arena has come to the same."""
    if release() != sent:
        raise ArenaError(
            "other-version",
            f"a worker of the cluster has release {release()} of the arena, and "
            f"the machine that sends it work has {sent}",
            "install the same release everywhere",
        )
