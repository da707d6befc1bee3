"""The base class of states and views, which gives them comparison, hashing, pickling and copying.

The class finds the attributes of an object by itself, so no subclass has to write methods for this.
"""

from inspect import isgetsetdescriptor
from typing import Any, Final, NamedTuple

from mypy_extensions import mypyc_attr

from arena.games.cells import blank, packed, unpacked

_CELLS: Final = type(blank(0))


class _Row(NamedTuple):
    """A row of cells in a hashable form."""

    packed: bytes


class _Piles(NamedTuple):
    """A list of piles in a hashable form."""

    piles: tuple[bytes, ...]


@mypyc_attr(acyclic=True)
class Value:
    """A base class whose subclasses may be compiled. Each attribute must be immutable, of the type `Cells`, or a list
    of `bytes`.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return _parts(self) == _parts(other)

    def __hash__(self) -> int:
        return hash(tuple(_parts(self).values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (type(self), _parts(self))


def attributes(kind: type) -> tuple[str, ...]:
    """Returns the names of the attributes of a class's objects: its slots, or the getters that a compiled class has
    instead.
    """
    slots = getattr(kind, "__slots__", ())
    if slots:
        return tuple(slots)
    return tuple(name for name, member in vars(kind).items() if isgetsetdescriptor(member) and name != "__dict__")


def _parts(value: Value) -> dict[str, object]:
    return {name: _frozen(getattr(value, name)) for name in attributes(type(value))}


def _frozen(part: Any) -> object:  # noqa: ANN401  # attributes may have any type
    if type(part) is _CELLS:
        return _Row(packed(part))
    return _Piles(tuple(part)) if type(part) is list else part


def _thawed(part: object) -> object:
    if isinstance(part, _Row):
        return unpacked(part.packed)
    return list(part.piles) if isinstance(part, _Piles) else part


def _made(kind: Any, parts: dict[str, object]) -> object:  # noqa: ANN401  # mypy cannot check a call of any class
    """Makes an object of the class `kind` from the result of `_parts`. If the class has a constructor, it gets the
    attributes as keyword arguments; if not, the attributes are set directly.
    """
    thawed = {name: _thawed(part) for name, part in parts.items()}
    if kind.__init__ is not object.__init__:
        return kind(**thawed)
    made = kind.__new__(kind)
    for name, part in thawed.items():
        setattr(made, name, part)
    return made
