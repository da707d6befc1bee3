"""The content of a bot: its files, and the hash over them.

Rule 1: hidden files are not part of the content, except the `.gitignore` files themselves. If a bot has a build, the
files that match its `.gitignore` files are not part of the content either, because the build makes them. If a bot has
no build, nothing would make these files, so they are part of the content.
Rule 2: the hash covers each file's path from the bot's folder, not its whole path, so the bot's folder may be moved
without changing the hash.
"""

import errno
import os
import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

HASH_BYTES: Final = 16
IGNORE_FILE: Final = ".gitignore"
NOT_CONTENT: Final = ("__pycache__", "node_modules")
"""Names of folders whose files never belong to the content of a bot."""
LARGEST_IGNORE_FILE: Final = 64 * 1024
MOST_WILDCARDS: Final = 2
"""The maximum number of wildcards in one part of a `.gitignore` pattern; also the maximum number of parts `**` in one
pattern.
"""
MOST_PATTERNS: Final = 1_000
"""The maximum number of patterns in all `.gitignore` files below one folder, added up."""
MOST_COMPARED: Final = 50_000_000
"""The limit on the work of comparing one bot's paths with `.gitignore` patterns. The work of a comparison is the path's
length in characters times the number of patterns; the limit keeps the total time to some seconds.
"""

Ignores = tuple[tuple[Path, "GitIgnoreSpec"], ...]


def content_hash(folder: Path, sources: Sequence[str] = (), *, built: bool = True) -> bytes:
    """Returns a hash of 16 bytes over the names and contents of the files that count as the bot's content; raises
    OSError.
    """
    digest = blake2b(digest_size=HASH_BYTES)
    for name, path in content_files(folder, sources, built=built):
        content = path.read_bytes()
        digest.update(os.fsencode(name) + f"\0{len(content)}\0".encode())
        digest.update(content)
    return digest.digest()


def content_files(folder: Path, sources: Sequence[str] = (), *, built: bool = True) -> Iterator[tuple[str, Path]]:
    """Yields the names and paths of the files that count as the bot's content, sorted by name.

    A name has `/` between its parts and may begin with `..`. `sources`: the bot's other folders, by their paths from
    `folder`. `built`: whether the bot has a build.
    """
    roots = [folder, *(Path(os.path.normpath(folder / source)) for source in sources)]
    named = {Path(os.path.relpath(path, folder)).parts: path for root in roots for path in _files(root, built)}
    for parts in sorted(named):
        yield "/".join(parts), named[parts]


def _files(root: Path, built: bool) -> Iterator[Path]:
    ignoring = _Ignoring(root)
    coming: list[tuple[Path, Ignores]] = [(root, ())]
    while coming:
        folder, ignores = coming.pop()
        ignore_file = folder / IGNORE_FILE
        if ignore_file.is_file():
            if built:
                ignores = (*ignores, (folder, ignoring.read(ignore_file)))
            yield ignore_file
        for path in folder.iterdir():
            if path.name.startswith(".") or path.name in NOT_CONTENT or ignoring.names(path, ignores):
                continue
            if path.is_dir() and not path.is_symlink():
                coming.append((path, ignores))
            elif path.is_file():
                yield path


class _Ignoring:
    """Decides which paths the `.gitignore` files below one folder exclude; raises OSError if the decision would take
    too long.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._patterns, self._compared = 0, 0

    def read(self, ignore_file: Path) -> "GitIgnoreSpec":
        from pathspec import GitIgnoreSpec  # noqa: PLC0415  # few bots have such a file, and it takes a moment to load

        with ignore_file.open("rb") as file:
            content = file.read(LARGEST_IGNORE_FILE + 1)
        if len(content) > LARGEST_IGNORE_FILE:
            raise OSError(
                errno.EFBIG, f"a .gitignore may have at most {LARGEST_IGNORE_FILE // 1024} KB", str(ignore_file)
            )
        try:
            lines = [line for line in content.decode("utf-8").splitlines() if line.strip() and not line.startswith("#")]
            self._patterns += len(lines)
            if self._patterns > MOST_PATTERNS:
                raise OSError(
                    errno.E2BIG,
                    f"all .gitignore files of a bot together may have at most {MOST_PATTERNS:,} lines",
                    str(ignore_file),
                )
            return GitIgnoreSpec.from_lines(map(_bounded, lines))
        except (ValueError, re.error) as error:
            raise OSError(errno.EINVAL, f"it is no .gitignore ({error})", str(ignore_file)) from error

    def names(self, path: Path, ignores: Ignores) -> bool:
        mark = "/" if path.is_dir() else ""
        return any(self._compare(spec, path.relative_to(folder).as_posix() + mark) for folder, spec in ignores)

    def _compare(self, spec: "GitIgnoreSpec", path: str) -> bool:
        self._compared += len(spec) * len(path)
        if self._compared > MOST_COMPARED:
            raise OSError(
                errno.E2BIG,
                "comparing all its files with all lines of its .gitignore files would take too long",
                str(self._root),
            )
        return bool(spec.match_file(path))


def _bounded(line: str) -> str:
    """Returns a line of a `.gitignore` unchanged; raises ValueError if the line has so many wildcards that comparing
    paths with it would be slow.
    """
    parts = line.split("/")
    if parts.count("**") > MOST_WILDCARDS or any(
        re.sub(r"\*+", "*", part).count("*") > MOST_WILDCARDS for part in parts
    ):
        raise ValueError(f"more than {MOST_WILDCARDS} wildcards: {line[:40]}")
    return line
