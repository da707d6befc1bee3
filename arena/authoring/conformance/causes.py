"""Guesses why a bot failed from its last output."""

import re
from importlib.util import find_spec
from typing import Final, NamedTuple

from arena.building.manifest import Manifest

MISSING: Final = re.compile(r"ModuleNotFoundError: No module named '([\w.]{1,80})'")
CARRIAGE_RETURN: Final = re.compile(r"\\r['\u2019]: ")
"""How env, bash and Python name a program or file that they do not find, where its name ends in a carriage return."""
LAST: Final = 5
"""Lines at the end among which a cause may stand: kits say after it in which match it was."""
OFTEN: Final = ("numpy", "scipy", "pandas", "torch", "tensorflow", "jax", "sklearn", "numba", "networkx", "ortools")
"""Packages that bots in Python often use, as they are imported."""
OWN_PYTHON: Final = "{python}"


class Cause(NamedTuple):
    """What was wrong, in a sentence that goes on from how it showed, and what to do."""

    sentence: str
    advice: str


def cause_in(output: str, bot: Manifest) -> Cause | None:
    """What the last lines of a bot say of why it failed; None where nothing is known of it."""
    last = "\n".join(output.splitlines()[-LAST:])
    if missing := MISSING.search(last):
        return Cause(f"its Python has no package {missing[1]}", _of_package(missing[1], bot))
    if CARRIAGE_RETURN.search(last):
        return Cause(
            "a script of it has lines that end as Windows ends lines (CR LF)",
            "save scripts with the line ends of Unix (LF); git keeps them if .gitattributes has: * text=auto eol=lf",
        )
    return None


def _of_package(name: str, bot: Manifest) -> str:
    """How a bot comes by a package."""
    advice = (
        f"declare {name} in requirements.txt and let build install it (docs/write-a-bot/python.md), or put it into the "
        "bot's folder, as a file of your own, where builds reach no network"
    )
    if bot.command[0] != OWN_PYTHON:
        return advice
    there = ", ".join(one for one in OFTEN if find_spec(one)) or "none"
    return f"{advice}; of packages that bots often use {OWN_PYTHON} has here: {there}"
