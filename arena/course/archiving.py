"""Packs a course's folder into one file."""

import os
import tarfile
from pathlib import Path
from typing import Final, NamedTuple

from arena.archives.packing import of_nobody
from arena.course.folder import BUSY, CHECKS, PUBLIC, STANDINGS, Course
from arena.course.people.aliases import INVITATIONS, KEY
from arena.errors import ArenaError
from arena.files.whole import PRIVATE, making
from arena.system.files import AT_ONCE, CLOSED, NO_LINK
from arena.text import one_line

OPENED: Final = os.O_RDONLY | NO_LINK | AT_ONCE | CLOSED
LEFT_OUT: Final = (KEY, INVITATIONS, CHECKS, STANDINGS, BUSY)


class Archived(NamedTuple):
    """The number of files packed, with sentences about the others."""

    files: int
    told: tuple[str, ...]
    """Sentences about what the archive does not contain."""


def archive(course: Course, file: Path, *, public: bool) -> Archived:
    """Packs the course into `file`; raises ArenaError [not-written], and then leaves an earlier file as it was.

    `public`: packs only the files of the folder for students; otherwise packs everything, and links as links.
    """
    name, count, told = course.plan.keys.name, 0, list[str]()
    try:
        with making(file) as draft, tarfile.open(draft, "w:gz") as packed:
            if not public:
                draft.chmod(PRIVATE)
            for path in sorted(_files(course.folder, public=public)):
                if path.resolve() in (file.resolve(), draft.resolve()):
                    continue
                place = path.relative_to(course.folder)
                shown = one_line(str(place))
                if public and not _pack_file(packed, path, Path(name) / place):
                    told.append(f"{shown} is left out: it is a link, or no file")
                    continue
                if not public:
                    packed.add(path, Path(name) / place, recursive=False, filter=of_nobody)
                if path.is_symlink():
                    told.append(f"{shown} is packed as a link, so the file or folder it leads to is not in the archive")
                count += 1
    except OSError as error:
        raise ArenaError(
            "not-written",
            f"{error.filename or file} cannot be packed: {error.strerror}",
            "name a file on a disk with enough room",
        ) from error
    return Archived(count, tuple(told))


def _pack_file(packed: tarfile.TarFile, path: Path, name: Path) -> bool:
    """Packs the content of a plain file; returns False for a link or anything else. A hard link is packed as a file."""
    if path.is_symlink() or not path.is_file():
        return False
    with open(os.open(path, OPENED), "rb") as file:  # noqa: PTH123  # opens a descriptor
        member = packed.gettarinfo(arcname=str(name), fileobj=file)
        member.type, member.linkname, member.size = tarfile.REGTYPE, "", os.fstat(file.fileno()).st_size
        packed.addfile(of_nobody(member), file)
    return True


def _files(folder: Path, *, public: bool) -> list[Path]:
    """The files and links to pack, also links to folders; if the students' folder is itself a link, only that."""
    top = [folder / PUBLIC] if public else [path for path in folder.iterdir() if path.name not in LEFT_OUT]
    found = [path for path in top if path.is_symlink() or path.is_file()]
    for one in top:
        if one.is_symlink():
            continue
        for root, folders, names in os.walk(one):
            folders.sort()
            links = (name for name in folders if (Path(root) / name).is_symlink())
            found += [Path(root) / name for name in (*names, *links)]
    return found
