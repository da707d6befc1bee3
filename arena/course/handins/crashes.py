"""Finds the place at which a program failed, in the program's output."""

import re
from typing import Final

from arena.text import one_line

PYTHON: Final = re.compile(r'File "([^"\n]+)", line (\d+)')
OTHERS: Final = re.compile(r"(?<![\w./-])([\w./-]+\.(?:rs|go|java|cpp|cc|hpp|h|ts|mts|js|mjs))[:(](\d+)")
ERROR: Final = re.compile(r"(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Exit|Interrupt)\b.*")
LONGEST: Final = 120


def crash_in(output: str) -> str:
    """Returns the place of a failure in a program's output, such as `bot.py, line 4: KeyError: 3`; empty if there is
    none.

    The error after the place, such as `KeyError: 3`, is included only for programs in Python.
    """
    if places := PYTHON.findall(output):
        file, line = places[-1]
        errors = [text for text in output.splitlines() if ERROR.fullmatch(text)]
        error = f": {errors[-1][:LONGEST]}" if errors else ""
        return one_line(f"{file}, line {line}{error}")
    if place := OTHERS.search(output):
        return one_line(f"{place[1]}, line {place[2]}")
    return ""
