"""Recognises values that cannot be changed."""

from typing import Final

from arena.games.chance import Chance
from arena.games.outside.author import Given

PLAIN: Final = frozenset((bool, bytes, float, int, str, type(None)))
DEEPEST: Final = 5
LONGEST: Final = 1_000
"""Of what is nested deeper or longer it takes too long to tell."""


def unchangeable(value: Given, depth: int = DEEPEST) -> bool:
    """Whether a value is plain, or a tuple, a named tuple or a frozenset of such values; False if that is not told."""
    kind = type(value)
    if kind in PLAIN or isinstance(value, Chance):  # which draws the same for the same event, however often
        return True
    if not isinstance(value, (tuple, frozenset)) or kind.__dictoffset__:  # that has attributes of its own
        return False
    if not depth or len(value) > LONGEST:
        return False
    for one in value:
        if type(one) is not int and not unchangeable(one, depth - 1):
            return False
    return True
