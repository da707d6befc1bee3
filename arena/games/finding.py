"""Games from outside: from a file or a folder that somebody names, or from an installed package.

Rule 1: a game's code runs in the arena's process, unconfined. Only what a person has named or installed is loaded,
never what results or bots name.
Rule 2: a game is known by its key and the hash of its files; one process knows one version of it.
"""

import importlib.util
import sys
from hashlib import blake2b
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from arena.errors import ArenaError
from arena.games.registry import GAMES, Entry, add_entry

GROUP: Final = "arena.games"
"""The entry points by which packages tell of their games."""
NAME: Final = "GAME"
"""What a file has its game as."""
HASH_BYTES: Final = 16
MODULES: Final = "arena_game_"
"""Before the key: the name of the module that is made of a file."""
LONGEST_KEY: Final = 24


def is_path(reference: str) -> bool:
    """Whether a game is named by its path."""
    return reference.endswith(".py") or "/" in reference or reference.startswith(".")


def find_game_named(reference: str, folder: Path) -> str:
    """The key of a game that is named by its key, or by a path from a folder; raises ArenaError.

    Codes: [unknown-game], [bad-game], [game-fault].
    """
    if is_path(reference):
        return add_file(folder / reference)
    if reference not in GAMES:
        add_packaged(reference)
    return reference


def add_file(path: Path) -> str:
    """Loads the game in a file, and gives its key; raises ArenaError."""
    file = path.resolve()
    if not file.is_file():
        raise ArenaError("bad-game", f"there is no file {file}", "name the Python file of the game")
    key = _key(file.stem)
    _add(key, lambda: _module_of(key, file), [file], str(file))
    return key


def add_packaged(key: str) -> None:
    """Loads the game an installed package has by this key; raises ArenaError [unknown-game] where none has it."""
    for point in entry_points(group=GROUP, name=key):
        folder = Path(str(importlib.util.find_spec(point.module.partition(".")[0]).origin)).parent  # type: ignore[union-attr]  # it is installed
        version = point.dist.version if point.dist else "?"
        _add(_key(key), point.load, sorted(folder.rglob("*.py")), f"{point.module} {version}")
        return
    raise ArenaError(
        "unknown-game",
        f"there is no game {key!r}; the games are {', '.join(GAMES)}",
        "a game in a file is named by its path, for example ./mygame.py",
    )


def packaged() -> list[str]:
    """The keys of the games that installed packages tell of."""
    return sorted(entry_points(group=GROUP).names)


def _add(key: str, load: Any, files: list[Path], origin: str) -> None:  # noqa: ANN401  # a module, or an object of one
    digest = _digest(files)
    known = GAMES.get(key)
    if known is not None and known.files == digest:
        return
    if known is not None:
        there = known.origin or "one of the arena's own"
        raise ArenaError("bad-game", f"{origin}: there is a game {key} already, {there}", "give its file another name")
    try:
        loaded = load()
    except Exception as error:
        raise _unloadable(origin, error) from error
    written = getattr(loaded, NAME, None) if isinstance(loaded, ModuleType) else loaded
    if written is None:
        raise ArenaError("bad-game", f"{origin} has no {NAME}", f"write {NAME} = YourGame() as its last line")
    add_entry(key, _entry(key, written, digest, origin))


def _entry(key: str, written: object, digest: str, origin: str) -> Entry:
    from arena.games.outside.entry import entry  # noqa: PLC0415  # who plays the arena's own games does not wait for it

    return entry(written, key, digest, origin)


def _key(name: str) -> str:
    """What a game is called in files and on the wire, from the name of its file."""
    key = name.lower().replace("_", "-")
    if not key.isascii() or not key.replace("-", "").isalnum() or len(key) > LONGEST_KEY:
        expected = f"expected at most {LONGEST_KEY} of a-z, 0-9, - and _"
        raise ArenaError("bad-game", f"a game cannot be called {name!r}, as its file is", expected)
    return key


def _module_of(key: str, file: Path) -> ModuleType:
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


def _digest(files: list[Path]) -> str:
    """A hash over the names and contents of files, in hexadecimal."""
    found = blake2b(digest_size=HASH_BYTES)
    for file in files:
        content = file.read_bytes()
        found.update(f"{file.name}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()


def _unloadable(origin: str, error: Exception) -> ArenaError:
    from arena.games.outside.fault import raised  # noqa: PLC0415  # likewise

    fault = raised(origin, "loading it", error)
    return ArenaError("bad-game", fault.message, "mend the file; python FILE shows the whole error")
