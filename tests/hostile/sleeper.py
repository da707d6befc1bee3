"""A rival that sleeps THINK_S seconds, without using a processor, in each of its first TURNS turns of a match."""

import os
import time

from arena.bot import Bot, MatchStart, Turn, run


class Sleeper(Bot):
    def __init__(self, start: MatchStart) -> None:
        self.start, self.left = start, int(os.environ["TURNS"])

    def choose(self, turn: Turn) -> int:
        self.left -= 1
        if self.left >= 0:
            time.sleep(float(os.environ["THINK_S"]))
        return turn.legal[0]


run(Sleeper)
