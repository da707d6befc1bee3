"""Base class of states and views, which compares, hashes, pickles and copies them part by part.

The parts of a value are all its attributes; no class has to list them for this.
"""

from inspect import isgetsetdescriptor
from typing import Any, Final, NamedTuple

from mypy_extensions import mypyc_attr

from arena.games.cells import blank, packed, unpacked

_CELLS: Final = type(blank(0))


class _Row(NamedTuple):
    """A row of cells in a form that can be hashed."""

    packed: bytes


class _Piles(NamedTuple):
    """A row of piles in a form that can be hashed."""

    piles: tuple[bytes, ...]


@mypyc_attr(acyclic=True)
class Value:
    """A base for classes whose attributes are immutable values or rows of cells or piles, plain or compiled."""

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
    """The names of a class's attributes: its slots, or the getters that replace them in a compiled class."""
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
    """The value of this class with these parts; a constructor, if there is one, takes the parts by name."""
    thawed = {name: _thawed(part) for name, part in parts.items()}
    if kind.__init__ is not object.__init__:
        return kind(**thawed)
    made = kind.__new__(kind)
    for name, part in thawed.items():
        setattr(made, name, part)
    return made
