"""A hostile bot that starts a process outside its session and without a living parent, so that the process might
outlive the bot.
"""

import subprocess

STOPPED_BY = "the guard, which ends whatever a bot has started; the tests look for what is left"


def attack() -> bool:
    subprocess.run(("setsid", "--fork", "sleep", "1000"), check=False)
    return False
