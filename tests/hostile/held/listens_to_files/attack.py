"""A hostile bot that watches a file that every bot can read, so that another bot could send it a signal by opening the
file.
"""

import ctypes


def attack() -> bool:
    libc = ctypes.CDLL(None, use_errno=True)
    watch = libc.inotify_init1(0)
    return bool(watch >= 0 and libc.inotify_add_watch(watch, b"/usr/bin/env", 0x20) >= 0)
