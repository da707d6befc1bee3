"""Packs our own archives without anything about who packed them, and reproducibly."""

import tarfile


def of_nobody(member: tarfile.TarInfo, *, mode: int | None = None, mtime: int | None = None) -> tarfile.TarInfo:
    """The member, changed: without its owner, and with this mode and time in seconds where they are given.

    `TarInfo.replace` would do the same, but is missing before Python 3.11.4.
    """
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    if mode is not None:
        member.mode = mode
    if mtime is not None:
        member.mtime = mtime
    return member
