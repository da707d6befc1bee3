"""A hostile bot that makes many empty files, which have no size but need kernel memory.

In the sandbox, it keeps the files for PATIENCE_S seconds, so that the arena can end it. Without a sandbox, it deletes
them at once.
"""

import os
import time
from pathlib import Path

MANY = 12_000
PATIENCE_S = 20
HELD_CONFINED = True


def attack() -> bool:
    boxed = not Path(os.environ["OPEN"]).exists()
    folder = Path("/tmp" if boxed else os.environ["OPEN"])
    made: list[Path] = []
    try:
        for number in range(MANY):
            made.append(folder / f"hostile-{number}")
            made[-1].touch()
        time.sleep(PATIENCE_S if boxed else 0)
    finally:
        for path in made:
            path.unlink(missing_ok=True)
    return True
