"""Packs the project's own archives reproducibly, without any trace of the person who packs them."""

import tarfile


def of_nobody(member: tarfile.TarInfo, *, mode: int | None = None, mtime: int | None = None) -> tarfile.TarInfo:
    """Removes the owner from a member of an archive, and returns the same member.

    `mode` and `mtime` (Unix seconds) are set if they are given. The function does not use `TarInfo.replace`, which is
    missing before Python 3.11.4.
    """
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    if mode is not None:
        member.mode = mode
    if mtime is not None:
        member.mtime = mtime
    return member
