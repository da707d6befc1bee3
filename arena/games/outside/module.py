"""Functions that load the Python file of a game: they make its key, its hash and its module, and find the game object.

The class `Made` describes a game that comes from a library, such as OpenSpiel, instead of a file.
"""

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
"""The name of the variable to which a game's file assigns its game object."""
HASH_BYTES: Final = 16
MODULES: Final = "arena_game_"
"""The prefix of the name of the module that is made from a game's file. The game's key follows it."""
LONGEST_KEY: Final = 24


class Made(NamedTuple):
    """A game that was made from a library, such as OpenSpiel, and not loaded from a file."""

    name: str
    """The game's name as the library spells it, with its parameters. It follows the colon in the game's key."""
    game: Given
    """An object with the attributes of `Written`."""
    library: str
    """The name and version of the distribution that contains the rules."""


def written(origin: str, load: Callable[[], Given]) -> Given:
    """Returns the author's game object: the value of the variable GAME if `load` returns a module, else the result of
    `load` itself.

    While `load` runs, its output goes to standard error, because a program may read the standard output of a command.
    Raises ArenaError [bad-game] if `load` fails or the module has no GAME.
    """
    try:
        with redirect_stdout(sys.stderr):
            loaded = load()
    except (Exception, SystemExit) as error:
        fault = raised(origin, "loading it", error)
        raise ArenaError(
            "bad-game", fault.message, "correct the file; run python FILE to see the whole error"
        ) from error
    found = getattr(loaded, NAME, None) if isinstance(loaded, ModuleType) else loaded
    if found is None:
        raise ArenaError(
            "bad-game",
            f"{origin} does not define the variable {NAME}",
            f"write {NAME} = YourGame() as the last line, where YourGame is the class of your game",
        )
    return found


def print_aside(
    *values: object, sep: str | None = None, end: str | None = None, file: TextIO | None = None, flush: bool = False
) -> None:
    """Replaces `print` in the module of a game. It prints to standard error unless `file` is given."""
    print(*values, sep=sep, end=end, file=file or sys.stderr, flush=flush)


def key_of(name: str) -> str:
    """Returns the key of a game, made from the name of its file: in lower case, with - for _. Raises ArenaError
    [bad-game] if the name is too long or has other characters than A-Z, a-z, 0-9, - and _.
    """
    key = name.lower().replace("_", "-")
    if not key.isascii() or not key.replace("-", "").isalnum() or len(key) > LONGEST_KEY:
        expected = f"give the game a name of at most {LONGEST_KEY} characters, a-z, 0-9, - and _"
        raise ArenaError("bad-game", f"the file name {name!r} cannot be the name of a game", expected)
    return key


def module_of(key: str, file: Path, content: bytes) -> ModuleType:
    """Runs the content of a game's file and returns the module. Never runs bytecode in the file's folder. Raises what
    the content raises.

    The module cannot import other files of its folder, because the game's hash does not cover them. Its `print` writes
    to standard error.
    """
    name = MODULES + key.replace("-", "_")
    module = ModuleType(name)
    module.__file__ = str(file)
    vars(module)["print"] = print_aside
    sys.modules[name] = module
    try:
        exec(compile(content, str(file), "exec"), module.__dict__)  # noqa: S102  # the user has named the file to load
    except BaseException:
        del sys.modules[name]
        raise
    return module


def digest_of(contents: Mapping[str, bytes]) -> str:
    """Returns a hash over the names and contents of files, in hexadecimal."""
    found = blake2b(digest_size=HASH_BYTES)
    for name, content in contents.items():
        found.update(f"{name}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()
