"""Finds out why the system cannot start a bot's program: its first line is wrong, or it may not be executed."""

import codecs
import os
from pathlib import Path
from typing import Final, NamedTuple

SHEBANG: Final = b"#!"
LONGEST: Final = 4_096
SPLITS: Final = b" -S"
"""The option of `env` that makes it split its argument at blanks; `env` then also treats a carriage return as a
blank.
"""


class Flaw(NamedTuple):
    """The reason why the system cannot start a program.

    `sentence` is a clause to follow the program's name, such as "which may not be run". `hint` gives the remedy.
    """

    sentence: str
    hint: str


def flaw_of(program: Path, *, runs: bool) -> Flaw | None:
    """Returns the reason why the system cannot start an existing program; None if no reason is found.

    `runs`: whether the file must be executable. Raises OSError.
    """
    name = program.name
    if runs and not os.access(program, os.X_OK):
        return Flaw(
            "which may not be run",
            f'make it executable (chmod +x {name}), or name a program that runs it: command = ["{{python}}", "{name}"]',
        )
    with program.open("rb") as file:
        first = file.readline(LONGEST)
    if first.startswith(codecs.BOM_UTF8 + SHEBANG):
        return Flaw(
            "whose first line begins with a byte order mark before #!",
            f"save {name} as UTF-8 without a byte order mark",
        )
    if first.startswith(SHEBANG) and first.endswith(b"\r\n") and SPLITS not in first:
        return Flaw(
            "whose first line has the line end of Windows (CR LF), and the system takes the CR for part of the name",
            f"save {name} with the line ends of Unix (LF); git keeps them if .gitattributes has: * text=auto eol=lf",
        )
    return None
