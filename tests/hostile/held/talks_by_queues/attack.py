"""Opens a queue of messages that somebody outside has made."""

import os

from tests.hostile.weapons import done, libc


def attack() -> bool:
    return done(libc.mq_open(os.environ["QUEUE"].encode(), os.O_RDONLY)) >= 0
