"""A course as one file, to be kept, or given to others."""

import os
import tarfile
from pathlib import Path
from typing import Final

from arena.archives.packing import of_nobody
from arena.course.folder import BUSY, CHECKS, PUBLIC, STANDINGS, Course
from arena.course.people.aliases import INVITATIONS, KEY
from arena.errors import ArenaError
from arena.files.whole import PRIVATE, making

LEFT_OUT: Final = (KEY, INVITATIONS, CHECKS, STANDINGS, BUSY)


def archive(course: Course, file: Path, *, public: bool) -> int:
    """Packs the course; how many files are in it. Raises ArenaError [not-written]; what was there is left then."""
    name, count = course.plan.keys.name, 0
    try:
        with making(file) as draft, tarfile.open(draft, "w:gz") as packed:
            if not public:
                draft.chmod(PRIVATE)
            for path in sorted(_files(course.folder, public=public)):
                if path.resolve() in (file.resolve(), draft.resolve()):
                    continue
                packed.add(path, Path(name) / path.relative_to(course.folder), recursive=False, filter=of_nobody)
                count += 1
    except OSError as error:
        raise ArenaError(
            "not-written",
            f"{error.filename or file} cannot be packed: {error.strerror}",
            "name a file with room for it",
        ) from error
    return count


def _files(folder: Path, *, public: bool) -> list[Path]:
    top = [folder / PUBLIC] if public else [path for path in folder.iterdir() if path.name not in LEFT_OUT]
    found = [path for path in top if path.is_file()]
    for one in top:
        for root, folders, names in os.walk(one):
            folders.sort()
            found += [Path(root) / name for name in names]
    return found
