"""A hostile bot that opens more files than a bot may; if all bots did so, the machine would run out of open files."""

import os
import resource

ENOUGH = 700
STOPPED_BY = "a lower limit than a bot's"


def attack() -> bool:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    opened: list[int] = []
    try:
        while len(opened) < ENOUGH:
            opened.append(os.open("/dev/null", os.O_RDONLY))
    finally:
        for descriptor in opened:
            os.close(descriptor)
    return True
