"""Lists the folder in which the rivals' programs lie."""

import os
from pathlib import Path


def attack() -> bool:
    return any(path.name == "secret" for path in Path(os.environ["SECRET"]).parent.iterdir())
