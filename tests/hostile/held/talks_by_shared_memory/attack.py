"""Reads what somebody outside has put into memory that all share."""

import os
from pathlib import Path


def attack() -> bool:
    return Path(os.environ["SHARED"]).read_text("utf-8") == "card"
