"""The storage of archives: complete files, named by their hash, that never change.

Rule: an archive is written to a draft and synced to the disk, and gets its name when its submission is recorded. Drafts
may remain if the server's process is killed; the next start of the server removes them.
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
    """The archives stored in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._new = folder / NEW
        self._new.mkdir(mode=0o700, parents=True, exist_ok=True)

    def place(self, digest: str) -> Path:
        """Returns the path for the archive with this SHA-256 hash, whether or not the archive exists."""
        assert DIGEST.fullmatch(digest)
        return self._folder / digest[:2] / digest

    def receiving(self) -> "Receiving":
        """Returns a writer for a new archive; it keeps the received bytes in a draft, which is a temporary file."""
        return Receiving(self._new / secrets.token_hex(16), self.place)

    def sweep(self, is_known: Callable[[str], bool]) -> None:
        """Removes all drafts, and all archives with a hash for which `is_known` returns False; must not run while an
        archive is being received.
        """
        for path in self._new.iterdir():
            path.unlink()
        for path in self._folder.glob("??/*"):
            if DIGEST.fullmatch(path.name) and not is_known(path.name):
                path.unlink()


class Receiving:
    """The draft of an archive that is being received; a context manager, which removes the draft at its exit unless
    `keep` was called.
    """

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
        """Syncs the received bytes to the disk, and returns their hash; raises OSError."""
        if not self._is_safe:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._is_safe = True
        return self._hash.hexdigest()

    def keep(self) -> str:
        """Syncs the draft to the disk, and moves it to the archive's path; returns the hash. Raises OSError."""
        digest = self.safe()
        place = self._place(digest)
        place.parent.mkdir(mode=0o700, exist_ok=True)
        self._draft.replace(place)
        for folder in (place.parent, place.parent.parent):
            sync(folder)
        return digest
