"""The files that a box must show so that programs of the bot's language can run."""

import os
import shutil
import site
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import arena

PYTHON: Final = os.path.abspath(sys.executable)  # noqa: PTH100  # without `..`, as a box shows it; Path keeps `..`
"""The path of the arena's own Python."""
PACKAGE: Final = Path(arena.__file__).resolve().parent
SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""The folders of programs and libraries on Linux; each is a folder, or a link into /usr."""
HOUSE_BOTS: Final = "house_bots"
"""The name of the folder of the house bots, the bots that come with the arena. In an installed arena, it lies in
PACKAGE, and is hidden from bots.
"""
CARGO: Final = ".cargo"


def python_runtime() -> Iterator[Path]:
    """Yields the folders of the arena's Python and its packages, including the arena's library for bots."""
    yield from {Path(sys.prefix), Path(sys.base_prefix)}
    yield from (Path(path) for path in (*site.getsitepackages(), *sys.path) if Path(path).name.endswith("-packages"))
    yield PACKAGE
    # PACKAGE may lie in this working directory, where a bot's Python does not look; it uses an editable install then
    for finder in sys.meta_path:
        spec = finder.find_spec(arena.__name__, None)
        if spec and spec.origin:
            yield Path(spec.origin).resolve().parent


def program_runtime(programs: Iterable[str]) -> Iterator[Path]:
    """Yields the folders and files that a bot must see to run the programs, which are names or paths.

    For a program in a folder `bin`, it yields the parent of `bin`. It yields only the program's file if the program is
    not in a folder `bin`, or if the parent is `~/.local` or contains the home folder. In cargo's home, it yields only
    the folder `bin`, because files with passwords lie next to it. It skips relative paths and missing programs.
    """
    home = Path.home()
    for program in programs:
        if os.sep in program and not Path(program).is_absolute():
            continue  # the path is relative to the bot's folder, not to this process's
        if (found := shutil.which(program)) is None:
            continue
        for path in {Path(found).absolute(), Path(found).resolve()}:
            prefix = path.parent.parent
            if prefix.name == CARGO:
                yield path.parent
                continue
            alone = path.parent.name != "bin" or prefix == home / ".local" or home.is_relative_to(prefix)
            yield path if alone else prefix


def hidden_from_bots() -> tuple[Path, ...]:
    """Returns the folders that must be hidden from bots, although they lie in folders that boxes show. An installed
    arena has one, the folder of the house bots; a checkout of the source code has none.
    """
    house = PACKAGE / HOUSE_BOTS
    return (house,) if house.is_dir() else ()
