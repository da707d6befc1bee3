"""Makes the addresses of pages, the same live and in files.

Things named by strangers get addresses made of harmless letters, and no two share one.
"""

import re
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

HARMLESS: Final = re.compile(r"(?![Xx]-)[A-Za-z0-9][A-Za-z0-9_.-]{0,59}")
"""A name that is used in addresses as it is; names that begin with `x-`, as made-up addresses do, are not."""
INDEX: Final = "index.html"


def slugs(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """By name, the word that stands for it in addresses and file names; no two words differ by case alone."""
    found: dict[str, str] = {}
    used = {word.casefold() for word in taken}
    for name in names:
        slug = name if HARMLESS.fullmatch(name) and name.casefold() not in used else f"x-{_digest(name)}"
        used.add(slug.casefold())
        found[name] = slug
    return found


def root_of(address: str) -> str:
    """The relative path from a page to the site's root."""
    return "../" * address.count("/")


def _digest(name: str) -> str:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
