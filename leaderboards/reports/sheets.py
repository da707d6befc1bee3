"""Tables of text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of text."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
