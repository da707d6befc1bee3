"""Archives as files, named by their hash, complete and never changed.

Rule: an archive is written to a draft, made safe on the disk, and renamed when its submission is recorded. A killed
process's leftovers are removed at the next start.
"""

import os
import re
import secrets
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from arena.files.whole import NEW as NEW_FILE
from arena.files.whole import PRIVATE
from arena.system.files import sync

NEW: Final = ".new"
DIGEST: Final = re.compile("[0-9a-f]{64}")


class Blobs:
    """The archives in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._new = folder / NEW
        self._new.mkdir(mode=0o700, parents=True, exist_ok=True)

    def place(self, digest: str) -> Path:
        """The path that the archive with this SHA-256 hash has, whether or not it is there."""
        assert DIGEST.fullmatch(digest)
        return self._folder / digest[:2] / digest

    def receiving(self) -> "Receiving":
        """Begins a draft for an archive that is being received."""
        return Receiving(self._new / secrets.token_hex(16), self.place)

    def sweep(self, is_known: Callable[[str], bool]) -> None:
        """Removes drafts, and archives whose hash `is_known` denies; call it only while none is being received."""
        for path in self._new.iterdir():
            path.unlink()
        for path in self._folder.glob("??/*"):
            if DIGEST.fullmatch(path.name) and not is_known(path.name):
                path.unlink()


class Receiving:
    """An archive that is being received; its draft is removed at the end unless `keep` was called."""

    def __init__(self, draft: Path, place: Callable[[str], Path]) -> None:
        self._draft, self._place = draft, place
        self._hash = sha256()
        self._is_safe = False
        self._file = os.fdopen(os.open(draft, NEW_FILE, PRIVATE), "wb")
        self.size = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        self._draft.unlink(missing_ok=True)

    def write(self, chunk: bytes) -> None:
        """Adds the next bytes; raises OSError."""
        self._hash.update(chunk)
        self.size += len(chunk)
        self._file.write(chunk)

    def safe(self) -> str:
        """Makes sure that the bytes so far are on the disk, and returns their hash; raises OSError."""
        if not self._is_safe:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._is_safe = True
        return self._hash.hexdigest()

    def keep(self) -> str:
        """Moves the archive from its draft to the place for its hash, safely; returns the hash, raises OSError."""
        digest = self.safe()
        place = self._place(digest)
        place.parent.mkdir(mode=0o700, exist_ok=True)
        self._draft.replace(place)
        for folder in (place.parent, place.parent.parent):
            sync(folder)
        return digest
