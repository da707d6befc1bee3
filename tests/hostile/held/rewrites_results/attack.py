"""A hostile bot that writes to a file of the user who runs the arena; the results of a league are such files."""

import os
from pathlib import Path


def attack() -> bool:
    with Path(os.environ["SECRET"]).open("r+", encoding="utf-8") as file:
        return file.write("forged") > 0
