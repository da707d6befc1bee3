"""Leaves a file where everybody may write, for another bot or for later."""

import os
from pathlib import Path


def attack() -> bool:
    path = Path(os.environ["OPEN"]) / f"hostile-{os.getpid()}"
    path.write_text("card", "utf-8")
    path.unlink()
    return True
