"""Opens its own program for writing: from match to match it could become another one than its hash names."""

import os


def attack() -> bool:
    os.close(os.open("attack.py", os.O_WRONLY | os.O_APPEND))
    return True
