"""Texts from the code, as Markdown."""

import re
from collections.abc import Iterable
from typing import Final

SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|#{}])")
CODE: Final = re.compile(r"(`[^`\n]+`)")


def plain(text: str) -> str:
    """The text as it is, whatever its characters mean in Markdown."""
    return SPECIAL.sub(r"\\\1", text)


def prose(text: str) -> str:
    """The text with what stands in backticks as code."""
    return "".join(part if CODE.fullmatch(part) else plain(part) for part in CODE.split(text))


def code(text: str) -> str:
    """The text as code, in a cell of a table as well."""
    return f"`{text}`".replace("|", "\\|")


def block(text: str, language: str = "text") -> str:
    """Lines of code."""
    return f"```{language}\n{text.strip()}\n```"


def table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; each row has a cell for each heading."""
    names = list(headings)
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join(f"| {' | '.join(' '.join(cell.split()) for cell in line)} |" for line in lines)


def page(*parts: str) -> str:
    """The parts with an empty line between each two."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"
