"""Packs a course's folder into one archive file."""

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
    """The result of packing a course: the number of packed files, and sentences about files that are not packed."""

    files: int
    told: tuple[str, ...]
    """Sentences about files that were not packed, and about links that were packed although the files to which they
    lead were not.
    """


def archive(course: Course, file: Path, *, public: bool) -> Archived:
    """Packs the course into the archive `file`.

    `public`: if true, only the files that students may see are packed, and links are left out. If false, all files are
    packed except those of LEFT_OUT, such as the secret key, and links are packed as links. Raises ArenaError
    [not-written]; in that case, an earlier file with the archive's name is not changed.
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
                    told.append(f"{shown} is left out, because it is a link or not a regular file")
                    continue
                if not public:
                    packed.add(path, Path(name) / place, recursive=False, filter=of_nobody)
                if path.is_symlink():
                    told.append(f"{shown} is packed as a link, so the target of the link is not in the archive")
                count += 1
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise ArenaError(
            "not-written",
            f"the archive {file} cannot be made: {error.strerror}{where}",
            "check that all files of the course can be read, that you may write to the archive's folder, and that its "
            "disk has free space",
        ) from error
    return Archived(count, tuple(told))


def _pack_file(packed: tarfile.TarFile, path: Path, name: Path) -> bool:
    """Packs a regular file and returns True; returns False for anything else, including a symbolic link.

    A hard link is packed as a plain file.
    """
    if path.is_symlink() or not path.is_file():
        return False
    with open(os.open(path, OPENED), "rb") as file:  # noqa: PTH123  # pathlib cannot open a descriptor
        member = packed.gettarinfo(arcname=str(name), fileobj=file)
        member.type, member.linkname, member.size = tarfile.REGTYPE, "", os.fstat(file.fileno()).st_size
        packed.addfile(of_nobody(member), file)
    return True


def _files(folder: Path, *, public: bool) -> list[Path]:
    """Returns the files and links of the course that may be packed, including links to folders.

    If `public`, returns only those in the folder for students, or that folder itself if it is a link.
    """
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
