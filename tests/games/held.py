"""How much memory this process has in use, exactly: what leaks a few bytes a call shows within some hundred calls."""

import ctypes
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

FIELDS: Final = (
    "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
)  # fmt: skip


class _Mallinfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in FIELDS]  # as ctypes reads them


class Held(NamedTuple):
    """What is in use, or by how much that has grown."""

    blocks: int
    """Small objects of Python: each has at most 512 bytes."""
    large_bytes: int
    """All other memory, as the C library counts it; 0 where it does not."""


def held() -> Held:
    """What is in use now, without what only waits to be collected."""
    gc.collect()
    count = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if count is None:
        return Held(sys.getallocatedblocks(), 0)
    count.restype = _Mallinfo
    found = count()
    return Held(sys.getallocatedblocks(), found.uordblks + found.hblkhd)


TRIES: Final = 5


def kept(work: Callable[[], object], most_blocks: float, most_bytes: float) -> Held | None:
    """By how much what is in use grows at least, each time the same is done again; None if not by more than this.

    The first times fill what is kept for later; what is lost is lost each time.
    """
    work()
    found = Held(0, 0)
    for _ in range(TRIES):
        before = held()
        work()
        after = held()
        found = Held(after.blocks - before.blocks, after.large_bytes - before.large_bytes)
        if found.blocks <= most_blocks and found.large_bytes <= most_bytes:
            return None
    return found


@contextmanager
def new_objects_alone() -> Iterator[None]:
    """Within it, a collection of garbage looks only at objects made within it, so that it is quick."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
