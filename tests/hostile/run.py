"""The program of every hostile bot: tries `attack` of the attack.py in its folder in its first turn, then plays.

It plays by the rules where the attack came to nothing, and breaks them where it succeeded: so the arena's own faults
tell which of the two it was, and a bot in a box has no other way to tell.
"""

import os
import runpy
import sys
import traceback
from pathlib import Path

os.environ["INHERITED"] = " ".join(str(number) for number in range(3, 100) if Path(f"/proc/self/fd/{number}").exists())
from arena.bot import Bot, MatchStart, Turn, run  # it opens files of its own

ILLEGAL = 0xFFFF_FFFE


class Hostile(Bot):
    succeeded: bool | None = None

    def __init__(self, start: MatchStart) -> None:
        self.start = start

    def choose(self, turn: Turn) -> int:
        if Hostile.succeeded is None:
            try:
                Hostile.succeeded = bool(runpy.run_path("attack.py")["attack"]())
            except (OSError, ValueError):
                traceback.print_exc(file=sys.stdout)
                Hostile.succeeded = False
        return ILLEGAL if Hostile.succeeded else turn.legal[0]


run(Hostile)
