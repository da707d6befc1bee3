"""Reads values of the component data. The error for a bad value names its key."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from arena.errors import ArenaError

PROVENANCES: Final = ("sourced", "inferred", "reconstructed")


def complaint(key: str, shown: str, expected: str) -> ArenaError:
    """Returns the ArenaError [bad-components] for a wrong value at `key`. `shown` is the wrong value as text for the
    message, and `expected` describes a right one.
    """
    return ArenaError(
        "bad-components",
        f"in the component data, {key} is {shown}; expected {expected}",
        "compare your file of component data with arena/games/hetverraad/data/city.toml, and correct your file",
    )


class Block:
    """A table of the component data with its full name. Its methods read and check the values of the table."""

    __slots__ = ("key", "values")

    def __init__(self, key: str, values: Mapping[str, object]) -> None:
        self.key = key
        self.values = values

    def path(self, key: str) -> str:
        """Returns the full name of a key: the full name of the table, a dot, and the key."""
        return f"{self.key}.{key}" if self.key else key

    def complaint(self, key: str, expected: str) -> ArenaError:
        """Returns the ArenaError [bad-components] for a wrong value of one of the table's keys."""
        shown = repr(self.values[key]) if key in self.values else "missing"
        return complaint(self.path(key), shown, expected)

    def only(self, keys: Iterable[str]) -> None:
        """Raises ArenaError [bad-components] if the table has a key that is not among `keys`."""
        known = tuple(keys)
        for key in self.values:
            if key not in known:
                raise self.complaint(key, f"one of the keys {', '.join(known)}")

    def block(self, key: str) -> "Block":
        """Returns the table at `key`. Raises ArenaError [bad-components] for a bad value, as do all methods that read a
        value.
        """
        value = self.values.get(key)
        if not isinstance(value, Mapping):
            raise self.complaint(key, "a table")
        return Block(self.path(key), value)

    def sourced_block(self, key: str) -> "Block":
        """Returns the table at `key`, which must state its provenance."""
        block = self.block(key)
        if block.values.get("provenance") not in PROVENANCES:
            raise block.complaint("provenance", " or ".join(PROVENANCES))
        block.check_sourced()
        return block

    def check_sourced(self) -> None:
        """Raises ArenaError [bad-components] if the table's list `sourced` contains a name that is not a key of the
        table. The list names the values with a known source. A table may omit it.
        """
        if "sourced" in self.values:
            self.choices("sourced", tuple(self.values))

    def blocks(self, key: str, count: int) -> "list[Block]":
        """Returns the list of tables at `key`, which must have exactly `count` tables."""
        value = self.values.get(key)
        if not isinstance(value, list) or len(value) != count or not all(isinstance(row, Mapping) for row in value):
            shown = f"a list of {len(value)}" if isinstance(value, list) else repr(value)
            raise complaint(self.path(key), shown, f"a list of {count} tables")
        rows = [Block(f"{self.path(key)}[{i}]", row) for i, row in enumerate(value)]
        for row in rows:
            row.check_sourced()
        return rows

    def number(self, key: str, least: int, most: int, fallback: int | None = None) -> int:
        """Returns the integer at `key`, which must be from `least` to `most`. For a missing key, returns `fallback`;
        without a fallback, the key is required.
        """
        value = self.values.get(key, fallback)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.complaint(key, f"a number from {least} to {most}")
        return value

    def numbers(self, key: str, length: int, least: int, most: int) -> list[int]:
        """Returns the list of integers at `key`. It has at most `length` integers, each from `least` to `most`."""
        row, wanted = self.values.get(key), f"a list of at most {length} numbers from {least} to {most}"
        if not isinstance(row, list) or len(row) > length:
            raise self.complaint(key, wanted)
        found = []
        for value in row:
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise self.complaint(key, wanted)
            found.append(value)
        return found

    def text(self, key: str) -> str:
        """Returns the string at `key`, which must not be empty."""
        value = self.values.get(key)
        if not isinstance(value, str) or not value:
            raise self.complaint(key, "a text")
        return value

    def texts(self, key: str) -> list[str]:
        """Returns the list of strings at `key`."""
        row = self.values.get(key)
        if not isinstance(row, list) or not all(isinstance(value, str) for value in row):
            raise self.complaint(key, "a list of texts")
        return [str(value) for value in row]

    def truth(self, key: str, *, fallback: bool | None = None) -> bool:
        """Returns the boolean at `key`. For a missing key, returns `fallback`; without a fallback, the key is
        required.
        """
        value = self.values.get(key, fallback)
        if not isinstance(value, bool):
            raise self.complaint(key, "true or false")
        return value

    def index(self, key: str, names: Sequence[str], fallback: int | None = None) -> int:
        """Returns the index in `names` of the name at `key`. For a missing key, returns `fallback`; without a fallback,
        the key is required.
        """
        value = self.values.get(key)
        if value is None and fallback is not None:
            return fallback
        if not isinstance(value, str) or value not in names:
            raise self.complaint(key, " or ".join(names))
        return names.index(value)

    def choices(self, key: str, names: Sequence[str]) -> list[str]:
        """Returns the list of texts at `key`, which may contain only these names."""
        found = self.texts(key)
        if not set(found) <= set(names):
            raise self.complaint(key, f"a list of {', '.join(names)}")
        return found
