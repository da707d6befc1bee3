"""Reading TOML files that people write: every complaint names the file, the key, the value and what was expected."""

import codecs
import tomllib
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from arena.errors import ArenaError

MOST_BYTES: Final = 1 << 20
MOST_SHOWN: Final = 200
"""Characters of a value that a complaint shows."""
MISSPELT: Final = 0.8
"""How alike two words are of which one is meant by the other; no two keys of ours are."""
WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def suggestion(word: str, known: Sequence[str]) -> str:
    """A question that names the nearest known word, or the list of them."""
    near = get_close_matches(word, known, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"there is only {known[0]}" if len(known) == 1 else f"there are {', '.join(known)}"


def read_text(path: Path, code: str) -> str:
    """The text of a file in UTF-8, without the mark that some editors put before it; raises ArenaError."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        hint = "give the path of a file that exists and that you may read"
        raise ArenaError(code, f"{path} cannot be read: {error.strerror}", hint) from error
    if len(content) > MOST_BYTES:
        raise ArenaError(code, f"{path} is larger than {MOST_BYTES} bytes", "give the path of a file people write")
    if content.startswith(WIDE) or b"\0" in content:
        hint = "save it as UTF-8; editors ask for the encoding under Save As"
        raise ArenaError(code, f"{path} is text in UTF-16, or no text; expected UTF-8", hint)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + content.count(b"\n", 0, error.start)
        raise ArenaError(
            code,
            f"{path} is not text in UTF-8: line {line} has the byte 0x{content[error.start]:02x}",
            "save it as UTF-8; letters with accents are what is saved otherwise",
        ) from error


class Section:
    """A table of a TOML file whose keys are taken out one by one; `finish` complains about what is left."""

    def __init__(self, path: Path, data: dict[str, object], code: str, prefix: str = "") -> None:
        self._path, self._data, self._code, self._prefix = path, dict(data), code, prefix
        self._known: list[str] = []

    @classmethod
    def of_file(cls, path: Path, code: str) -> "Section":
        """The whole file; raises ArenaError if it cannot be read."""
        text = read_text(path, code)
        try:
            return cls(path, tomllib.loads(text), code)
        except (ValueError, RecursionError) as error:  # a number may have too many digits, brackets be nested too deep
            hint = "mend the place it names; strings stand in double quotes, tables are headed [NAME]"
            raise ArenaError(code, f"{path} is not TOML: {error}", hint) from error

    def complaint(self, key: str, value: object, expected: str, example: str = "") -> ArenaError:
        """The error for a value of this section; `example` is one that would do, as TOML."""
        said = "is missing" if value is None else f"is {_shown(value)}"
        near = get_close_matches(key, self._data, n=1, cutoff=MISSPELT) if value is None else []
        advice = f", for example {key} = {example}" if example else ""
        if near:
            advice = f", in place of {self._prefix}{near[0]}"
        return ArenaError(
            self._code,
            f"{self.place(key)} {said}; expected {expected}",
            f"set {self._prefix}{key} in {self._path}{advice}",
        )

    def place(self, key: str) -> str:
        """The file and the key, as complaints begin."""
        return f"{self._path}: {self._prefix}{key}"

    def take(self, key: str) -> object:
        """The value of a key, None where it is absent; from now on the key is known."""
        self._known.append(key)
        return self._data.pop(key, None)

    def text(self, key: str, default: str | None = None) -> str:
        """A string on one line that is not empty."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or not value.strip() or _controls(value):
            raise self.complaint(key, value, "a string on one line that is not empty")
        return value

    def label(self, key: str, most: int, default: str | None = None) -> str:
        """A string that is shown to people: at most `most` characters, all of which can be printed."""
        value = self.text(key, default)
        if len(value) > most or not value.isprintable() or value != value.strip():
            raise self.complaint(
                key, value, f"at most {most} characters that can be printed, without spaces before and after"
            )
        return value

    def choice(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        """One of the words in `choices`."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if value not in choices:
            raise self.complaint(key, value, f"one of {', '.join(choices)}", f'"{choices[0]}"')
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
        """A list of strings, a program or a path and what follows; neither it nor the first of them is empty."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
            raise self.complaint(key, value, "a list of strings")
        if not value[0].strip() or any("\0" in item for item in value):
            raise self.complaint(key, value, "a list of strings, the first not empty, without the character 0")
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
            shown = key if key.isprintable() else repr(key)
            raise ArenaError(
                self._code, f"{self._path}: unknown key {self._prefix}{shown}", suggestion(key, sorted(self._known))
            )


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}…"


def _controls(text: str) -> bool:
    """Whether a terminal would obey some of it."""
    return any(ord(letter) < 0x20 or 0x7F <= ord(letter) < 0xA0 for letter in text)
