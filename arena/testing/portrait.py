"""A snapshot of a value and all its parts, to detect whether it changed.

Values of plain types are kept as they are, others as their parts: items, attributes, or what pickling keeps of them.
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
"""Types whose values a portrait keeps as their names."""
CELLS: Final = type(blank(0))
MOST: Final = 100_000
"""The most parts of a value that a portrait keeps."""
NEW_OBJECT: Final = getattr(copyreg, "__newobj__")  # noqa: B009  # the library's type stubs lack it
PICKLING: Final = 4
"""The pickle protocol by which objects are taken apart."""

Portrait = dict[str, object]
"""The values of plain types, the names of other types, and the lengths of collections, by place in the value."""


class Difference(NamedTuple):
    """The first place in which two portraits differ."""

    place: str
    before: object
    now: object

    def __str__(self) -> str:
        return f"{self.place} was {shown(self.before)} and is {shown(self.now)}"


class Nothing:
    """A value that stands for a part that is missing."""

    def __repr__(self) -> str:
        return "not there"


def portray(value: Any, name: str) -> Portrait:  # noqa: ANN401  # any type of state
    """The portrait of a value; the places of its parts begin with `name`."""
    portrait: Portrait = {}
    for place, part in _parts(value, name, frozenset()):
        if len(portrait) >= MOST:
            break
        portrait[place] = part
    return portrait


def difference(before: Portrait, now: Portrait) -> Difference | None:
    """The first place in which two portraits differ; None if they are equal."""
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
    """The parts of a value, each with its place: items, attributes, or what pickling keeps."""
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
    """What pickling keeps of an object, or its attributes if it cannot be pickled, each with its place."""
    try:
        made, arguments, *rest = value.__reduce_ex__(PICKLING)
    except Exception:  # noqa: BLE001  # the class is a stranger's
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
