"""Recognises values that cannot be changed."""

from typing import Final

from arena.games.chance import Chance
from arena.games.outside.author import Given

PLAIN: Final = frozenset((bool, bytes, float, int, str, type(None)))
DEEPEST: Final = 5
LONGEST: Final = 1_000
"""The largest length of tuples and sets that are checked. A longer value, or one nested deeper than DEEPEST, counts as
changeable.
"""


def unchangeable(value: Given, depth: int = DEEPEST) -> bool:
    """Whether a value cannot be changed. This holds for values of plain types, and for tuples, named tuples and
    frozensets of such values. In doubt the result is False.
    """
    kind = type(value)
    if kind in PLAIN or isinstance(value, Chance):  # a Chance draws the same for the same event each time
        return True
    if not isinstance(value, (tuple, frozenset)) or kind.__dictoffset__:  # a __dict__ would hold changeable attributes
        return False
    if not depth or len(value) > LONGEST:
        return False
    for one in value:
        if type(one) is not int and not unchangeable(one, depth - 1):
            return False
    return True
