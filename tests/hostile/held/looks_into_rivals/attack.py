"""A hostile bot that lists the folder with the rivals' programs."""

import os
from pathlib import Path


def attack() -> bool:
    return any(path.name == "secret" for path in Path(os.environ["SECRET"]).parent.iterdir())
