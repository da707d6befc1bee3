"""Reads files of keys, such as TOML, into checked values.

A dataclass lists the keys a file may have: each field that `key` made is one, with the kind of its value. A kind may
read other keys: the possible editions, for example, depend on the game. Every error names the file, the key, the value
and what was expected.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, TypeVar

from arena.errors import ArenaError
from arena.files.reading import read_text, suggestion
from arena.files.slashes import BACKSLASH, WITH_SLASHES, slashed
from arena.names import demand_name

MOST_SHOWN: Final = 200
"""How many characters of a value an error shows."""
MISSPELT: Final = 0.8
"""Two words at least this similar (0 to 1) count as misspelt for each other; no two keys of the arena are."""
KIND: Final = "kind"
MOST_PORT: Final = 65_535
LINE: Final = re.compile(r"\(at line (\d{1,9}),")

Shape = TypeVar("Shape")


class Source:
    """A table of a file: the values of its keys, and the errors that can be raised about it."""

    def __init__(
        self,
        path: Path,
        code: str,
        data: Mapping[str, object],
        make: Callable[..., Any],
        kinds: Mapping[str, "Kind"],
        outer: "Source | None" = None,
        prefix: str = "",
    ) -> None:
        self.path, self.code = path, code
        self._data, self._make, self._kinds = data, make, kinds
        self._outer, self._prefix = outer, prefix
        self._unknown = [name for name in data if name not in kinds]
        self._values: dict[str, Any] = {}

    def complaint(self, name: str, value: object, expected: str, example: str = "") -> ArenaError:
        """The ArenaError for an invalid or missing value of a key; `example` is a valid value, as TOML."""
        said = "is missing" if value is None else f"is {_shown(value)}"
        near = get_close_matches(name, self._unknown, n=1, cutoff=MISSPELT) if value is None else []
        advice = f", for example {name} = {example}" if example else ""
        if near:
            advice = f", in place of {self._prefix}{near[0]}"
        elif fixed := slashed(value):
            advice = f"; {WITH_SLASHES}: {_cut(fixed)}"
        return ArenaError(
            self.code,
            f"{self.place(name)} {said}; expected {expected}",
            f"set {self._prefix}{name} in {self.path}{advice}",
        )

    def refusal(self, said: str, hint: str) -> ArenaError:
        """The ArenaError about the file as a whole."""
        return ArenaError(self.code, f"{self.path}: {said}", hint)

    def place(self, name: str) -> str:
        """The path of the file and the full name of a key, with which every error begins."""
        return f"{self.path}: {self._prefix}{name}"

    def demand(self, name: str) -> None:
        """Raises the error of the key's kind if the file lacks the key, even if the key has a default."""
        if name not in self._data:
            self._kinds[name](self, name, None)

    def demand_known(self) -> None:
        """Raises ArenaError if the table has an unknown key."""
        for name in self._unknown:
            shown = name if name.isprintable() else repr(name)
            raise self.refusal(f"unknown key {self._prefix}{shown}", suggestion(name, sorted(self._kinds)))

    def inner(
        self, name: str, data: Mapping[str, object], make: Callable[..., Any], kinds: Mapping[str, "Kind"]
    ) -> "Source":
        """The Source of a table inside this one."""
        return Source(self.path, self.code, data, make, kinds, self, f"{self._prefix}{name}.")

    def value(self, name: str) -> Any:  # noqa: ANN401  # as the key's kind makes it
        """The value of a key in this table, or in the table around it.

        It is read on first use, so kinds may ask for keys in any order, but no two may ask for each other's key.
        """
        if name not in self._kinds and self._outer:
            return self._outer.value(name)
        if name not in self._values:
            defaults = {one.name: one.default for one in fields(self._make) if one.default is not MISSING}  # type: ignore[arg-type]
            absent = name not in self._data and name in defaults
            self._values[name] = defaults[name] if absent else self._kinds[name](self, name, self._data.get(name))
        return self._values[name]

    def read(self) -> Any:  # noqa: ANN401  # what `make` makes
        """An instance of the dataclass `make` with all values; raises ArenaError."""
        return self._make(**{name: self.value(name) for name in self._kinds})


Kind = Callable[[Source, str, object], Any]
"""Checks what the file has for a key and returns the key's value; raises the source's `complaint` if it is not valid.

It gets None if the key is absent and has no default: then it raises, or asks its source for the keys that decide.
"""


def key(kind: Kind, default: Any = MISSING) -> Any:  # noqa: ANN401  # of whatever type the field is
    """Makes a dataclass field that is read from the key of the same name in a file."""
    return field(default=default, metadata={KIND: kind})


def read_keys(path: Path, shape: type[Shape], code: str) -> tuple[Shape, Source]:
    """The values of a file's keys, and the file's Source; raises ArenaError if a value is not of its key's kind.

    The caller checks the values and then reports unknown keys, so that a misspelt key is named with the one that is
    missing.
    """
    text = read_text(path, code)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # for example too many digits, or brackets nested too deep
        hint = _advice(text, str(error))
        raise ArenaError(code, f"{path} is not TOML: {error}", hint) from error
    source = Source(path, code, data, shape, kinds_of(shape))
    return source.read(), source


def kinds_of(shape: type) -> dict[str, Kind]:
    """The kinds of the keys that a dataclass describes, by name, in the order of its fields."""
    return {one.name: one.metadata[KIND] for one in fields(shape) if KIND in one.metadata}


def values_of(instance: object, shape: type) -> dict[str, Any]:
    """The values that `instance` has for the keys of the dataclass `shape`, by name."""
    return {name: getattr(instance, name) for name in kinds_of(shape)}


# The kinds of keys.


def address(source: Source, name: str, value: object) -> str:
    """A kind of key: an address to listen at, HOST:PORT. The port may not be 0, because others need to know it."""
    said = text(source, name, value)
    host, colon, port = said.rpartition(":")
    if not (host and colon and port.isascii() and port.isdecimal() and 0 < int(port) <= MOST_PORT):
        raise source.complaint(name, said, f"HOST:PORT, with a port from 1 to {MOST_PORT}", '"127.0.0.1:7700"')
    return said


def text(source: Source, name: str, value: object) -> str:
    """A kind of key: a string on one line that is not empty."""
    if not isinstance(value, str) or not value.strip() or _controls(value):
        raise source.complaint(name, value, "a string on one line that is not empty")
    return value


def flag(source: Source, name: str, value: object) -> bool:
    """A kind of key: true or false, as a bool."""
    if type(value) is not bool:
        raise source.complaint(name, value, "true or false")
    return value


def label(most: int) -> Kind:
    """The kind of a key with a string that is shown to people: at most `most` characters, all of them printable."""

    def read(source: Source, name: str, value: object) -> str:
        said = text(source, name, value)
        if len(said) > most or not said.isprintable() or said != said.strip():
            raise source.complaint(
                name, said, f"at most {most} characters that can be printed, without spaces before and after"
            )
        return said

    return read


def called(most: int) -> Kind:
    """The kind of a key with a name that strangers choose: at most `most` characters."""

    def read(source: Source, name: str, value: object) -> str:
        if not isinstance(value, str) or not value.strip():
            raise source.complaint(name, value, "a string on one line that is not empty")
        demand_name(value, most, source.code, f"{source.place(name)}: ")
        return value

    return read


def one_of(*words: str) -> Kind:
    """The kind of a key whose value is one of these words."""

    def read(source: Source, name: str, value: object) -> str:
        if value not in words:
            raise source.complaint(name, value, f"one of {', '.join(words)}", f'"{words[0]}"')
        return str(value)

    return read


def integer(least: int, most: int) -> Kind:
    """The kind of a key whose value is an integer from `least` to `most`."""

    def read(source: Source, name: str, value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise source.complaint(name, value, f"an integer from {least} to {most}")
        return value

    return read


def texts(source: Source, name: str, value: object) -> tuple[str, ...]:
    """A kind of key: a list of strings, a program or path and its arguments. Neither the list nor its first string may
    be empty.
    """
    if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
        raise source.complaint(name, value, "a list of strings")
    if not value[0].strip() or any("\0" in item for item in value):
        raise source.complaint(name, value, "a list of strings, the first not empty, without the character 0")
    return tuple(value)


def table(make: Callable[..., Any], **kinds: Kind) -> Kind:
    """The kind of a key whose value is a table with these keys; `make` is the dataclass of the table's values."""

    def read(source: Source, name: str, value: object) -> object:
        if not isinstance(value, dict):
            raise source.complaint(name, value, f"a table, [{name}]")
        return _whole(source.inner(name, value, make, kinds))

    return read


def tables(shape: type) -> Kind:
    """The kind of a key whose value is a list of tables, not empty, each with the keys of the dataclass `shape`."""

    def read(source: Source, name: str, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value):
            raise source.complaint(name, value, f"tables, each headed [[{name}]]")
        kinds = kinds_of(shape)
        return tuple(_whole(source.inner(f"{name}[{at}]", item, shape, kinds)) for at, item in enumerate(value))

    return read


def _whole(source: Source) -> object:
    values: object = source.read()
    source.demand_known()
    return values


def _advice(text: str, error: str) -> str:
    """What a person should do about a text that is not TOML; `error` is the parser's message."""
    lines, place = text.split("\n"), LINE.search(error)
    number = int(place[1]) if place else 0
    if 0 < number <= len(lines) and BACKSLASH in lines[number - 1]:
        return f"{WITH_SLASHES}: {_cut(lines[number - 1].strip().replace(BACKSLASH, '/'))}"
    return "correct the file at that place; strings are in double quotes, and tables begin with [NAME]"


def _shown(value: object) -> str:
    return _cut(repr(value))


def _cut(shown: str) -> str:
    return shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}…"


def _controls(said: str) -> bool:
    """Whether a text has control characters, which a terminal would obey."""
    return any(ord(letter) < 0x20 or 0x7F <= ord(letter) < 0xA0 for letter in said)
