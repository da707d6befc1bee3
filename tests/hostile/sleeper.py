"""A rival that thinks for a while without a processor."""

import os
import time

from arena.bot import Bot, MatchStart, Turn, run


class Sleeper(Bot):
    def __init__(self, start: MatchStart) -> None:
        self.start = start

    def choose(self, turn: Turn) -> int:
        time.sleep(float(os.environ["THINK_S"]))
        return turn.legal[0]


run(Sleeper)
