"""Writes texts from the code as Markdown, escaped where necessary."""

import re
from collections.abc import Iterable
from typing import Final

SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|#{}])")
CODE: Final = re.compile(r"(`[^`\n]+`)")


def plain(text: str) -> str:
    """Returns the text with all characters escaped that have a meaning in Markdown."""
    return SPECIAL.sub(r"\\\1", text)


def prose(text: str) -> str:
    """Returns the text, escaped except for parts in backticks, which become code."""
    return "".join(part if CODE.fullmatch(part) else plain(part) for part in CODE.split(text))


def code(text: str) -> str:
    """Returns the text as inline code, escaped so that it fits into a table's cell as well."""
    return f"`{text}`".replace("|", "\\|")


def block(text: str, language: str = "text") -> str:
    """Returns the text as a block of code in this language."""
    return f"```{language}\n{text.strip()}\n```"


def table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Returns a Markdown table; each row must have a cell for each heading."""
    names = list(headings)
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join(f"| {' | '.join(' '.join(cell.split()) for cell in line)} |" for line in lines)


def page(*parts: str) -> str:
    """Returns the parts as the text of a page, with an empty line between them."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"
