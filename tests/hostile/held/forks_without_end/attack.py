"""Starts processes until it may not, three hundred at most."""

import os
import signal


def attack() -> bool:
    children: list[int] = []
    try:
        for _ in range(300):
            if not (child := os.fork()):
                signal.pause()
            children.append(child)
    except BlockingIOError:
        return False
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    return True
