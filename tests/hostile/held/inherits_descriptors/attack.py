"""Looks for files that the arena had open and did not close for it."""

import os

STOPPED_BY = "Python, which closes what is not passed on"


def attack() -> bool:
    return bool(os.environ["INHERITED"])
