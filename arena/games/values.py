"""What states and views have in common: equal parts make equal values, which can be hashed, pickled and copied.

The parts of a value are its attributes, whatever they are; no class lists them for this.
"""

from inspect import isgetsetdescriptor
from typing import Any


class Value:
    """A base for classes whose attributes are immutable values, plain or compiled."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in attributes(type(self)))

    def __hash__(self) -> int:
        return hash(tuple([getattr(self, name) for name in attributes(type(self))]))

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (type(self), {name: getattr(self, name) for name in attributes(type(self))})


def attributes(kind: type) -> tuple[str, ...]:
    """The names of a class's attributes: its slots, or what stands for them in a compiled class."""
    slots = getattr(kind, "__slots__", ())
    if slots:
        return tuple(slots)
    return tuple(name for name, member in vars(kind).items() if isgetsetdescriptor(member) and name != "__dict__")


def _made(kind: Any, parts: dict[str, object]) -> object:  # noqa: ANN401  # mypy knows no call of just any class
    """A value of these parts, by its constructor if it has one; every constructor takes the parts by their names."""
    if kind.__init__ is not object.__init__:
        return kind(**parts)
    made = kind.__new__(kind)
    for name, part in parts.items():
        setattr(made, name, part)
    return made
