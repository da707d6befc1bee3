"""What a game from outside gives becomes the types of the house, or a fault of the game."""

from collections.abc import Mapping, Sequence
from itertools import islice
from operator import index
from typing import Final

from arena.games.outside.author import Given
from arena.games.outside.fault import Endless, raised, wrong

MOST_PLACES: Final = 1 << 16
"""Of a row."""
MOST_LEGAL: Final = 1 << 20
"""Actions of one state."""
LONGEST_NAME: Final = 40


def whole(value: Given) -> int | None:
    """The integer that a value is, of whatever type; None if it is none."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def actor(title: str, given: Given, seats: int) -> int | None:
    """A seat, or None."""
    if given is None:
        return None
    seat = whole(given)
    if seat is None or not 0 <= seat < seats:
        raise wrong(title, "actor", given, f"a seat, 0 to {seats - 1}, or None when the match is over")
    return seat


def legal(title: str, given: Given, actions: int) -> tuple[int, ...]:
    """Actions, ascending and each once."""
    found = _wholes(title, "legal_actions", given, min(actions, MOST_LEGAL))
    if found is None:
        raise wrong(title, "legal_actions", given, "a list of integers")
    if not found:
        raise wrong(title, "legal_actions", given, "at least one action, for a seat must act")
    if len(found) > MOST_LEGAL:
        raise wrong(title, "legal_actions", len(found), f"at most {MOST_LEGAL} actions")
    ascending = sorted(found)
    if ascending[0] < 0 or ascending[-1] >= actions:
        beyond = ascending[0] if ascending[0] < 0 else ascending[-1]
        raise wrong(title, "legal_actions", beyond, f"actions from 0 to {actions - 1}, for info.actions is {actions}")
    if len(set(ascending)) < len(ascending):
        raise wrong(title, "legal_actions", given, "each action once")
    return tuple(ascending)


def scores(title: str, method: str, given: Given, seats: int) -> tuple[int, ...]:
    """A whole number for each seat."""
    found = _wholes(title, method, given, seats)
    if found is None or len(found) != seats:
        raise wrong(title, method, given, f"a list of {seats} integers, one for each seat")
    return tuple(found)


def action_name(title: str, given: Given) -> str:
    """A short text that can be printed."""
    if not isinstance(given, str) or not 0 < len(given) <= LONGEST_NAME or not given.isprintable():
        raise wrong(title, "action_name", given, f"a text of 1 to {LONGEST_NAME} letters that can be printed")
    return str(given)


def targets(title: str, given: Given, rows: Mapping[str, Sequence[object]]) -> tuple[str, ...]:
    """Places of rows as they stand, each as "NAME:INDEX"."""
    if not isinstance(given, (list, tuple)):
        raise wrong(title, "action_targets", given, 'a list of places of rows, as ["board:3"]')
    for one in given:
        name, _, place = one.partition(":") if isinstance(one, str) else ("", "", "")
        if name not in rows or not place.isascii() or not place.isdigit():
            raise wrong(title, "action_targets", given, 'a list of places of rows, as ["board:3"]')
        if len(place) > LONGEST_NAME or int(place) >= len(rows[name]):
            expected = f"places of rows, and the row {name} has {len(rows[name])}, from 0"
            raise wrong(title, "action_targets", given, expected)
    return tuple([str(one) for one in given])


def taken(title: str, method: str, given: Given, most: int) -> Sequence[Given] | None:
    """What is in a list or something like it, up to one more than the most; None if it is none.

    Raises GameFault where a generator fails, as it does for its method.
    """
    try:
        values = iter(given)
    except TypeError:
        return None
    try:
        return list(islice(values, most + 1))
    except (Exception, SystemExit, Endless) as error:
        raise raised(title, method, error) from error


def _wholes(title: str, method: str, given: Given, most: int) -> list[int] | None:
    """The integers in a list or something like it, up to one more than the most; None if it is none of them."""
    values = None if isinstance(given, (str, bytes, Mapping)) else taken(title, method, given, most)
    if values is None:
        return None
    values = [whole(value) for value in values]
    found = [value for value in values if value is not None]
    return found if len(found) == len(values) else None
