"""Rewrites the links of pages for the site.

In the repository a link leads to a file or a folder. On the site, a link to a file leads to the page of the file. If
the file has no page, the link leads to a copy of the file as text; a file in docs/ is linked as it is. A link to a
folder leads to its place in the list of source files; if the folder is in docs/, to the page of its README.md.
"""

import os
import re
from collections.abc import Collection, Iterator
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import urlsplit

from tools.docsite.tree import DOCS, ELSEWHERE, TREE, BuildError, pages, tracked

LINK: Final = re.compile(r"(?<=\]\()[^()\s]+(?=\))")
FENCE: Final = re.compile(r"^ *(```|~~~)")
SOURCES: Final = "sources.md"
COPIES: Final = "files"
REFERENCE: Final = "reference"
LIST_OF_REFERENCES: Final = "docs/reference/README.md"
"""The page to which links in the repository lead instead of to a reference page, which exists only on the site.

The fragment of such a link names the reference page: `#errors` stands for errors.md.
"""


class Linker:
    """Rewrites the links of pages, and collects the files and folders that they lead to."""

    def __init__(self, references: Collection[str]) -> None:
        """`references` are the file names of the reference pages that are made for the site."""
        self._references = references
        self._pages = {**pages(), "README.md": ELSEWHERE["README.md"]}
        self.files: set[str] = set()
        self.folders: set[str] = set()

    def page(self, path: str, text: str) -> str:
        """Returns the text of the page at `path`, with its links rewritten for the site; raises BuildError for a dead
        link.
        """
        return "".join(self._line(path, line) for line in _with_fences(text))

    def _line(self, path: str, line: tuple[str, bool]) -> str:
        text, is_code = line
        return text if is_code else LINK.sub(lambda found: self._target(path, found[0]), text)

    def _target(self, path: str, link: str) -> str:
        parts = urlsplit(link)
        if parts.scheme or not parts.path:
            return link
        place = os.path.normpath(os.path.join(os.path.dirname(path), parts.path))  # noqa: PTH118, PTH120  # only text
        target = self._on_site(path, place)
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        if place == LIST_OF_REFERENCES and f"{parts.fragment}.md" in self._references:
            target, fragment = f"{REFERENCE}/{parts.fragment}.md", ""
        here = PurePosixPath(self._pages[path]).parent
        return os.path.relpath(target, here) + (fragment if "#" not in target else "")

    def _on_site(self, path: str, place: str) -> str:
        if place in self._pages:
            return self._pages[place]
        if place.startswith(DOCS):
            if (TREE / place).is_dir():
                return f"{place.removeprefix(DOCS)}/README.md"
            if place in tracked():
                return place.removeprefix(DOCS)
        if place in tracked():
            self.files.add(place)
            return copy_of(place)
        if (TREE / place).is_dir():
            self.folders.add(place)
            return f"{SOURCES}#{anchor(place)}"
        raise BuildError(f"{path} links to {place}, which is not there")

    def sources(self) -> str:
        """Returns the text of the page that lists the text files of all linked folders; adds these files to `files`."""
        sections = ["# Source files\n\nThe files of the folders that pages of this site link to.\n"]
        for folder in sorted(self.folders):
            files = [path for path in tracked() if path.startswith(f"{folder}/") and _is_text(path)]
            self.files.update(files)
            listed = "\n".join(f"- [{path.removeprefix(folder + '/')}]({copy_of(path)})" for path in files)
            sections.append(f"## {folder} {{ #{anchor(folder)} }}\n\n{listed}\n")
        return "\n".join(sections)


def copy_of(path: str) -> str:
    """Returns the path of a file's copy on the site; the copy is plain text, which every browser shows."""
    return f"{COPIES}/{path}.txt"


def anchor(folder: str) -> str:
    """Returns the anchor of a folder in the list of source files."""
    return folder.replace("/", "-")


def _is_text(path: str) -> bool:
    """Returns whether the site can show a file: it is text, and no name in its path begins with a dot.

    Zensical, the site generator, skips files and folders whose names begin with a dot.
    """
    return "/." not in path and b"\0" not in (TREE / path).read_bytes()[:1_000]


def _with_fences(text: str) -> Iterator[tuple[str, bool]]:
    """Yields each line of a page, and whether it belongs to a block of code."""
    fence = ""
    for line in text.splitlines(keepends=True):
        found = FENCE.match(line)
        yield line, bool(fence or found)
        if found and (not fence or found[1] == fence):
            fence = "" if fence else found[1]
