"""A hostile bot that reads a file of the user who runs the arena, such as the league's seed, a rival's code or a
token.
"""

import os
from pathlib import Path


def attack() -> bool:
    return "secret" in Path(os.environ["SECRET"]).read_text("utf-8")
