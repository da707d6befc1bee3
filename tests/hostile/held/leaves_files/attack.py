"""A hostile bot that leaves a file in a folder where every user may write, as a message to another bot or to its own
later matches.
"""

import os
from pathlib import Path


def attack() -> bool:
    path = Path(os.environ["OPEN"]) / f"hostile-{os.getpid()}"
    path.write_text("card", "utf-8")
    path.unlink()
    return True
