"""Writes into a file of the user who runs the arena, as results are."""

import os
from pathlib import Path


def attack() -> bool:
    return Path(os.environ["SECRET"]).write_text("forged", "utf-8") > 0
