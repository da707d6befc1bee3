"""A hostile bot that opens its own program for writing. The program could then change between matches, and the bot's
hash would no longer fit it.
"""

import os


def attack() -> bool:
    os.close(os.open("attack.py", os.O_WRONLY | os.O_APPEND))
    return True
