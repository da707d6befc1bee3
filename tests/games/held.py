"""Measures exactly how much memory this process uses. A leak of a few bytes a call is visible after some hundred
calls.
"""

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
    _fields_ = [(name, ctypes.c_size_t) for name in FIELDS]  # ctypes reads the fields from this attribute


class Held(NamedTuple):
    """An amount of memory in use, or its growth."""

    blocks: int
    """The number of small memory blocks that Python has allocated, each of at most 512 bytes."""
    large_bytes: int
    """The number of bytes that the C library has allocated for everything else; 0 if the C library cannot count
    them.
    """


def held() -> Held:
    """Returns the memory in use now, after a garbage collection."""
    gc.collect()
    count = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if count is None:
        return Held(sys.getallocatedblocks(), 0)
    count.restype = _Mallinfo
    found = count()
    return Held(sys.getallocatedblocks(), found.uordblks + found.hblkhd)


TRIES: Final = 5


def kept(work: Callable[[], object], most_blocks: float, most_bytes: float) -> Held | None:
    """Measures by how much a call of `work` increases the memory in use. Returns None if one of up to TRIES calls stays
    within both limits; otherwise, returns the increase by the last call.

    The first calls may fill caches, but a real leak shows in every call.
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
    """A context in which garbage collections are quick, because they ignore all objects created before the context."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
