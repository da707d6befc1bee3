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
"""The folder with the house bots, the bots that come with the arena, in an installed arena. It is hidden from other
bots, because the Python library for bots, in the same package, does not need it.
"""
CARGO: Final = ".cargo"


def python_runtime() -> Iterator[Path]:
    """Yields the folders of the arena's Python and its packages, including the arena's library for bots."""
    yield from {Path(sys.prefix), Path(sys.base_prefix)}
    yield from (Path(path) for path in (*site.getsitepackages(), *sys.path) if Path(path).name.endswith("-packages"))
    yield PACKAGE
    for finder in sys.meta_path:  # an editable install; a bot's Python does not look in this one's working directory
        spec = finder.find_spec(arena.__name__, None)
        if spec and spec.origin:
            yield Path(spec.origin).resolve().parent


def program_runtime(programs: Iterable[str]) -> Iterator[Path]:
    """Yields, for each program (a name or a path), what a bot must see to run it: the folder in which the program is
    installed with all it needs, or else only the program's file.

    This folder is the parent of the folder `bin` that contains the program. Only the program's file is yielded if the
    program is not in a folder `bin`, or if showing the parent would show a home folder. For programs in cargo's home,
    only the folder `bin` is yielded, because files with passwords lie next to it.
    """
    home = Path.home()
    for program in programs:
        if os.sep in program and not Path(program).is_absolute():
            continue  # it is relative to the program's own folder, not to this process's
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
    """Returns the folders that bots must not see although boxes show the folders around them: the folder of the house
    bots, if the arena is installed.
    """
    house = PACKAGE / HOUSE_BOTS
    return (house,) if house.is_dir() else ()
