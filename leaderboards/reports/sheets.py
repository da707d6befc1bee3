"""Tables of text, as reports show them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of text: its headings, and the cells of its rows."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
