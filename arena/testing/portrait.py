"""Takes a portrait of a value, which is a snapshot of the value and all its parts, to find out later whether the value
has changed.

Values of plain types such as numbers and texts are stored as they are. Other values are stored as their parts: their
items, their attributes, or the state that pickling would store.
"""

import copyreg
from collections.abc import Iterator
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final, NamedTuple

from arena.games.cells import blank
from arena.games.chance import Chance
from arena.games.outside.fault import shown

PLAIN: Final = frozenset({int, bool, str, bytes, float, complex, type(None), type(...)})
NAMED: Final = (type, FunctionType, BuiltinFunctionType, MethodType, ModuleType, Enum)
"""Types whose values are stored in a portrait by name, because they have no parts that a game may change."""
CELLS: Final = type(blank(0))
MOST: Final = 100_000
"""The maximum number of parts of a value that a portrait stores; changes of further parts are not noticed."""
NEW_OBJECT: Final = getattr(copyreg, "__newobj__")  # noqa: B009  # the library's type stubs lack it
PICKLING: Final = 4
"""The version of the pickle protocol that is used to take objects apart."""

Portrait = dict[str, object]
"""The parts of a value, by their place in the value, such as `state.hands[0]`.

Parts of plain types are stored as they are. Most other parts are stored as the name of their type, followed by entries
for their own parts. A collection also has an entry for its length, such as `len(state.hands)`.
"""


class Difference(NamedTuple):
    """The first difference between two portraits: its place in the value, and the parts there."""

    place: str
    before: object
    now: object

    def __str__(self) -> str:
        return f"{self.place} was {shown(self.before)} and is {shown(self.now)}"


class Nothing:
    """The type of a placeholder for a part that one of two portraits lacks."""

    def __repr__(self) -> str:
        return "not there"


def portray(value: Any, name: str) -> Portrait:  # noqa: ANN401  # any type of state
    """Returns the portrait of a value; the place of each part begins with `name`."""
    portrait: Portrait = {}
    for place, part in _parts(value, name, frozenset()):
        if len(portrait) >= MOST:
            break
        portrait[place] = part
    return portrait


def difference(before: Portrait, now: Portrait) -> Difference | None:
    """Returns the first difference between two portraits; None if they are equal."""
    if before == now:
        return None
    nothing = Nothing()
    for place in (*before, *now):
        one, other = before.get(place, nothing), now.get(place, nothing)
        if type(one) is not type(other) or (one != other and repr(one) != repr(other)):  # nan equals nan here
            return Difference(place, one, other)
    return None


def _parts(value: Any, place: str, above: frozenset[int]) -> Iterator[tuple[str, object]]:  # noqa: ANN401  # see above
    kind = type(value)
    if kind in PLAIN:
        yield place, value
    elif isinstance(value, Chance):
        yield place, value.seed
    elif isinstance(value, NAMED):
        yield place, str(value)
    elif id(value) in above:
        yield place, "itself"
    else:
        yield place, kind.__name__
        for further, part in _inside(value, place):
            yield from _parts(part, further, above | {id(value)})


def _inside(value: Any, place: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401  # see above
    """Yields the parts of a value, each with its place: its items, its attributes, or the state that pickling would
    store.
    """
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        yield from ((f"{place}.{name}", part) for name, part in zip(value._fields, value, strict=True))
    elif isinstance(value, (list, tuple)) or type(value) is CELLS:
        yield f"len({place})", len(value)
        yield from ((f"{place}[{index}]", part) for index, part in enumerate(value))
    elif isinstance(value, dict):
        yield f"len({place})", len(value)
        yield from ((f"{place}[{key!r}]", part) for key, part in value.items())
    elif isinstance(value, (set, frozenset)):
        yield place, sorted(map(repr, value))
    else:
        yield from _reduced(value, place)


def _reduced(value: Any, place: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401  # see above
    """Yields the parts that pickling would store for an object, each with its place.

    If the object cannot be pickled, yields its attributes.
    """
    try:
        made, arguments, *rest = value.__reduce_ex__(PICKLING)
    except Exception:  # noqa: BLE001  # code of the author's class may raise anything
        made, arguments, rest = NEW_OBJECT, (), [getattr(value, "__dict__", None)]
    state = rest[0] if rest else None
    if made is not NEW_OBJECT or len(arguments) > 1:
        yield f"what {place} is made of", list(arguments)
    groups = state if isinstance(state, tuple) and len(state) == 2 else (state,)
    for group in groups:
        if isinstance(group, dict):
            yield from ((f"{place}.{name}", part) for name, part in group.items())
        elif group is not None:
            yield f"what is in {place}", group
    for items in rest[1:3]:
        if items is not None:
            yield f"the items of {place}", list(items)
