"""Makes archives for tests, including hostile ones, with Python's tarfile or byte by byte."""

import gzip
import io
import tarfile
from typing import Final

BLOCK: Final = 512
END: Final = bytes(2 * BLOCK)


def entry(name: str, kind: bytes = tarfile.REGTYPE, content: bytes = b"", **fields: object) -> tarfile.TarInfo:
    """Returns a member of a tar; `fields` sets further attributes of the TarInfo."""
    member = tarfile.TarInfo(name)
    member.type, member.size = kind, len(content)
    for field, value in fields.items():
        setattr(member, field, value)
    return member


def tar(*members: tuple[tarfile.TarInfo, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=form) as archive:
        for member, content in members:
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def files(**contents: bytes) -> bytes:
    """Returns a tar of files: each keyword is the name of a file, and its value is the file's content."""
    return tar(*((entry(name, content=content), content) for name, content in contents.items()))


def header(name: bytes, size: bytes = b"0" * 11, kind: bytes = b"0") -> bytes:
    """Returns a tar header made byte by byte; its checksum is right even if its fields are invalid."""
    fields = name.ljust(100, b"\0") + b"0000644\0" + b"0000000\0" * 2 + size.ljust(12, b"\0") + b"0" * 11 + b"\0"
    rest = (kind + bytes(100) + b"ustar\x0000").ljust(BLOCK - 156, b"\0")
    total = sum(fields) + sum(rest) + 8 * ord(" ")
    return fields + b"%06o\0 " % total + rest


def sparse(apparent: int) -> bytes:
    """Returns a tar with an empty sparse file in GNU's old format that claims to have `apparent` bytes."""
    size = apparent.to_bytes(12, "big")
    head = bytearray(header(b"hole", b"\0" * 12, b"S"))
    head[257:265] = b"ustar  \0"
    head[483:495] = b"\x80" + size[1:]
    return _summed(head) + END


def bomb(megabytes: int) -> bytes:
    """Returns a gzipped tar with a file of this many megabytes of zeros, which is tiny when packed."""
    buffer = io.BytesIO()
    with gzip.open(buffer, "wb", 9) as packed:
        size = megabytes * 1_000_000
        packed.write(header(b"zeros", b"%011o" % size))
        for _ in range(megabytes):
            packed.write(bytes(1_000_000))
        packed.write(bytes(-size % BLOCK) + END)
    return buffer.getvalue()


def _summed(head: bytearray) -> bytes:
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head)
