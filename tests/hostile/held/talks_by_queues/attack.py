"""A hostile bot that opens a message queue that a program outside its sandbox has made."""

import os

from tests.hostile.weapons import done, libc


def attack() -> bool:
    return done(libc.mq_open(os.environ["QUEUE"].encode(), os.O_RDONLY)) >= 0
