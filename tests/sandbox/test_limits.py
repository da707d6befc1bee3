"""Tests that the limits of boxes become the right arguments of the command prlimit."""

import resource

import pytest

from arena.sandbox.kernel.counted import arguments
from arena.sandbox.limits import Limits


def test_limits_say_what_the_kernel_is_told() -> None:
    assert arguments(Limits(memory_mb=2, processes=3, temporary_mb=4, open_files=5)) == (
        "--nproc=3",
        "--data=2000000",
        "--fsize=4000000",
        "--nofile=5",
        "--sigpending=512",
        "--memlock=0",
        "--core=0",
    )


def test_no_limit_is_higher_than_that_of_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a box gets no limit above the arena's own hard limit, which no process can raise."""
    own = {resource.RLIMIT_NOFILE: (10, 400), resource.RLIMIT_NPROC: (10, resource.RLIM_INFINITY)}
    monkeypatch.setattr(resource, "getrlimit", lambda limit: own.get(limit, (10, 1 << 40)))
    assert arguments(Limits(processes=500, open_files=512))[:4:3] == ("--nproc=500", "--nofile=400")
    assert arguments(Limits(open_files=300))[3] == "--nofile=300"
