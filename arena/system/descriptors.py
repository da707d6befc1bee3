"""How many descriptors this process may open, and how many connections follow from it."""

from typing import Final, NamedTuple

from arena.system.kinds import FORKS

if FORKS:
    import resource

WANTED: Final = 16_384
"""`deploy/arena-ladder.service` asks for as many."""


class Most(NamedTuple):
    """How many connections there may be; the rest of the descriptors is for files, databases and bots."""

    connections: int
    strangers: int
    strangers_of_one: int
    """From one address."""


def raise_descriptors() -> None:
    """Has this process open as many descriptors as it wants, or as it is allowed to."""
    if not FORKS:  # there is no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most() -> Most:
    """What there is room for: of a thousand descriptors half, with as many strangers as a gate lets in."""
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if FORKS else WANTED
    descriptors = WANTED if FORKS and soft == resource.RLIM_INFINITY else min(WANTED, soft)
    return Most(descriptors // 2, descriptors // 8, descriptors // 32)
