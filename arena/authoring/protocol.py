"""The protocol's .proto files, from which stubs are generated."""

import shutil
from pathlib import Path

from arena.building.house import house_bots
from arena.errors import ArenaError


def protocol_files() -> list[tuple[str, Path]]:
    """Returns the protocol's .proto files, sorted by name; the names are the paths in the files' import statements."""
    folder = house_bots().parent / "proto"
    files = (folder / "arena" / "protocol").rglob("*.proto")  # the files beside this folder are not for bots
    return sorted((path.relative_to(folder).as_posix(), path) for path in files)


def put_protocol(folder: Path) -> list[str]:
    """Copies the .proto files into a folder and returns their names; existing files of the same names are overwritten.

    Raises ArenaError [folder-not-made].
    """
    files = protocol_files()
    try:
        for name, path in files:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    except OSError as error:
        raise ArenaError(
            "folder-not-made",
            f"the file {error.filename} cannot be written: {error.strerror}",
            "name a folder that you may write to, on a disk with free space",
        ) from error
    return [name for name, _ in files]
