"""The Python file of a game: its key, the module that is made of it, its hash, and the game in it."""

import importlib.util
import sys
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Final

from arena.errors import ArenaError
from arena.games.outside.author import Given
from arena.games.outside.fault import raised

NAME: Final = "GAME"
"""What a file has its game as."""
HASH_BYTES: Final = 16
MODULES: Final = "arena_game_"
"""Before the key: the name of the module that is made of a file."""
LONGEST_KEY: Final = 24


def written(origin: str, load: Callable[[], Given]) -> Given:
    """What an author wrote: the module that is loaded has it by NAME, or it is that itself.

    Raises ArenaError [bad-game].
    """
    try:
        loaded = load()
    except Exception as error:
        fault = raised(origin, "loading it", error)
        raise ArenaError("bad-game", fault.message, "mend the file; python FILE shows the whole error") from error
    found = getattr(loaded, NAME, None) if isinstance(loaded, ModuleType) else loaded
    if found is None:
        raise ArenaError("bad-game", f"{origin} has no {NAME}", f"write {NAME} = YourGame() as its last line")
    return found


def key_of(name: str) -> str:
    """What a game is called in files and on the wire, from the name of its file."""
    key = name.lower().replace("_", "-")
    if not key.isascii() or not key.replace("-", "").isalnum() or len(key) > LONGEST_KEY:
        expected = f"expected at most {LONGEST_KEY} of a-z, 0-9, - and _"
        raise ArenaError("bad-game", f"a game cannot be called {name!r}, as its file is", expected)
    return key


def module_of(key: str, file: Path) -> ModuleType:
    """The module in a file. What lies beside it cannot be imported, for its hash would not be the game's."""
    name = MODULES + key.replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def digest_of(files: list[Path]) -> str:
    """A hash over the names and contents of files, in hexadecimal."""
    found = blake2b(digest_size=HASH_BYTES)
    for file in files:
        content = file.read_bytes()
        found.update(f"{file.name}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()
