"""Watches a file that every bot can read: whenever another one opens it, that is a sign."""

import ctypes


def attack() -> bool:
    libc = ctypes.CDLL(None, use_errno=True)
    watch = libc.inotify_init1(0)
    return bool(watch >= 0 and libc.inotify_add_watch(watch, b"/usr/bin/env", 0x20) >= 0)
