"""Hand-ins that are being sent: they count as those that came, so nobody holds room by never ending one."""

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
        """Within it, this is being sent; what is sent again under its key counts once."""
        sizes = self._sizes.setdefault((person_id, key), [])
        sizes.append(size)
        try:
            yield
        finally:
            sizes.remove(size)
            if not sizes:
                del self._sizes[person_id, key]

    def beside(self, key: str, person_id: int | None = None) -> Coming:
        """All that is being sent under other keys, or what one person sends of it."""
        found = [
            max(sizes) for (whose, other), sizes in self._sizes.items() if other != key and person_id in (None, whose)
        ]
        return Coming(len(found), sum(found))
