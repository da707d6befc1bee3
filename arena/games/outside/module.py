"""Loads the Python file of a game: gives its key, its module, its hash and the game in it, or a game of a library."""

import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple, TextIO

from arena.errors import ArenaError
from arena.games.outside.author import Given
from arena.games.outside.fault import raised

NAME: Final = "GAME"
"""The name of the variable that holds the game in its file."""
HASH_BYTES: Final = 16
MODULES: Final = "arena_game_"
"""The prefix of the name of the module that is made from a game's file; the game's key follows."""
LONGEST_KEY: Final = 24


class Made(NamedTuple):
    """A game that the module of a scheme has made from a library."""

    name: str
    """The name after the colon of the game's key; the same for all spellings that mean this game."""
    game: Given
    """An object with the attributes of `Written`."""
    library: str
    """The name and version of the distribution that contains the rules."""


def written(origin: str, load: Callable[[], Given]) -> Given:
    """The author's game object: NAME in the module that `load` returns, or what `load` returns if that is no module.

    Whatever its code prints meanwhile goes to standard error, because a program may read what commands print.
    Raises ArenaError [bad-game].
    """
    try:
        with redirect_stdout(sys.stderr):
            loaded = load()
    except (Exception, SystemExit) as error:
        fault = raised(origin, "loading it", error)
        raise ArenaError("bad-game", fault.message, "correct the file; python FILE shows the whole error") from error
    found = getattr(loaded, NAME, None) if isinstance(loaded, ModuleType) else loaded
    if found is None:
        raise ArenaError("bad-game", f"{origin} has no {NAME}", f"write {NAME} = YourGame() as its last line")
    return found


def print_aside(
    *values: object, sep: str | None = None, end: str | None = None, file: TextIO | None = None, flush: bool = False
) -> None:
    """Replaces `print` in the module of a game; prints to standard error unless `file` is given."""
    print(*values, sep=sep, end=end, file=file or sys.stderr, flush=flush)


def key_of(name: str) -> str:
    """The key of a game, made from the name of its file; raises ArenaError [bad-game] if the name is not suitable."""
    key = name.lower().replace("_", "-")
    if not key.isascii() or not key.replace("-", "").isalnum() or len(key) > LONGEST_KEY:
        expected = f"expected at most {LONGEST_KEY} of a-z, 0-9, - and _"
        raise ArenaError("bad-game", f"a game cannot be called {name!r}, as its file is", expected)
    return key


def module_of(key: str, file: Path, content: bytes) -> ModuleType:
    """The module made of a file with this content: exactly the hashed content runs, never bytecode beside the file.

    The module cannot import files beside it as from a package, because the game's hash does not cover them. What its
    methods print goes to standard error, like what it prints while it is loaded.
    """
    name = MODULES + key.replace("-", "_")
    module = ModuleType(name)
    module.__file__ = str(file)
    vars(module)["print"] = print_aside
    sys.modules[name] = module
    try:
        exec(compile(content, str(file), "exec"), module.__dict__)  # noqa: S102  # a person has named the file
    except BaseException:
        del sys.modules[name]
        raise
    return module


def digest_of(contents: Mapping[str, bytes]) -> str:
    """A hash over the names and contents of files, in hexadecimal."""
    found = blake2b(digest_size=HASH_BYTES)
    for name, content in contents.items():
        found.update(f"{name}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()
