"""A hostile bot that opens a set of semaphores that a program outside its sandbox has made."""

import os

from tests.hostile.weapons import done, libc


def attack() -> bool:
    return done(libc.semget(int(os.environ["SEMAPHORES"]), 0, 0)) >= 0
