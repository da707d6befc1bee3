"""Finds games from outside the arena: in a file, in an installed package, or in a library.

Rule 1: the code of a game runs in the arena's process without any sandbox. Therefore a game is loaded only if a person
has named or installed it; the name of a game in stored results or in a bot's manifest is not enough.
Rule 2: a game is identified by its key together with the hash of its files or the version of its library. One process
can have only one version of a game.
"""

import importlib.util
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.files.slashes import WITH_SLASHES, slashed
from arena.games.outside.author import Given
from arena.games.outside.entry import entry
from arena.games.outside.module import Made, digest_of, key_of, module_of, print_aside, written
from arena.games.registry import GAMES, SCHEMES, add_entry, is_made

GROUP: Final = "arena.games"
"""The name of the group of entry points in which packages register their games."""


def is_path(reference: str) -> bool:
    """Whether the text `reference`, which names a game, is the path of a file and not a key."""
    return not is_made(reference) and _looks_like_path(reference)


def _looks_like_path(reference: str) -> bool:
    return reference.endswith(".py") or "/" in reference or reference.startswith(".")


def find_game_named(reference: str, folder: Path) -> str:
    """Returns the key of a game. If the game is not registered yet, it is loaded and registered.

    The reference is the game's key, the path of its file (from `folder`), or SCHEME:NAME for a game of a library.

    Raises ArenaError: [unknown-game] if there is no such game, [bad-game] if its file or package is not a valid game.
    """
    if is_path(reference):
        return add_file(folder / reference)
    return reference if reference in GAMES else add_installed(reference)


def add_file(path: Path) -> str:
    """Loads the game in a file and returns its key. Raises ArenaError [bad-game] if there is no such file or the file
    is not a valid game.
    """
    file = path.resolve()
    if not file.is_file():
        fixed = slashed(path.name)
        hint = f"{WITH_SLASHES}: {fixed}" if fixed else "give the path of the game's Python file"
        raise ArenaError("bad-game", f"the file {file} does not exist", hint)
    return add_content(file, file.read_bytes())


def add_content(file: Path, content: bytes) -> str:
    """Loads a game from the content of its file and returns its key. The file need not exist on this machine, because
    another machine may have sent its content. Raises ArenaError [bad-game] if it is not a valid game.
    """
    key = key_of(file.stem)
    _add(key, partial(module_of, key, file, content), digest_of({file.name: content}), str(file))
    return key


def bring(key: str, origin: str) -> None:
    """Loads into this process the game that another process has loaded from `origin`. Raises ArenaError, such as
    [bad-game] or [unknown-game], if the game cannot be loaded.
    """
    if Path(origin).is_file():
        add_file(Path(origin))
    else:
        add_installed(key)


def add_installed(key: str) -> str:
    """Loads the game with this key from a library or an installed package. Returns the key in its standard spelling.
    Raises ArenaError, such as [unknown-game] or [bad-game], if the game cannot be loaded.
    """
    return add_made(key) if is_made(key) else add_packaged(key)


def add_made(reference: str) -> str:
    """Makes a game of a library from its reference SCHEME:NAME, registers it, and returns its key. Raises ArenaError if
    the library cannot make it.

    The module for the scheme (see `SCHEMES`) has a function `made(name)`, which makes the game and returns it in a
    `Made`.
    """
    scheme, _, name = reference.partition(":")
    made: Made = import_module(SCHEMES[scheme]).made(name)
    key = f"{scheme}:{made.name}"
    _add(key, lambda: made.game, made.library, made.library)
    return key


def add_packaged(key: str) -> str:
    """Loads the game with this key from an installed package. Returns the key in its standard spelling.

    Raises ArenaError: [unknown-game] if no package has the game, [bad-game] if it is not a valid game.
    """
    for point in entry_points(group=GROUP):
        if key_of(point.name) == key_of(key):
            return add_point(point)
    raise ArenaError(
        "unknown-game",
        f"the game {key!r} does not exist; the games are {', '.join(GAMES)}",
        "use one of these games, or give the path of a game's file, for example ./mygame.py",
    )


def add_point(point: EntryPoint) -> str:
    """Loads the game of an entry point and returns its key. Raises ArenaError [bad-game] if it is not a valid game."""
    key, origin = key_of(point.name), origin_of(point)
    _add(key, partial(_loaded, point), digest_of(_sources(point, origin)), origin)
    return key


def _loaded(point: EntryPoint) -> Given:
    """Returns the object to which an entry point refers. From then on, print() in its module writes to standard
    error.
    """
    loaded: Given = point.load()
    vars(import_module(point.module)).setdefault("print", print_aside)
    return loaded


def origin_of(point: EntryPoint) -> str:
    """Returns the name and version of the package that has an entry point. If the package is unknown, returns the entry
    point's value, which has the form MODULE:OBJECT.
    """
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _sources(point: EntryPoint, origin: str) -> dict[str, bytes]:
    """Returns the content of each Python file of the game's package, or of its single module, by file name.

    Raises ArenaError [bad-game] if the module of the entry point does not exist.
    """
    named = point.value.partition(":")[0].strip()
    spec = importlib.util.find_spec(named.partition(".")[0]) if named else None
    if spec is None:
        problem = (
            f"the game {point.name} of the package {origin} cannot be loaded: the module {point.value} does not exist"
        )
        raise ArenaError("bad-game", problem, "install the package again, or report the error to the package's author")
    if not spec.submodule_search_locations:
        file = Path(str(spec.origin))
        return {file.name: file.read_bytes()}
    folders = [Path(folder) for folder in spec.submodule_search_locations]
    files = [(folder, file) for folder in folders for file in sorted(folder.rglob("*.py"))]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for folder, file in files}


def packaged() -> list[str]:
    """Returns the keys of the games that installed packages register, sorted."""
    return sorted(entry_points(group=GROUP).names)


def _add(key: str, load: Callable[[], Given], files: str, origin: str) -> None:
    """Registers a game, unless the same game is already registered. `load` returns the game's module or its game
    object. Raises ArenaError [bad-game] if the key belongs to another game, or if the game is not valid.
    """
    known = GAMES.get(key)
    if known is not None and known.files == files:
        return
    if known is not None:
        there = known.origin or "the arena"
        problem = f"the game in {origin} has the name {key}, which a game from {there} has already"
        raise ArenaError(
            "bad-game", problem, "give the game's file another name, because the game is named after the file"
        )
    add_entry(key, entry(written(origin, load), key, files, origin))
