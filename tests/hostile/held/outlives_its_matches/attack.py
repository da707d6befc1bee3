"""Starts a process that leaves its session and its parent, so that it might go on when the bot has ended."""

import subprocess

STOPPED_BY = "the guard, which ends whatever a bot has started; the tests look for what is left"


def attack() -> bool:
    subprocess.run(("setsid", "--fork", "sleep", "1000"), check=False)
    return False
