"""A program that takes as much as it can of each resource that the kernel counts by user, up to the limit in its
argument, and prints the amounts as JSON.

Then it keeps the resources until its standard input ends.
"""

import ctypes
import fcntl
import itertools
import json
import os
import select
import signal
import sys
from collections.abc import Callable

GET_PIPE_SIZE, PAGE = 1_032, 4_096
MOST = int(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
held: list[object] = []
started: list[int] = []


def taken(take: Callable[[], object]) -> int:
    for count in range(MOST):
        try:
            held.append(take())
        except OSError:
            return count
    return MOST


def queue_a_signal() -> None:
    if libc.sigqueue(os.getpid(), int(signal.SIGRTMIN), None) < 0:
        raise OSError(ctypes.get_errno(), "sigqueue")


def start_a_process() -> None:
    number = os.fork()
    if not number:
        signal.pause()
    started.append(number)


def main() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    counts = {"signals": taken(queue_a_signal), "processes": taken(start_a_process)}
    pipes = [os.pipe() for _ in range(min(MOST, 100))]
    pollers = [select.epoll() for _ in range(min(MOST, 250))]
    pairs = list(itertools.product(pollers, [end for pipe in pipes for end in pipe]))
    for poller, end in pairs:
        poller.register(end)
    counts["pages"] = sum(fcntl.fcntl(pipe[0], GET_PIPE_SIZE) // PAGE for pipe in pipes)
    counts["watches"] = len(pairs)
    sys.stdout.write(json.dumps(counts) + "\n")
    sys.stdout.flush()
    sys.stdin.read()
    for number in started:
        os.kill(number, signal.SIGKILL)


if __name__ == "__main__":
    main()
