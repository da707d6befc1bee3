"""Tests of the seccomp filters for x86_64 and aarch64, which a simulated kernel runs on system calls."""

import errno

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.sandbox.kernel import bpf
from arena.sandbox.kernel.seccomp import (
    ADVICE,
    ARCHITECTURES,
    BUFFERS,
    CLONE_FILES,
    CLONE_PIDFD,
    CLONE_THREAD,
    COUNTERS,
    EXTENTS,
    FILTER,
    FIRST_X32,
    HIDE,
    HUGE_PAGES,
    KEYS_OF_FILES,
    LOCKS,
    MERGE_MEMORY,
    PIPES_AND_HINTS,
    SHARE_CORE,
    TERMINAL_INPUT,
    seccomp_filter,
)
from arena.sandbox.kernel.system_calls import EXAMINED, REFUSED
from tests.sandbox.kernel import verdict

MACHINES = pytest.mark.parametrize("machine", sorted(ARCHITECTURES))
MOST_INSTRUCTIONS = 4_096
"""The kernel's own limit on the number of instructions of a filter."""


def ask(machine: str, name: str, *arguments: int, internet: bool = True) -> int:
    architecture = ARCHITECTURES[machine]
    program = seccomp_filter(internet=internet, machine=machine)
    return verdict(program, architecture.audit, architecture.numbers[name], *arguments)


@MACHINES
def test_every_call_of_the_list_is_refused_with_its_error(machine: str) -> None:
    for name, error in REFUSED.items():
        if name in ARCHITECTURES[machine].numbers:
            assert ask(machine, name) == bpf.ERROR + error, name


@MACHINES
@given(number=st.integers(0, FIRST_X32 - 1), argument=st.integers(0, 2**64 - 1))
def test_every_other_call_is_allowed_whatever_its_arguments(machine: str, number: int, argument: int) -> None:
    architecture = ARCHITECTURES[machine]
    if number not in architecture.numbers.values():
        assert (
            verdict(seccomp_filter(internet=True, machine=machine), architecture.audit, number, argument, argument)
            == bpf.ALLOW
        )


@MACHINES
def test_calls_of_another_architecture_end_the_program(machine: str) -> None:
    program = seccomp_filter(internet=True, machine=machine)
    for audit in (0x40000003, 0x40000028, *(other.audit for name, other in ARCHITECTURES.items() if name != machine)):
        assert verdict(program, audit, 0) == bpf.KILL
    assert verdict(program, ARCHITECTURES[machine].audit, FIRST_X32 + 1) == bpf.KILL


@MACHINES
@given(flags=st.integers(0, 2**32 - 1))
def test_clone_makes_processes_and_threads_but_no_namespace(machine: str, flags: int) -> None:
    namespaces = (0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000, 0x00020000)
    refused = any(flags & namespace for namespace in namespaces)
    uncounted = flags & CLONE_PIDFD or (flags & CLONE_THREAD and not flags & CLONE_FILES)
    otherwise = bpf.ERROR + errno.EINVAL if uncounted else bpf.ALLOW
    assert ask(machine, "clone", flags) == (bpf.ERROR + errno.EPERM if refused else otherwise)


@MACHINES
def test_no_thread_has_open_files_of_its_own(machine: str) -> None:
    thread = 0x3D0F00  # the flags with which C libraries start a thread
    assert ask(machine, "clone", thread) == bpf.ALLOW
    assert ask(machine, "clone", thread & ~CLONE_FILES) == bpf.ERROR + errno.EINVAL


@MACHINES
@given(domain=st.integers(0, 60))
def test_only_local_and_internet_sockets_can_be_made(machine: str, domain: int) -> None:
    architecture = ARCHITECTURES[machine]
    for internet, kinds in ((True, {1, 2}), (False, {1})):
        program = seccomp_filter(internet=internet, machine=machine)
        expected = bpf.ALLOW if domain in kinds else bpf.ERROR + errno.EAFNOSUPPORT
        for name in ("socket", "socketpair"):
            assert verdict(program, architecture.audit, architecture.numbers[name], domain) == expected


@MACHINES
@given(command=st.integers(0, 2_000))
def test_no_lock_can_be_felt_from_another_box(machine: str, command: int) -> None:
    error = errno.ENOLCK if command in LOCKS else errno.EPERM if command in PIPES_AND_HINTS else 0
    assert ask(machine, "fcntl", 0, command) == (bpf.ERROR + error if error else bpf.ALLOW)


@MACHINES
def test_a_build_may_lock_files_and_keep_no_hints_in_them(machine: str) -> None:
    architecture = ARCHITECTURES[machine]
    program = seccomp_filter(internet=True, locks=True, machine=machine)
    for commands, expected in ((LOCKS, bpf.ALLOW), (PIPES_AND_HINTS, bpf.ERROR + errno.EPERM)):
        for command in commands:
            assert verdict(program, architecture.audit, architecture.numbers["fcntl"], 0, command) == expected


@MACHINES
@pytest.mark.parametrize(
    ("name", "place", "refused", "usual", "error"),
    [
        ("madvise", 2, ADVICE, (3, 4, 8, 14), errno.EINVAL),
        ("prctl", 0, (FILTER, MERGE_MEMORY, HIDE, SHARE_CORE), (15, 38), errno.EINVAL),
        ("ioctl", 1, (*KEYS_OF_FILES, *EXTENTS), (0x5401, 0x541B), errno.EPERM),
        ("close_range", 2, (2, 6), (0, 4), errno.EINVAL),
        ("mmap", 3, (HUGE_PAGES, HUGE_PAGES | 0x22), (0x22, 1), errno.EINVAL),
        ("preadv2", 5, (8, 1, 0x80), (0,), errno.EOPNOTSUPP),
        ("pwritev2", 5, (8, 1, 0x80), (0,), errno.EOPNOTSUPP),
    ],
)
def test_of_these_calls_only_what_concerns_others_is_refused(
    machine: str, name: str, place: int, refused: tuple[int, ...], usual: tuple[int, ...], error: int
) -> None:
    for value in refused:
        assert ask(machine, name, *(0,) * place, value) == bpf.ERROR + error
    for value in usual:
        assert ask(machine, name, *(0,) * place, value) == bpf.ALLOW


@MACHINES
def test_no_socket_can_be_made_larger_but_where_there_is_a_network(machine: str) -> None:
    for name, options, error in (("setsockopt", BUFFERS, errno.EPERM), ("getsockopt", COUNTERS, errno.ENOPROTOOPT)):
        for option in options:
            assert ask(machine, name, 0, 1, option, internet=False) == bpf.ERROR + error
            assert ask(machine, name, 0, 1, option) == bpf.ALLOW
        # SO_PEERCRED, the user and process at the other end
        assert ask(machine, name, 0, 1, 17, internet=False) == bpf.ALLOW


@MACHINES
@given(process=st.integers(0, 2**32 - 1))
def test_limits_can_be_set_for_the_process_that_asks_only(machine: str, process: int) -> None:
    assert ask(machine, "prlimit64", process) == (bpf.ERROR + errno.EPERM if process else bpf.ALLOW)


@MACHINES
def test_nothing_can_be_typed_into_a_terminal(machine: str) -> None:
    for request in TERMINAL_INPUT:
        assert ask(machine, "ioctl", 0, request) == bpf.ERROR + errno.EPERM
        # the kernel ignores the upper 32 bits
        assert ask(machine, "ioctl", 0, request | 1 << 32) == bpf.ERROR + errno.EPERM
    assert ask(machine, "ioctl", 0, 0x5413) == bpf.ALLOW  # TIOCGWINSZ, the size of the terminal window


@MACHINES
def test_the_filter_is_one_the_kernel_takes(machine: str) -> None:
    program = seccomp_filter(internet=True, machine=machine)
    assert len(program) % 8 == 0
    assert len(program) // 8 <= MOST_INSTRUCTIONS
    assert set(EXAMINED) <= set(ARCHITECTURES[machine].numbers)


def test_a_machine_it_does_not_know_gets_no_filter() -> None:
    with pytest.raises(OSError, match="there is no filter for pdp11, only for x86_64 and aarch64"):
        seccomp_filter(internet=True, machine="pdp11")
