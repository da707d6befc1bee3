"""Reads a file of the user who runs the arena: the league's seed, a rival's code, a token."""

import os
from pathlib import Path


def attack() -> bool:
    return "secret" in Path(os.environ["SECRET"]).read_text("utf-8")
