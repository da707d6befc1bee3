"""Counts the uploads in progress; like the archives on the disk, they count towards an author's limits."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Coming(NamedTuple):
    """The number and total size of archives being uploaded."""

    archives: int = 0
    size: int = 0
    """The total size of the archives in bytes, as announced before each upload."""


class Drafts:
    """The uploads in progress at one server, by person and by the key that identifies the submission.

    Used only in the thread of the server's event loop.
    """

    def __init__(self) -> None:
        self._sizes: dict[tuple[int, str], list[int]] = {}

    @contextmanager
    def coming(self, person_id: int, key: str, size: int) -> Iterator[None]:
        """Counts an upload of `size` bytes as in progress during the `with` block.

        `key`: identifies the submission among those of the person.
        """
        sizes = self._sizes.setdefault((person_id, key), [])
        sizes.append(size)
        try:
            yield
        finally:
            sizes.remove(size)
            if not sizes:
                del self._sizes[person_id, key]

    def beside(self, person_id: int, key: str, *, own: bool = False) -> Coming:
        """Returns the number and total size of the uploads in progress besides a new upload by this person.

        One person's uploads with the same key count once, because they are for the same submission; this person's
        uploads with this `key` do not count in the number. The size is the sum of all uploads.
        `own`: whether to count only this person's uploads, instead of everybody's.
        """
        found = {pair: sum(sizes) for pair, sizes in self._sizes.items() if not own or pair[0] == person_id}
        return Coming(len(found.keys() - {(person_id, key)}), sum(found.values()))
