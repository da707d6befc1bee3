"""Limits as the kernel is told them."""

from arena.sandbox.limits import Limits


def test_limits_say_what_the_kernel_is_told() -> None:
    assert Limits(memory_mb=2, processes=3, temporary_mb=4, open_files=5).arguments() == (
        "--nproc=3",
        "--data=2000000",
        "--fsize=4000000",
        "--nofile=5",
        "--memlock=0",
        "--core=0",
    )
