"""Reads the keys of files, such as TOML, into checked values.

A dataclass describes the keys that a file may have: each field made by `key` describes the key of the same name. Each
key has a kind, a function that checks the key's value. A kind may read other keys: the possible editions, for example,
depend on the game. An error about a value names the file, the key, the value and the expected value.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, TypeVar

from arena.errors import ArenaError
from arena.files.slashes import BACKSLASH, WITH_SLASHES, slashed
from arena.files.text_files import read_text, suggestion
from arena.names import demand_name

MOST_SHOWN: Final = 200
"""The maximum number of characters of a value that an error shows; the rest of a longer value is cut off."""
MISSPELT: Final = 0.8
"""The similarity, from 0 to 1, from which an unknown key counts as a misspelling of a known key.

No two keys of the arena are this similar, so one key is never taken for a misspelling of another.
"""
KIND: Final = "kind"
MOST_PORT: Final = 65_535
LINE: Final = re.compile(r"\(at line (\d{1,9}),")

Shape = TypeVar("Shape")


class Source:
    """A table of a file: it reads the values of the table's keys, and makes the errors about them."""

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
        """Returns the ArenaError for an invalid or missing value of a key; `example` is a valid value, as TOML."""
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
        """Returns an ArenaError about the file, with the message `said`."""
        return ArenaError(self.code, f"{self.path}: {said}", hint)

    def place(self, name: str) -> str:
        """The path of the file and the full name of a key, the text with which every error begins."""
        return f"{self.path}: {self._prefix}{name}"

    def demand(self, name: str) -> None:
        """Requires a key even if it has a default: if the file lacks the key, raises the ArenaError for a missing
        value.
        """
        if name not in self._data:
            self._kinds[name](self, name, None)

    def demand_known(self) -> None:
        """Raises ArenaError if the table has an unknown key."""
        for name in self._unknown:
            shown = name if name.isprintable() else repr(name)
            raise self.refusal(f"the key {self._prefix}{shown} is unknown", suggestion(name, sorted(self._kinds)))

    def inner(
        self, name: str, data: Mapping[str, object], make: Callable[..., Any], kinds: Mapping[str, "Kind"]
    ) -> "Source":
        """Returns the Source of the inner table `data`. `name` is its key in this table, `make` its dataclass, and
        `kinds` the kind of each of its keys.
        """
        return Source(self.path, self.code, data, make, kinds, self, f"{self._prefix}{name}.")

    def value(self, name: str) -> Any:  # noqa: ANN401  # the type depends on the key's kind
        """Returns the value of a key; looks in the enclosing table if this table cannot have the key.

        A value is checked when it is first read. A kind may read other keys with this method, but two kinds must not
        read each other's keys, because that would never end.
        """
        if name not in self._kinds and self._outer:
            return self._outer.value(name)
        if name not in self._values:
            defaults = {one.name: one.default for one in fields(self._make) if one.default is not MISSING}  # type: ignore[arg-type]
            absent = name not in self._data and name in defaults
            self._values[name] = defaults[name] if absent else self._kinds[name](self, name, self._data.get(name))
        return self._values[name]

    def read(self) -> Any:  # noqa: ANN401  # an instance of the dataclass `make`
        """Returns the values of all keys, as an instance of the table's dataclass.

        Raises ArenaError if a value is invalid.
        """
        return self._make(**{name: self.value(name) for name in self._kinds})


Kind = Callable[[Source, str, object], Any]
"""A function that checks the value of a key and returns the converted value.

If the value is invalid, it raises the `complaint` of the Source. If the key is absent and has no default, the value is
None: then it raises the `complaint` too, or computes a value from other keys.
"""


def key(kind: Kind, default: Any = MISSING) -> Any:  # noqa: ANN401  # the type of the field that it declares
    """Makes a dataclass field for the key of the same name in a file; `kind` is the function that checks its value."""
    return field(default=default, metadata={KIND: kind})


def read_keys(path: Path, shape: type[Shape], code: str) -> tuple[Shape, Source]:
    """Reads a TOML file; returns the values of its keys, and the file's Source.

    Raises ArenaError with the code `code`. An unknown key at the top level is no error here; the caller must call
    `Source.demand_known` later. If a required key is misspelt, the error reports it as missing and names the
    misspelling.
    """
    text = read_text(path, code)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # for example too many digits, or brackets nested too deep
        hint = _advice(text, str(error))
        raise ArenaError(code, f"the file {path} is not valid TOML: {error}", hint) from error
    source = Source(path, code, data, shape, kinds_of(shape))
    return source.read(), source


def kinds_of(shape: type) -> dict[str, Kind]:
    """The functions that check a dataclass's keys, by the key's name, in the order of its fields."""
    return {one.name: one.metadata[KIND] for one in fields(shape) if KIND in one.metadata}


def values_of(instance: object, shape: type) -> dict[str, Any]:
    """Returns the values of the fields of `instance` that are keys of the dataclass `shape`, by the key's name."""
    return {name: getattr(instance, name) for name in kinds_of(shape)}


# Kinds of keys: functions that check values.


def address(source: Source, name: str, value: object) -> str:
    """Checks the value of a key that is a network address to listen on, HOST:PORT, and returns it.

    Port 0 is invalid, because others need to know the port. Raises ArenaError for an invalid value.
    """
    said = text(source, name, value)
    host, colon, port = said.rpartition(":")
    if not (host and colon and port.isascii() and port.isdecimal() and 0 < int(port) <= MOST_PORT):
        raise source.complaint(name, said, f"HOST:PORT, with a port from 1 to {MOST_PORT}", '"127.0.0.1:7700"')
    return said


def text(source: Source, name: str, value: object) -> str:
    """Checks the value of a key that is a non-empty string on one line, and returns it; raises ArenaError otherwise."""
    if not isinstance(value, str) or not value.strip() or _controls(value):
        raise source.complaint(name, value, "a string on one line that is not empty")
    return value


def flag(source: Source, name: str, value: object) -> bool:
    """Checks the value of a key that is true or false, and returns it as a bool; raises ArenaError if it is neither."""
    if type(value) is not bool:
        raise source.complaint(name, value, "true or false")
    return value


def label(most: int) -> Kind:
    """Returns a check of a key's value, which must be a string of at most `most` characters, all of them printable."""

    def read(source: Source, name: str, value: object) -> str:
        said = text(source, name, value)
        if len(said) > most or not said.isprintable() or said != said.strip():
            raise source.complaint(
                name, said, f"at most {most} characters that can be printed, without spaces before and after"
            )
        return said

    return read


def called(most: int) -> Kind:
    """Returns a check of a key's value, which must obey the rules for names that strangers choose (`arena.names`) and
    have at most `most` characters.
    """

    def read(source: Source, name: str, value: object) -> str:
        if not isinstance(value, str) or not value.strip():
            raise source.complaint(name, value, "a string on one line that is not empty")
        demand_name(value, most, source.code, f"{source.place(name)}: ")
        return value

    return read


def one_of(*words: str) -> Kind:
    """Returns a check of a key's value, which must be one of these words."""

    def read(source: Source, name: str, value: object) -> str:
        if value not in words:
            raise source.complaint(name, value, f"one of {', '.join(words)}", f'"{words[0]}"')
        return str(value)

    return read


def integer(least: int, most: int) -> Kind:
    """Returns a check of a key's value, which must be an integer from `least` to `most`."""

    def read(source: Source, name: str, value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise source.complaint(name, value, f"an integer from {least} to {most}")
        return value

    return read


def texts(source: Source, name: str, value: object) -> tuple[str, ...]:
    """Checks the value of a key that is a command, and returns it; raises ArenaError if it is invalid.

    A command is a list of strings: a program or its path, then the arguments. The first string must not be empty, and
    no string may contain the character 0.
    """
    if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
        raise source.complaint(name, value, "a list of strings")
    if not value[0].strip() or any("\0" in item for item in value):
        raise source.complaint(name, value, "a list of strings, the first not empty, without the character 0")
    return tuple(value)


def table(make: Callable[..., Any], **kinds: Kind) -> Kind:
    """Returns a check of a key's value, which must be a table; the check returns an instance of the dataclass `make`.

    `kinds`: the kind of each key that the table may have, by the key's name.
    """

    def read(source: Source, name: str, value: object) -> object:
        if not isinstance(value, dict):
            raise source.complaint(name, value, f"a table, [{name}]")
        return _whole(source.inner(name, value, make, kinds))

    return read


def tables(shape: type) -> Kind:
    """Returns a check of a key's value, which must be a non-empty list of tables with the keys of the dataclass
    `shape`.
    """

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
    """Advice for a person about a text that is no valid TOML; `error` is the parser's message."""
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
    """Whether a text has control characters, which could change how a terminal behaves."""
    return any(ord(letter) < 0x20 or 0x7F <= ord(letter) < 0xA0 for letter in said)
