"""Checks the results of an author's game and converts them to the arena's types. A wrong result raises a GameFault."""

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from operator import index
from typing import Final

from arena.games.outside.author import Given
from arena.games.outside.fault import Endless, raised, wrong

MOST_SCORE: Final = (1 << 31) - 1
"""The highest score that records and the protocol can store. The lowest is its negative."""
MOST_PLACES: Final = 1 << 16
"""The most places that a row may have. A game that returns a longer row is at fault."""
MOST_LEGAL: Final = 1 << 20
"""The most legal actions that one state may have. A game that returns more is at fault."""
LONGEST_NAME: Final = 40
PLACE: Final = re.compile("0|[1-9][0-9]*")


def whole(value: Given) -> int | None:
    """Returns the value as an `int` if it is an integer of any type, for example of numpy; else None."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except Exception:  # noqa: BLE001  # a value whose conversion fails is no integer
        return None


def actor(title: str, given: Given, seats: int) -> int | None:
    """Checks and returns the result of the method `actor`: a seat, or None when the match is over. Raises GameFault for
    anything else.
    """
    if given is None:
        return None
    seat = whole(given)
    if seat is None or not 0 <= seat < seats:
        raise wrong(title, "actor", given, f"a seat, 0 to {seats - 1}, or None when the match is over")
    return seat


def legal(title: str, given: Given, actions: int) -> tuple[int, ...]:
    """Checks the legal actions and returns them in ascending order. Raises GameFault if they are not valid or if one
    occurs twice.
    """
    if (type(given) is list or type(given) is tuple) and _ascends(given, min(actions, MOST_LEGAL)):
        return tuple(given)
    return _legal_in_any_form(title, given, actions)


def _ascends(given: Sequence[Given], actions: int) -> bool:
    """Whether the values are valid actions in ascending order, as most games return them. An empty sequence gives
    False.
    """
    before = -1
    for value in given:
        if type(value) is not int or value <= before:
            return False
        before = value
    return 0 <= before < actions


def _legal_in_any_form(title: str, given: Given, actions: int) -> tuple[int, ...]:
    found = _wholes(title, "legal_actions", given, min(actions, MOST_LEGAL))
    if found is None:
        raise wrong(title, "legal_actions", given, "a list of integers")
    if not found:
        raise wrong(title, "legal_actions", given, "at least one action, because a seat must act")
    if len(found) > MOST_LEGAL:
        raise wrong(title, "legal_actions", len(found), f"at most {MOST_LEGAL} actions")
    ascending = sorted(found)
    if ascending[0] < 0 or ascending[-1] >= actions:
        beyond = ascending[0] if ascending[0] < 0 else ascending[-1]
        raise wrong(
            title, "legal_actions", beyond, f"actions from 0 to {actions - 1}, because info.actions is {actions}"
        )
    if len(set(ascending)) < len(ascending):
        raise wrong(title, "legal_actions", given, "each action once")
    return tuple(ascending)


def scores(title: str, method: str, given: Given, seats: int) -> tuple[int, ...]:
    """Checks and returns the scores or merits, which must be an integer for each seat. Raises GameFault for anything
    else.
    """
    found = _wholes(title, method, given, seats)
    if found is None or len(found) != seats:
        raise wrong(title, method, given, f"a list of {seats} integers, one for each seat")
    if any(not -MOST_SCORE <= score <= MOST_SCORE for score in found):
        raise wrong(title, method, given, f"integers from -{MOST_SCORE:,} to {MOST_SCORE:,}")
    return tuple(found)


def action_name(title: str, given: Given) -> str:
    """Checks and returns the name of an action, which must be a short printable text. Raises GameFault for anything
    else.
    """
    if not isinstance(given, str) or not 0 < len(given) <= LONGEST_NAME or not given.isprintable():
        raise wrong(title, "action_name", given, f"a text of 1 to {LONGEST_NAME} characters that can be printed")
    return str(given)


def targets(title: str, given: Given, lengths: Mapping[str, int]) -> tuple[str, ...]:
    """Checks and returns places of rows, each as "NAME:INDEX". Raises GameFault for anything else. `lengths` is the
    present number of places of each row, by name.
    """
    if not isinstance(given, (list, tuple)):
        raise wrong(title, "action_targets", given, 'a list of places of rows, as ["board:3"]')
    for one in given:
        name, _, place = one.partition(":") if isinstance(one, str) else ("", "", "")
        if name not in lengths or not PLACE.fullmatch(place):
            raise wrong(title, "action_targets", given, 'a list of places of rows, as ["board:3"]')
        if len(place) > LONGEST_NAME or int(place) >= lengths[name]:
            expected = f"places of rows, and the row {name} has {lengths[name]}, from 0"
            raise wrong(title, "action_targets", given, expected)
    return tuple([str(one) for one in given])


def taken(title: str, method: str, given: Given, most: int) -> Sequence[Given] | None:
    """Returns the items of any iterable, but at most the first `most + 1`, so that the caller can see if there are too
    many. Returns None if `given` is not iterable.

    Raises GameFault if the iteration fails, for example in a generator.
    """
    try:
        values = iter(given)
    except TypeError:
        return None
    except (Exception, SystemExit, Endless) as error:
        raise raised(title, method, error) from error
    try:
        return list(islice(values, most + 1))
    except (Exception, SystemExit, Endless) as error:
        raise raised(title, method, error) from error


def _wholes(title: str, method: str, given: Given, most: int) -> list[int] | None:
    """Returns the items of an iterable of integers, but at most the first `most + 1`. Returns None if `given` is not
    iterable or contains anything but integers.
    """
    values = None if isinstance(given, (str, bytes, Mapping)) else taken(title, method, given, most)
    if values is None:
        return None
    values = [whole(value) for value in values]
    found = [value for value in values if value is not None]
    return found if len(found) == len(values) else None
