"""Addresses of pages, the same live and in files.

What is named after a stranger's word has an address made of harmless letters, and nobody shares one.
"""

import re
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

HARMLESS: Final = re.compile(r"(?![Xx]-)[A-Za-z0-9][A-Za-z0-9_.-]{0,59}")
"""What may be an address itself; what begins as the others' addresses do could be one of those."""
INDEX: Final = "index.html"


def slugs(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """For each name a word that may stand in an address and be a file's name; none differ by case alone."""
    found: dict[str, str] = {}
    used = {word.casefold() for word in taken}
    for name in names:
        slug = name if HARMLESS.fullmatch(name) and name.casefold() not in used else f"x-{_digest(name)}"
        used.add(slug.casefold())
        found[name] = slug
    return found


def root_of(address: str) -> str:
    """The way from a page back to the site's root."""
    return "../" * address.count("/")


def _digest(name: str) -> str:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
