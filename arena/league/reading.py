"""Reading TOML files that people write: every complaint names the file, the key, the value and what was expected."""

import tomllib
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from arena.errors import ArenaError


def suggestion(word: str, known: Sequence[str]) -> str:
    """A question that names the nearest known word, or the list of them."""
    near = get_close_matches(word, known, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"there is only {known[0]}" if len(known) == 1 else f"there are {', '.join(known)}"


class Section:
    """A table of a TOML file whose keys are taken out one by one; `finish` complains about what is left."""

    def __init__(self, path: Path, data: dict[str, object], code: str, prefix: str = "") -> None:
        self._path, self._data, self._code, self._prefix = path, dict(data), code, prefix
        self._known: list[str] = []

    @classmethod
    def of_file(cls, path: Path, code: str) -> "Section":
        """The whole file; raises ArenaError if it cannot be read."""
        try:
            return cls(path, tomllib.loads(path.read_text("utf-8")), code)
        except OSError as error:
            hint = "give the path of a file that exists and that you may read"
            raise ArenaError(code, f"{path} cannot be read: {error.strerror}", hint) from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            hint = "mend the place it names; strings stand in double quotes, tables are headed [NAME]"
            raise ArenaError(code, f"{path} is not TOML: {error}", hint) from error

    def complaint(self, key: str, value: object, expected: str) -> ArenaError:
        """The error for a value of this section."""
        said = "is missing" if value is None else f"is {value!r}"
        near = get_close_matches(key, self._data, n=1) if value is None else []
        misspelt = f", in place of {self._prefix}{near[0]}" if near else ""
        return ArenaError(
            self._code,
            f"{self._path}: {self._prefix}{key} {said}; expected {expected}",
            f"set {self._prefix}{key} in {self._path}{misspelt}",
        )

    def take(self, key: str) -> object:
        """The value of a key, None where it is absent; from now on the key is known."""
        self._known.append(key)
        return self._data.pop(key, None)

    def text(self, key: str, default: str | None = None) -> str:
        """A string that is not empty."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or not value.strip():
            raise self.complaint(key, value, "a string")
        return value

    def choice(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        """One of the words in `choices`."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if value not in choices:
            raise self.complaint(key, value, f"one of {', '.join(choices)}")
        return str(value)

    def flag(self, key: str) -> bool:
        """True or false; false where it is absent."""
        value = self.take(key)
        if value is not None and type(value) is not bool:
            raise self.complaint(key, value, "true or false")
        return bool(value)

    def integer(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """An integer within bounds."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if type(value) is not int or not least <= value <= most:
            raise self.complaint(key, value, f"an integer from {least} to {most}")
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of strings that is not empty."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
            raise self.complaint(key, value, "a list of strings")
        return tuple(value)

    def choices(self, key: str, choices: Sequence[str]) -> tuple[str, ...]:
        """A list of some of the words in `choices`; empty where it is absent."""
        value = self.take(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not value or not all(item in choices for item in value):
            raise self.complaint(key, value, f"a list of some of {', '.join(choices)}")
        return tuple(map(str, value))

    def section(self, key: str) -> "Section":
        """A table inside this one; empty where it is absent."""
        value = self.take(key)
        if value is not None and not isinstance(value, dict):
            raise self.complaint(key, value, f"a table, [{self._prefix}{key}]")
        return Section(self._path, value or {}, self._code, f"{self._prefix}{key}.")

    def sections(self, key: str) -> list["Section"]:
        """A list of tables that is not empty."""
        value = self.take(key)
        if not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value):
            raise self.complaint(key, value, f"tables, each headed [[{self._prefix}{key}]]")
        return [
            Section(self._path, item, self._code, f"{self._prefix}{key}[{index}].") for index, item in enumerate(value)
        ]

    def finish(self) -> None:
        """Complains about keys nobody asked for."""
        for key in self._data:
            raise ArenaError(
                self._code, f"{self._path}: unknown key {self._prefix}{key}", suggestion(key, sorted(self._known))
            )
