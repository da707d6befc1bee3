"""Checks the site for faults that Zensical, the site generator, does not find: unlisted pages, broken lists, missing
benchmarks, and dead links of the finished pages.
"""

import re
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from tools.docsite.links import FENCE
from tools.docsite.tree import TREE

LOADING: Final = {"script": "src", "img": "src", "source": "src", "iframe": "src", "link": "href"}
"""The attribute that holds the address of a file, by the HTML element that makes a browser load the file by itself."""
MADE: Final = "404.html"
"""The page that the server shows for every missing address. Its links are absolute; they are not checked."""
ITEM: Final = re.compile(r"(?:[-*]|\d+\.) ")
AMID: Final = re.compile(r"(?:[-*]|\d+\.) |#")
"""A pattern for a line after which a list item needs no empty line: a line that begins another item, or a heading."""
RECORDS: Final = re.compile(r"decisions/\d{4}-.*\.md")
"""A pattern for the paths of records of decisions. These pages need no entry in the navigation, because the index of
decisions links to all of them, as a test ensures.
"""

BENCHMARK: Final = re.compile(r"\bbenchmarks\.([a-z_]+(?:\.[a-z_]+)*)")


class _Page(HTMLParser):
    """The addresses and the anchors in a page's HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value for name, value in attrs if value is not None}
        self.anchors.update(named[name] for name in ("id", "name") if name in named)
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        elif (address := named.get(LOADING.get(tag, ""))) is not None and named.get("rel") != "canonical":
            self.loaded.append(address)


def check(site: Path, staged: Path, config: Path) -> list[str]:
    """Returns all errors of the site, each in a sentence; empty if there are none."""
    return [*_unlisted(staged, config), *_lists(staged), *_benchmarks(staged), *_links(site)]


def listed(config: Path) -> list[str]:
    """Returns the paths of the pages that the navigation in `config` names, in order."""
    return list(paths(tomllib.loads(config.read_text("utf-8"))["project"]["nav"]))


def paths(entry: Any) -> Iterator[str]:  # noqa: ANN401  # TOML may be nested in any way
    """Yields the paths of the pages that a part of the navigation names, in order."""
    if isinstance(entry, str):
        yield entry
        return
    for inner in entry.values() if isinstance(entry, dict) else entry:
        yield from paths(inner)


def _unlisted(staged: Path, config: Path) -> Iterator[str]:
    named = listed(config)
    there = {path.relative_to(staged).as_posix() for path in staged.rglob("*.md")}
    yield from (
        f"{page} is named twice in the navigation" for page in sorted({page for page in named if named.count(page) > 1})
    )
    yield from (f"the navigation names {page}, which is not there" for page in sorted({*named} - there))
    unlisted = sorted(page for page in there - {*named} if not RECORDS.fullmatch(page))
    yield from (f"{page} is not in the navigation of docs/{config.name}" for page in unlisted)


def _lists(staged: Path) -> Iterator[str]:
    """Yields an error for each list without an empty line before it, which the site would show as a paragraph."""
    for path in sorted(staged.rglob("*.md")):
        before, is_code = "", False
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            is_code ^= bool(FENCE.match(line))
            if not is_code and ITEM.match(line) and before and not AMID.match(before):
                yield f"{path.relative_to(staged)}:{number}: a list needs an empty line before it"
            if not line.startswith(" "):
                before = line.strip()


def _benchmarks(staged: Path) -> Iterator[str]:
    """Yields an error for each benchmark that a page names although the repository has none of this name."""
    for path in sorted(staged.rglob("*.md")):
        for name in sorted(set(BENCHMARK.findall(path.read_text("utf-8")))):
            if not (TREE / "benchmarks" / f"{name.replace('.', '/')}.py").exists():
                yield f"{path.relative_to(staged)} names benchmarks.{name}, which is not there"


def _links(site: Path) -> Iterator[str]:
    found = {path.relative_to(site).as_posix(): _Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    for name, page in found.items():
        if name == MADE:
            continue
        foreign = [address for address in page.loaded if urlsplit(address).netloc]
        yield from (f"{name} loads {address} from another host" for address in foreign)
        for link in dict.fromkeys((*page.links, *page.loaded)):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = _target(site, name, unquote(parts.path))
            if target is None:
                yield f"{name} links to {link}, which is not there"
            elif parts.fragment and target in found and unquote(parts.fragment) not in found[target].anchors:
                yield f"{name} links to {link}: {target} has no such place"


def _target(site: Path, name: str, path: str) -> str | None:
    """Returns the path of the file to which an address on a page leads; None if there is none."""
    if not path:
        return name
    place = (site / name).parent / path
    if place.is_dir():
        place /= "index.html"
    return place.resolve().relative_to(site.resolve()).as_posix() if place.is_file() else None
