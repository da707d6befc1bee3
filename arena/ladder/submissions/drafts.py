"""Uploads under way, which count against an author's quota like finished ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Coming(NamedTuple):
    """How much is being sent."""

    archives: int = 0
    size: int = 0
    """Bytes, as they were announced."""


class Drafts:
    """What is being sent to one server, by person and key; used in its loop alone."""

    def __init__(self) -> None:
        self._sizes: dict[tuple[int, str], list[int]] = {}

    @contextmanager
    def coming(self, person_id: int, key: str, size: int) -> Iterator[None]:
        """Within it, this is being sent."""
        sizes = self._sizes.setdefault((person_id, key), [])
        sizes.append(size)
        try:
            yield
        finally:
            sizes.remove(size)
            if not sizes:
                del self._sizes[person_id, key]

    def beside(self, person_id: int, key: str, *, own: bool = False) -> Coming:
        """All that is being sent before this is, or what this person sends of it.

        What is sent again under its key is no further archive, and needs room all the same.
        """
        found = {pair: sum(sizes) for pair, sizes in self._sizes.items() if not own or pair[0] == person_id}
        return Coming(len(found.keys() - {(person_id, key)}), sum(found.values()))
