"""Job objects of Windows: groups of processes that are counted and ended together."""

import ctypes
import subprocess
from functools import cache
from typing import Any, Final

THERE: Final = hasattr(ctypes, "WinDLL")
ACCOUNTING, NUMBERS, LIMITS = 1, 3, 9
"""The numbers by which Windows distinguishes kinds of information about a job: used resources, processes, and limits.
"""
ENDS_WITH_ITS_OWNER: Final = 0x2000
SUSPENDED: Final = 4
"""The flag to start a process suspended, so that it does nothing before it is in its job."""
THIS: Final = ctypes.c_void_p(-1)
"""The handle that stands for the calling process itself."""
MOST_NUMBERS: Final = 4_096
HUNDRED_NS_IN_US: Final = 10


class _Accounting(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_int64) for name in ("user", "kernel", "this_user", "this_kernel")),
        *((name, ctypes.c_uint32) for name in ("faults", "all", "active", "terminated")),
    )


class _Limits(ctypes.Structure):
    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least", ctypes.c_size_t),
        ("most", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
        ("io", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process", ctypes.c_size_t),
        ("peak_job", ctypes.c_size_t),
    )


class _Numbers(ctypes.Structure):
    _fields_ = (("assigned", ctypes.c_uint32), ("listed", ctypes.c_uint32), ("numbers", ctypes.c_size_t * MOST_NUMBERS))


def new_job() -> "Job | None":
    """A new, empty job for a program that will be started; None on systems without jobs. Raises OSError."""
    if not THERE:
        return None
    _own_job()
    return Job()


@cache
def _own_job() -> "Job":
    """Returns the job that contains this process and all processes that it starts. Because this job ends with this
    process, even a child that is not yet in a job of its own ends with this process.
    """
    own = Job()
    own.take_this()
    return own


class Job:
    """The job of one program and all processes that it starts."""

    def __init__(self) -> None:
        """Makes a job without processes. Raises OSError if Windows refuses it."""
        windows: Any = ctypes  # the stubs define its names for Windows only on Windows
        self._kernel: Any = windows.WinDLL("kernel32", use_last_error=True)
        self._error: Any = windows.WinError
        self._kernel.CreateJobObjectW.restype = ctypes.c_void_p
        self._handle = ctypes.c_void_p(self._demand(self._kernel.CreateJobObjectW(None, None)))
        limits = _Limits(flags=ENDS_WITH_ITS_OWNER)
        self._demand(self._kernel.SetInformationJobObject(self._handle, LIMITS, ctypes.byref(limits), _size(limits)))

    def take(self, process: "subprocess.Popen[bytes]") -> None:
        """Puts a process that was started suspended into the job, and lets it run; kills the process if that fails."""
        import psutil  # noqa: PLC0415  # not installed on Linux

        handle: Any = process
        try:
            self._demand(self._kernel.AssignProcessToJobObject(self._handle, ctypes.c_void_p(int(handle._handle))))  # noqa: SLF001  # the handle has no public name
            psutil.Process(process.pid).resume()
        except (OSError, psutil.Error):
            process.kill()

    def take_this(self) -> None:
        """Puts this process into the job; does nothing if the process is already in another job that does not allow
        this.
        """
        self._kernel.AssignProcessToJobObject(self._handle, THIS)

    def numbers(self) -> list[int]:
        """The numbers of the processes in the job."""
        told = _Numbers()
        self._ask(NUMBERS, told)
        return list(told.numbers[: told.listed])

    def used(self) -> tuple[int, int]:
        """Returns the processor time in microseconds of all processes that were ever in the job, and the most memory in
        bytes that they had together.
        """
        accounting, limits = _Accounting(), _Limits()
        self._ask(ACCOUNTING, accounting)
        self._ask(LIMITS, limits)
        return (accounting.user + accounting.kernel) // HUNDRED_NS_IN_US, limits.peak_job

    def end(self) -> None:
        """Ends all processes in the job."""
        self._kernel.TerminateJobObject(self._handle, 1)

    def close(self) -> None:
        """Closes the job, which ends all processes in it."""
        self._kernel.CloseHandle(self._handle)

    def _ask(self, kind: int, told: ctypes.Structure) -> None:
        self._kernel.QueryInformationJobObject(self._handle, kind, ctypes.byref(told), _size(told), None)

    def _demand(self, result: int | None) -> int:
        if not result:
            raise self._error(ctypes.get_last_error())  # type: ignore[attr-defined]  # the stubs define it only on Windows
        return result


def _size(structure: ctypes.Structure) -> int:
    return ctypes.sizeof(structure)
