"""Finds invisible letters, and names that look alike by Unicode's table of confusable characters (UTS 39).

A skeleton of a name is the name with each confusable letter replaced by one common text for its group of lookalikes,
and then changed to lower case. A name has two skeletons, one made from the name and one from the name in lower case;
often they are equal. Two names look alike if they have a skeleton in common.
"""

import json
import re
import unicodedata
from functools import cache
from typing import Final

INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""A pattern for invisible letters: Unicode's Default_Ignorable_Code_Point, and the blank pattern of Braille.

Python's `isprintable` returns True for many of them.
"""
MARK: Final = "\u200e"
"""The left-to-right mark; the table of confusable characters puts it around letters of right-to-left scripts."""


def has_invisible(name: str) -> bool:
    """Whether a name contains an invisible letter."""
    return bool(INVISIBLE.search(name))


def looks(name: str) -> frozenset[str]:
    """Returns the skeletons (see the module) of a name, one or two. Names that look alike have one in common."""
    plain = unicodedata.normalize("NFKC", INVISIBLE.sub("", name))
    return frozenset(" ".join(_skeleton(one).casefold().split()) for one in (plain, plain.casefold()))


def look_alike(name: str, other: str) -> bool:
    """Whether a reader could mistake one name for the other."""
    return not looks(name).isdisjoint(looks(other))


def _skeleton(text: str) -> str:
    table = _table()
    split = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(table.get(letter, letter) for letter in split))


@cache
def _table() -> dict[str, str]:
    """Returns the replacement of each confusable letter, by letter. All letters of a group of lookalikes have the same
    replacement, a text of one or more letters.
    """
    from importlib import resources  # noqa: PLC0415  # looking for invisible letters needs no table

    file = resources.files("confusable_homoglyphs").joinpath("confusables.json")
    pairs: dict[str, list[dict[str, str]]] = json.loads(file.read_text("utf-8"))
    groups: dict[str, set[str]] = {}
    for name, others in pairs.items():
        group = {name.replace(MARK, ""), *(other["c"].replace(MARK, "") for other in others)}
        group = group.union(*(groups.get(one, ()) for one in group))
        groups |= dict.fromkeys(group, group)
    return {one: _first(group) for one, group in groups.items() if len(one) == 1}


def _first(group: set[str]) -> str:
    """Returns the replacement of all letters of a group of lookalikes: the longest text of the group. If several texts
    are the longest, it is the first of these by code point.
    """
    return min(group, key=lambda one: (-len(one), one))
