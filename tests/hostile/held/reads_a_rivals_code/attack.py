"""Reads the program of a rival, whose place it knows."""

import os
from pathlib import Path


def attack() -> bool:
    return "choose" in Path(os.environ["RIVAL_CODE"]).read_text("utf-8")
