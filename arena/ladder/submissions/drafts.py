"""Counts the uploads under way, which count against an author's quota like finished submissions."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Coming(NamedTuple):
    """The number of archives being uploaded, and their size."""

    archives: int = 0
    size: int = 0
    """The sum of the announced sizes, in bytes."""


class Drafts:
    """The uploads to one server that are under way, by person and key; used only in the server's loop."""

    def __init__(self) -> None:
        self._sizes: dict[tuple[int, str], list[int]] = {}

    @contextmanager
    def coming(self, person_id: int, key: str, size: int) -> Iterator[None]:
        """Counts an upload of `size` bytes as under way while the block runs."""
        sizes = self._sizes.setdefault((person_id, key), [])
        sizes.append(size)
        try:
            yield
        finally:
            sizes.remove(size)
            if not sizes:
                del self._sizes[person_id, key]

    def beside(self, person_id: int, key: str, *, own: bool = False) -> Coming:
        """The other uploads under way when this one begins; `own`: only those of this person.

        A repeated upload under the same key counts with its size, but not as another archive.
        """
        found = {pair: sum(sizes) for pair, sizes in self._sizes.items() if not own or pair[0] == person_id}
        return Coming(len(found.keys() - {(person_id, key)}), sum(found.values()))
