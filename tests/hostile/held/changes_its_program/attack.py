"""A hostile bot that opens its own program for writing. The program could then change between matches, although its
hash names one fixed program.
"""

import os


def attack() -> bool:
    os.close(os.open("attack.py", os.O_WRONLY | os.O_APPEND))
    return True
