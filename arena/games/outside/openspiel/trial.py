"""Tries a game with parameters in another process, because the library crashes or hangs with some parameters."""

from typing import Final

from arena.system.apart import run_apart
from arena.text import one_line

LONGEST_S: Final = 10
"""The limit on the processor time for making a game, in seconds."""
LONGEST_SAID: Final = 200
MAKING: Final = "from arena.games.outside.openspiel.game_by_name import make\nmake(*arguments)"


def last_words(name: str) -> str:
    """Makes the game in another process. If a signal ends the process, returns the reason in one line, else an empty
    text.
    """
    killed = run_apart(MAKING, name, longest_s=LONGEST_S)
    if killed is None:
        return ""
    if killed.signal == "SIGXCPU":
        return f"it does not end within {LONGEST_S} s of processor time"
    return one_line(killed.said)[:LONGEST_SAID] or f"its process ends with {killed.signal}"
