"""A bot that lets the arena send Welcome but no batch; a child process that the arena cannot end keeps the connection
open.
"""

import os
import time

from tests.miniatures.hand import Hand
from tests.miniatures.wire import note, sleep_for_ever


def play() -> None:
    hand = Hand()
    hand.greet(window=100)
    hand.hello()
    next(hand.content())
    if os.fork() == 0:
        os.setsid()
        note("escaped", str(os.getpid()))
        time.sleep(60)
        os._exit(0)
    sleep_for_ever()
