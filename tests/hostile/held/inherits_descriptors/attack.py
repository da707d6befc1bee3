"""A hostile bot that looks for open files which it inherited because the arena did not close them."""

import os

STOPPED_BY = "Python, which closes what is not passed on"


def attack() -> bool:
    return bool(os.environ["INHERITED"])
