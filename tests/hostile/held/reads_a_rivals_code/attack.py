"""A hostile bot that reads the program of a rival at a known path."""

import os
from pathlib import Path


def attack() -> bool:
    return "choose" in Path(os.environ["RIVAL_CODE"]).read_text("utf-8")
