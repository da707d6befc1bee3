"""The number of file descriptors that this process may open, and the number of connections that a server may therefore
accept.
"""

from typing import Final, NamedTuple

from arena.system.kinds import FORKS

if FORKS:
    import resource

WANTED: Final = 16_384
"""The number of file descriptors to which the arena raises its limit if the system allows it;
`deploy/arena-ladder.service` requests the same number.
"""


class Most(NamedTuple):
    """The limits on a server's connections; the server needs its other descriptors for files, databases and bots."""

    connections: int
    strangers: int
    strangers_of_one: int
    """The most connections from one address that have not yet sent a complete request."""


def raise_descriptors() -> None:
    """Raises this process's limit of descriptors to WANTED, or as near to it as the system allows."""
    if not FORKS:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most() -> Most:
    """Returns the limits on a server's connections.

    `connections` is half of the descriptors that this process may open, but at most half of WANTED. `strangers`, the
    limit on connections that have not yet sent a complete request, is a quarter of `connections`. `strangers_of_one`
    is a quarter of `strangers`.
    """
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if FORKS else WANTED
    descriptors = WANTED if FORKS and soft == resource.RLIM_INFINITY else min(WANTED, soft)
    return Most(descriptors // 2, descriptors // 8, descriptors // 32)
