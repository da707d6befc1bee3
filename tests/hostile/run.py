"""The program of every hostile bot. In its first turn, it runs the function `attack` of the file attack.py in its
folder.

It then plays by the rules if the attack failed, and breaks them if the attack succeeded. So the fault that the arena
records shows the result, which a bot in a sandbox could report in no other way.
"""

import os
import runpy
import sys
import traceback
from pathlib import Path

os.environ["INHERITED"] = " ".join(str(number) for number in range(3, 100) if Path(f"/proc/self/fd/{number}").exists())
from arena.bot import Bot, MatchStart, Turn, run  # imported late, because it opens files of its own

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
