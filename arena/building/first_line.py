"""Explains why the system would not start a bot's program, from its first line."""

import codecs
import os
from pathlib import Path
from typing import Final, NamedTuple

SHEBANG: Final = b"#!"
LONGEST: Final = 4_096
SPLITS: Final = b" -S"
"""An option of env, with which it takes a carriage return for a blank."""


class Flaw(NamedTuple):
    """What keeps a program from being started, in a sentence that goes on from its name."""

    sentence: str
    hint: str


def flaw_of(program: Path, *, runs: bool) -> Flaw | None:
    """What is wrong with a program that is there; `runs`: whether the right to be run is demanded. Raises OSError."""
    name = program.name
    if runs and not os.access(program, os.X_OK):
        return Flaw(
            "which may not be run",
            f'let it be run (chmod +x {name}), or name what runs it: command = ["{{python}}", "{name}"]',
        )
    with program.open("rb") as file:
        first = file.readline(LONGEST)
    if first.startswith(codecs.BOM_UTF8 + SHEBANG):
        return Flaw("whose first line begins with a byte order mark before #!", f"save {name} as UTF-8 without one")
    if first.startswith(SHEBANG) and first.endswith(b"\r\n") and SPLITS not in first:
        return Flaw(
            "whose first line ends as Windows ends lines (CR LF), and the system takes the CR for part of a name",
            f"save {name} with the line ends of Unix (LF); git keeps them if .gitattributes has: * text=auto eol=lf",
        )
    return None
