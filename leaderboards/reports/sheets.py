"""Tables of text, whatever they tell."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of text."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
