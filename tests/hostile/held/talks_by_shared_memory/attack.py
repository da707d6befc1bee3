"""A hostile bot that reads the text that a program outside its sandbox has written to shared memory."""

import os
from pathlib import Path


def attack() -> bool:
    return Path(os.environ["SHARED"]).read_text("utf-8") == "card"
