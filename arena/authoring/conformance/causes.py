"""Guesses the cause of a bot's failure from the last lines that the bot printed."""

import re
from importlib.util import find_spec
from typing import Final, NamedTuple

from arena.building.manifest import Manifest

MISSING: Final = re.compile(r"ModuleNotFoundError: No module named '([\w.]{1,80})'")
CARRIAGE_RETURN: Final = re.compile(r"\\r['\u2019]: ")
"""Matches the error of env, bash or Python about a missing program or file whose name ends in a carriage return."""
LAST: Final = 5
"""How many of the bot's last lines are searched for a cause. The very last line is not enough: after an error, the kits
(the arena's libraries for bots) print in which match the bot failed.
"""
OFTEN: Final = ("numpy", "scipy", "pandas", "torch", "tensorflow", "jax", "sklearn", "numba", "networkx", "ortools")
"""Packages that Python bots often use, by the names under which they are imported."""
OWN_PYTHON: Final = "{python}"


class Cause(NamedTuple):
    """The probable cause of a failure, and advice to the author. The text of the cause is appended to the failure's
    message, after a colon.
    """

    sentence: str
    advice: str


def cause_in(output: str, bot: Manifest) -> Cause | None:
    """Returns the probable cause of the bot's failure, found in the last lines of the bot's output; None if they show
    no known cause.
    """
    last = "\n".join(output.splitlines()[-LAST:])
    if missing := MISSING.search(last):
        return Cause(f"the Python that runs the bot has no package {missing[1]}", _of_package(missing[1], bot))
    if CARRIAGE_RETURN.search(last):
        return Cause(
            "a script of the bot has the line ends of Windows (CR LF)",
            "save scripts with the line ends of Unix (LF); git keeps them if .gitattributes has: * text=auto eol=lf",
        )
    return None


def _of_package(name: str, bot: Manifest) -> str:
    """Advice for the author on how to make the package `name` available to the bot."""
    advice = (
        f"declare {name} in requirements.txt and let build install it (docs/write-a-bot/python.md); where builds reach "
        "no network, put it into the bot's folder, as a file of your own"
    )
    if bot.command[0] != OWN_PYTHON:
        return advice
    there = ", ".join(one for one in OFTEN if find_spec(one)) or "none"
    return f"{advice}; of the packages that bots often use, {OWN_PYTHON} has these here: {there}"
